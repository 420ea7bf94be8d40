import { type CheckedOptions, checkOptions, optional } from '../../errors/check-options.ts'
import type { Loss } from '../../faults/loss.ts'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession } from '../../agents/claude-code/open-session.ts'
import { storedOptions } from '../../agents/stored-options.ts'
import { recoveryRules } from '../../recovery/recovery-rules.ts'
import { tell } from '../../recovery/tell.ts'
import { repair } from '../../repair/repair.ts'
import { withMethod } from '../shared/with-method.ts'

/** The part of the Agent SDK's `SessionStore` that a resume reads: all entries of a session, oldest first; null when unknown. */
export interface LoadingStore<Key> {
  load(key: Key): Promise<readonly object[] | null>
}

/** What a repaired load has changed. */
export interface RepairedLoad {
  /** The number of changed messages; 0 when only entries were inconsistent, for example two with one id. */
  readonly edits: number
  /** The number of entries that were inserted, replaced or removed. */
  readonly records: number
  readonly loss: Loss
}

/** Options of {@link recoveringSessionStore}. */
export interface RecoveringStoreOptions {
  /** The greatest loss of a repair; default `synthesised`. */
  readonly allow?: Loss
  /** Called when a load was repaired. */
  readonly onRepair?: (repaired: RepairedLoad) => void
}

const rules = {
  allow: recoveryRules.allow,
  onRepair: optional<NonNullable<RecoveringStoreOptions['onRepair']>>('function'),
}

/**
 * Wraps a session store of the Claude Agent SDK so that `load` hands out a conversation that the provider accepts. What is
 * stored stays as it is; every other method is the store's own.
 *
 * @throws {OptionsError} when an option does not fit, and for what is no store
 * @example
 * query({ prompt, options: { resume, sessionStore: recoveringSessionStore(store) } })
 */
export function recoveringSessionStore<Key, Store extends LoadingStore<Key>>(
  store: Store,
  options: RecoveringStoreOptions = {},
): Store {
  const checked = checkOptions(options, rules)
  const load = async (key: Key): Promise<readonly object[] | null> => {
    const entries = await store.load(key)
    // When the repair fails (a full disk, say), the entries are returned as stored (I10).
    return entries === null ? null : repairEntries(entries, checked).catch(() => entries)
  }
  return withMethod(store, 'load', load, 'store')
}

/** The entries of a transcript, repaired; the given list itself when nothing is to be repaired (I1). */
async function repairEntries(
  entries: readonly object[],
  { allow, onRepair }: CheckedOptions<typeof rules>,
): Promise<readonly object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'session-recovery-'))
  try {
    // The transcript reader works on files, so that no session is in memory twice. Only the owner can read the folder.
    const path = join(folder, 'session.jsonl')
    await writeFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    const { mtimeMs, size } = await stat(path)
    const session = await openSession({
      agent: 'claude-code',
      id: 'session',
      path,
      sizeBytes: size,
      modifiedMs: mtimeMs,
    })
    const { edits, loss } = repair(session.messages, { ...storedOptions(session, 'stored'), allow })
    const write = session.plan(edits)
    if (write.changes.length === 0 || write.writeTo === undefined) return entries
    const chunks: Uint8Array[] = []
    await write.writeTo(async (bytes) => {
      chunks.push(Uint8Array.from(bytes))
    })
    tell(onRepair, { edits: edits.length, records: write.changes.length, loss })
    const lines = Buffer.concat(chunks).toString('utf8').split('\n')
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as object)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
