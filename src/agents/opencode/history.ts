import { objectOf, stringOf } from './stored-rows.ts'
import type { SoundMessage } from './sound-session.ts'

const isUser = ({ value }: SoundMessage): boolean => value['role'] === 'user'

const compaction = ({ parts }: SoundMessage): Record<string, unknown> | undefined =>
  parts.find(({ value }) => value['type'] === 'compaction')?.value

/** The messages without those that the next prompt deletes: from the message, or the part, that the session was reverted to. */
export function withoutReverted(messages: readonly SoundMessage[], revert: unknown): readonly SoundMessage[] {
  if (typeof revert !== 'object' || revert === null || !('messageID' in revert)) return messages
  const at = messages.findIndex(({ row }) => row.id === revert.messageID)
  const found = messages[at]
  if (!found) return messages
  const partId = 'partID' in revert && typeof revert.partID === 'string' ? revert.partID : undefined
  if (partId === undefined) return messages.slice(0, at)
  return [...messages.slice(0, at), { ...found, parts: found.parts.filter(({ row }) => row.id < partId) }]
}

/**
 * What is left after the last compaction (`filterCompacted` of 1.18): back to the prompt that asked for a finished summary,
 * or to the tail that it keeps; that tail comes behind the summary.
 */
export function sinceCompaction(messages: readonly SoundMessage[]): readonly SoundMessage[] {
  const kept: SoundMessage[] = []
  const summarised = new Set<unknown>()
  let retain: string | undefined
  for (const message of messages.toReversed()) {
    kept.push(message)
    if (retain !== undefined) {
      if (message.row.id === retain) break
      continue
    }
    const part = isUser(message) && summarised.has(message.row.id) ? compaction(message) : undefined
    if (part) {
      retain = stringOf(part, 'tail_start_id')
      if (retain === undefined || retain === message.row.id) break
    }
    const { value } = message
    if (value['role'] === 'assistant' && value['summary'] && value['finish'] && !objectOf(value, 'error'))
      summarised.add(value['parentID'])
  }
  kept.reverse()
  const at = kept.findLastIndex((each) => isUser(each) && stringOf(compaction(each), 'tail_start_id') !== undefined)
  const asked = kept[at]
  if (!asked) return kept
  const summary = kept.findIndex(({ value }, index) => {
    return (
      index > at && value['role'] === 'assistant' && Boolean(value['summary']) && value['parentID'] === asked.row.id
    )
  })
  const tailId = stringOf(compaction(asked), 'tail_start_id')
  const tail = kept.findIndex(({ row }) => row.id === tailId)
  if (tail < 0 || tail >= at || summary <= at) return kept
  return [...kept.slice(at, summary + 1), ...kept.slice(tail, at), ...kept.slice(summary + 1)]
}
