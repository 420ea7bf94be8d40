import { decodeSnapshot, encodeSnapshot } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { SnapshotChange } from './snapshot-store.ts'
import { shortHash } from '../../json/short-hash.ts'
import { counted } from '../../json/counted.ts'

/** A change as one line with its checksum. */
export function encodeChange(change: SnapshotChange): string {
  const body = JSON.stringify(change)
  return `{"sum":"${shortHash(body)}","change":${body}}\n`
}

function parseChange(line: string): SnapshotChange | undefined {
  try {
    const { sum, change } = JSON.parse(line) as { sum?: unknown; change?: SnapshotChange }
    return change && shortHash(JSON.stringify(change)) === sum ? change : undefined
  } catch {
    // Torn by a crash, or damaged; the caller reports it.
    return undefined
  }
}

/**
 * Replays the changes after a snapshot. Stops at the first damaged one, since later ones may build on it. A torn last line was
 * never acknowledged, and is no damage.
 */
export async function applyChanges(base: Snapshot, text: string): Promise<{ snapshot: Snapshot; why?: string }> {
  const lines = text.split('\n')
  lines.pop()
  let fields: Partial<Snapshot> = {}
  let revision = base.revision
  let why: string | undefined
  for (const [index, line] of lines.entries()) {
    const change = parseChange(line)
    if (!change) {
      why = `Line ${index + 1} of its changes is damaged: ${counted(lines.length - index, 'line')} left out.`
      break
    }
    if (change.revision <= base.revision) continue
    fields = { ...fields, ...change.fields }
    revision = change.revision
  }
  if (revision === base.revision) return { snapshot: base, ...(why !== undefined && { why }) }
  // Encoded and decoded once, so that the schema turns the dates of the changes from text into dates.
  const snapshot = await decodeSnapshot(encodeSnapshot({ ...base, ...fields, revision } as Snapshot))
  return { snapshot, ...(why !== undefined && { why }) }
}
