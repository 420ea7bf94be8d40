import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const reasoningContentMissingMeta: FaultMeta = {
  title: 'reasoning that must be passed back is missing',
  meaning: 'The provider demands that reasoning content be passed back and it is absent.',
  repair: 'It comes back as it was recorded; else the empty text that the provider accepts.',
  says: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  link: 'https://api-docs.deepseek.com/guides/thinking_mode',
  frequent: true,
}

/**
 * The provider demands that reasoning content be passed back and it is absent.
 *
 * Repair: the original from the part store, or what another vendor's field holds; else the empty string that the provider accepts.
 */
export const reasoningContentMissing: Strategy<'reasoning_content_missing'> = defineStrategy({
  type: 'reasoning_content_missing',

  learn: () => ({ rules: { reasoningText: 'required' } }),

  visit: {
    message(message, { evidence, format, report, rules }) {
      if (rules.reasoningText !== 'required' || message.role !== 'assistant') return
      const field = format.reasoningField
      const call = message.blocks.find((block) => block.kind === 'tool_call')
      const isThere = (block: Block): boolean => block.kind === 'thinking' && block.field === field
      if (field === null || call === undefined || message.blocks.some(isThere)) return
      const original = evidence.originalOf?.(call)
      const elsewhere = message.blocks.find((block) => block.kind === 'thinking' && block.text)
      const text = typeof original === 'string' ? original : (elsewhere?.text ?? '')
      report({
        at: message,
        detail: { restored: text !== '' },
        loss: text === '' ? 'synthesised' : 'none',
        fix: (edit) => edit.setField(message, field, text),
      })
    },
  },
})
