import { realpath } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { HEAD_BYTES, scanRecordLog } from '../../record-log/scan-record-log.ts'
import type { SessionRef } from '../agent.ts'
import { isCodexRecord, payloadOf } from './codex-record.ts'
import { discoverRollouts } from './discover.ts'

/** A rollout as far as its first line tells. */
export interface FoundRollout {
  readonly ref: SessionRef
  /** Symbolic links resolved. */
  readonly path: string
  /** Archived: only the folder that it lies in says so. */
  readonly archived: boolean
  /** `headless`: without the header of this session Codex neither lists nor resumes it. */
  readonly header: 'sound' | 'headless'
}

async function headerOf(path: string, id: string): Promise<FoundRollout['header']> {
  try {
    for await (const entry of scanRecordLog(path, { isRecord: isCodexRecord, chunkBytes: HEAD_BYTES })) {
      if (entry.kind === 'blank') continue
      const isHeader = entry.kind === 'record' && entry.value['type'] === 'session_meta'
      return isHeader && payloadOf(entry.value)?.['id'] === id ? 'sound' : 'headless'
    }
  } catch {
    // What the system does not let us read, Codex does not read either.
  }
  return 'headless'
}

const byName = (first: SessionRef, second: SessionRef): number =>
  basename(first.path) < basename(second.path) ? -1 : 1

/** The rollouts of a `CODEX_HOME`, by session; a session has one, unless it was copied. */
export async function findRollouts(folder: string): Promise<ReadonlyMap<string, readonly FoundRollout[]>> {
  const refs: SessionRef[] = []
  for await (const ref of discoverRollouts({ home: dirname(folder), env: { CODEX_HOME: folder } })) refs.push(ref)
  const found = new Map<string, FoundRollout[]>()
  for (const ref of refs.sort(byName)) {
    const path = await realpath(ref.path).catch(() => ref.path)
    const archived = ref.path.startsWith(`${folder}/archived_sessions/`)
    const rollout = { ref, path, archived, header: await headerOf(ref.path, ref.id) }
    found.set(ref.id, [...(found.get(ref.id) ?? []), rollout])
  }
  return found
}
