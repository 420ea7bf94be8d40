import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { ReasoningItems } from '../format.ts'

/**
 * For servers without signatures, which demand the model's text back: "The `reasoning_text` in the thinking mode must be passed back to the
 * API."
 */
export const reasoningItems: ReasoningItems = {
  textOf: ({ raw }, field) =>
    listOf(isRecord(raw) ? raw[field] : undefined)
      .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
      .filter(Boolean)
      .join('\n'),
  write: (text, block) => ({
    ...(isRecord(block?.raw) ? block.raw : { type: 'reasoning', summary: [] }),
    content: [{ type: 'reasoning_text', text }],
  }),
}
