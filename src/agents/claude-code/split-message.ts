import type { BuiltMessage } from './build-messages.ts'
import { blockField } from './claude-record.ts'
import { matchBlocks } from './match-blocks.ts'

/** A repaired message, taken apart into the lines that it came from. */
export interface SplitMessage {
  /** Per line of the message: its new content, `same` when it keeps its bytes, `gone` when nothing of it is left. */
  readonly lines: readonly ('same' | 'gone' | { readonly content: unknown })[]
  /** Lines to add: `after` counts in `lines`, -1 stands before the first. */
  readonly added: readonly { readonly after: number; readonly content: readonly unknown[] }[]
}

const isResult = (block: unknown): boolean => blockField(block, 'tool_result', 'tool_use_id') !== undefined
const sameJson = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
const asBlocks = (content: unknown): unknown =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

/**
 * One line holds the whole message. Added tool results get lines of their own, as the host writes them, so that the line of
 * a prompt keeps its bytes: before it, or behind results. Between results and text they stay in the line: results lead.
 */
function splitOne(before: unknown, after: unknown, role: unknown): SplitMessage {
  const old = asBlocks(before)
  if (!Array.isArray(old) || !Array.isArray(after))
    return { lines: [sameJson(before, after) ? 'same' : { content: after }], added: [] }
  const matched = matchBlocks(old, after)
  const isNewResult = after.map((block, index) => role === 'user' && matched[index] === -1 && isResult(block))
  const first = isNewResult.indexOf(false)
  const start = first < 0 ? after.length : first
  const last = isNewResult.lastIndexOf(false)
  const end = last >= 0 && after.slice(start, last + 1).every(isResult) ? last + 1 : after.length
  const kept = after.slice(start, end)
  const added = [
    ...after.slice(0, start).map((block: unknown) => ({ after: -1, content: [block] })),
    ...after.slice(Math.max(start, end)).map((block: unknown) => ({ after: 0, content: [block] })),
  ]
  if (sameJson(old, kept)) return { lines: ['same'], added }
  return { lines: [kept.length === 0 && added.length > 0 ? 'gone' : { content: kept }], added }
}

/** Takes a repaired message apart. A message that went from blocks to text, or was reordered, is laid out anew over its lines. */
export function splitMessage(
  { message, sources }: BuiltMessage,
  after: { role?: unknown; content?: unknown },
): SplitMessage {
  if (sources.length === 1) return splitOne(message.content, after.content, after.role)
  const before = message.content as readonly unknown[]
  const blocks = asBlocks(after.content)
  if (!Array.isArray(blocks))
    return { lines: sources.map((_, index) => (index === 0 ? { content: after.content } : 'gone')), added: [] }

  const lineOf = sources.flatMap(({ blocks: count, node }, index) => {
    const text =
      count < 0 && typeof (node.value?.['message'] as { content?: unknown } | undefined)?.content === 'string'
    return Array.from({ length: text ? 1 : Math.max(0, count) }, () => index)
  })
  const matched = matchBlocks(before, blocks)
  const known = matched.filter((index) => index >= 0)
  const inOrder = known.every((index, at) => at === 0 || known[at - 1]! < index)
  const contents: unknown[][] = sources.map(() => [])
  const added: { after: number; content: unknown[] }[] = []
  let last = -1
  for (const [index, block] of blocks.entries()) {
    const line = inOrder
      ? matched[index] === -1
        ? undefined
        : lineOf[matched[index]!]
      : index < sources.length
        ? index
        : undefined
    if (line === undefined) added.push({ after: last, content: [block] })
    else {
      contents[line]!.push(block)
      last = line
    }
  }
  return {
    lines: contents.map((content, line) => {
      const was = before.filter((_, index) => lineOf[index] === line)
      if (content.length === was.length && content.every((block, index) => sameJson(block, was[index]))) return 'same'
      return content.length === 0 ? 'gone' : { content }
    }),
    added,
  }
}
