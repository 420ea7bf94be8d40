import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { scanRecordLog } from '../../record-log/scan-record-log.ts'
import type { AgentEnvironment, SessionRef } from '../agent.ts'
import { isClaudeRecord } from './claude-record.ts'

/** Where Claude Code keeps its files. An empty variable counts as unset. */
export function claudeFolder({ home, env }: AgentEnvironment): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort()
}

/** Reads what the place of a file tells: `<project>/<id>.jsonl` or `<project>/<id>/subagents/agent-<id>.jsonl`. */
async function refOf(path: string): Promise<SessionRef | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const inSubagents = basename(dirname(path)) === 'subagents'
  const parent = inSubagents ? dirname(dirname(path)) : undefined
  return {
    agent: 'claude-code',
    id: basename(path, '.jsonl'),
    path,
    ...(parent !== undefined && { parentId: basename(parent) }),
    project: basename(dirname(parent ?? path)),
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
  }
}

async function* transcriptsIn(folder: string): AsyncGenerator<SessionRef> {
  for (const name of await names(folder)) {
    const ref = name.endsWith('.jsonl') ? await refOf(join(folder, name)) : undefined
    if (ref) yield ref
  }
}

/** All transcripts, those of sub-agents included. */
export async function* discoverSessions(environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  const projects = join(claudeFolder(environment), 'projects')
  for (const project of await names(projects)) {
    yield* transcriptsIn(join(projects, project))
    for (const session of await names(join(projects, project)))
      yield* transcriptsIn(join(projects, project, session, 'subagents'))
  }
}

/** Looks at the first records of a file: lines of the graph have fields that no other agent writes together. */
export async function recogniseSession(path: string): Promise<SessionRef | undefined> {
  const ref = await refOf(path)
  if (!ref) return undefined
  let looked = 0
  try {
    for await (const entry of scanRecordLog(path, { chunkBytes: 64 * 1024, maxLineBytes: 4 * 1024 * 1024 })) {
      if (entry.kind !== 'record') continue
      const { value } = entry
      if (isClaudeRecord(value) && 'parentUuid' in value && 'uuid' in value) return ref
      looked += 1
      if (looked >= 200) return undefined
    }
  } catch {
    // Not readable as a file of lines: whatever it is, it is no transcript.
  }
  return undefined
}
