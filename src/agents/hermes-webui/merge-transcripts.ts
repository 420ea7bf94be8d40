import { isRecord } from '../../json/is-record.ts'
import { canonicalJson } from '../../json/canonical-json.ts'

type Message = Readonly<Record<string, unknown>>

const timeOf = (message: Message): number | undefined =>
  typeof message['timestamp'] === 'number' ? message['timestamp'] : undefined

/** The identity of a message: its content, without the time that each store noted for it. */
function identity(message: Message): string {
  const { role, content, tool_call_id, tool_calls } = message
  return canonicalJson([role, content, tool_call_id ?? null, tool_calls ?? null]) ?? ''
}

/** Rows that the file has not: matched one for one and in order, so that replays vanish and repeats stay. */
function missingFrom(sidecar: readonly Message[], db: readonly Message[]): Message[] {
  const open = new Map<string, number>()
  for (const message of sidecar) open.set(identity(message), (open.get(identity(message)) ?? 0) + 1)
  return db.filter((message) => {
    const left = open.get(identity(message)) ?? 0
    open.set(identity(message), left - 1)
    return left <= 0
  })
}

/** Whether something may stand before this index: never between calls and their results. */
function isGap(messages: readonly Message[], index: number): boolean {
  return messages[index]?.['role'] !== 'tool'
}

/** Where a message that the file lost belongs; undefined when it is older than everything in the file and was compacted away. */
function placeOf(messages: readonly Message[], lost: Message): number | undefined {
  const time = timeOf(lost)
  if (time === undefined) return messages.length
  const first = messages.findIndex((message) => timeOf(message) !== undefined)
  const oldest = first < 0 ? undefined : timeOf(messages[first]!)
  if (oldest !== undefined && time < oldest) return undefined
  const later = messages.findIndex((message) => (timeOf(message) ?? Number.NEGATIVE_INFINITY) > time)
  let at = later < 0 ? messages.length : later
  if (lost['role'] === 'user') {
    // Among messages of the same moment a prompt goes first: before its answer, or before the next prompt.
    const last = messages[at - 1]
    if (last && timeOf(last) === time && (last['role'] === 'user' ? at > 1 : at === 1)) at -= 1
  }
  while (!isGap(messages, at)) at += 1
  return at
}

/**
 * Merges a session file with the rows of the canonical database: append-only, nothing twice, repeats kept; what the file lost is
 * put in by time and never inside a tool call and its results; what was compacted away is not revived.
 *
 * @example
 * mergeTranscripts([answer], [question]) // [question, answer] when both are of one moment
 */
export function mergeTranscripts(sidecar: readonly unknown[], db: readonly unknown[]): readonly unknown[] {
  const merged = sidecar.filter(isRecord)
  const lost = missingFrom(merged, db.filter(isRecord))
  for (const message of lost) {
    const at = placeOf(merged, message)
    if (at !== undefined) merged.splice(at, 0, message)
  }
  return lost.length === 0 && merged.length === sidecar.length ? sidecar : merged
}
