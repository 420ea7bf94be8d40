import { isRecord } from '../json/is-record.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'
import { insideBlock } from './shared/inside-block.ts'
import { lossOfWords } from './shared/loss-of-words.ts'
import { checkBlock, losesMedia, refusing, unsaid } from './shared/stranger-fields.ts'

export const unknownFieldMeta: FaultMeta = {
  title: 'a field that the format does not permit',
  meaning: 'A block, item or message carries a field that the format does not permit.',
  repair: 'Remove the field.',
  mayLose: 'The value of the field.',
  says: 'messages.2.content.0.tool_use.caller: Extra inputs are not permitted',
  link: 'https://github.com/ServiceStack/llms/issues/17',
}

/**
 * A block, item or message carries a field that the format does not permit.
 *
 * Repair: the field goes; the edit record keeps it.
 */
export const unknownField: Strategy<'unknown_field'> = defineStrategy({
  type: 'unknown_field',

  learn: ({ field, path, rules }) => {
    if (field === undefined) return {}
    const refusedInside = insideBlock(path)
    return { rules: refusedInside ? { refusedInside } : refusing([field], rules) }
  },

  visit: {
    block(block, context) {
      checkBlock(block, context.rules, context)
    },

    message(message, { format, report, rules }) {
      if (message.content === 'none') return
      const known = rules.messageFieldsOf?.[message.role] ?? rules.messageFields
      if (!isRecord(message.raw)) return
      for (const field in message.raw) {
        if (known?.has(field) !== false && !rules.refusedFields.has(field)) continue
        if (field === format.contentField || field === 'role' || message.raw[field] === undefined) continue
        // Of a model only what it refused is told on: programs keep copies and notes of the rest beside it.
        const isNoted = message.role === 'assistant' && field !== 'refusal'
        const value = isNoted ? [] : [{ [field]: message.raw[field] }]
        const said = unsaid(sayingsIn(value), message.blocks, field)
        const isKept = message.role === 'user' || message.role === 'assistant'
        const { [field]: _stranger, ...clean } = message.raw
        report({
          at: message,
          detail: { field },
          loss:
            losesMedia(value, message, format) || (said.length > 0 && !isKept)
              ? 'lossy'
              : lossOfWords(said, message.raw, clean),
          fix: (edit) => {
            edit.setField(message, field, undefined)
            if (!isKept) return
            for (const saying of said)
              edit.insert(message, message.blocks.length, edit.write.text(saying, message.role))
          },
        })
      }
    },
  },
})
