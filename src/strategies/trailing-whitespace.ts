import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const trailingWhitespaceMeta: FaultMeta = {
  title: 'a final text that ends in white space',
  meaning: 'The final assistant text ends in whitespace.',
  repair: 'Trim the end.',
  says: 'messages: final assistant content cannot end with trailing whitespace',
  link: 'https://platform.claude.com/docs/en/api/messages',
}

/**
 * The final assistant text ends in whitespace.
 *
 * Repair: its end is trimmed.
 */
export const trailingWhitespace: Strategy<'trailing_whitespace'> = defineStrategy({
  type: 'trailing_whitespace',

  learn: () => ({ rules: { trailingWhitespace: 'refused' } }),

  visit: {
    end({ format, purpose, report, rules, transcript }) {
      const message = transcript.messages.at(-1)
      const block = message?.blocks.at(-1)
      if (rules.trailingWhitespace === 'allowed' || purpose !== 'request') return
      if (message?.role !== 'assistant' || block?.kind !== 'text' || block.text === undefined) return
      const trimmed = block.text.trimEnd()
      if (trimmed === block.text || trimmed === '') return
      report({ at: block, fix: (edit) => edit.replace(block, format.write.withText(block, trimmed)) })
    },
  },
})
