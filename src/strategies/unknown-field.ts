import { isRecord } from '../transcript/is-record.ts'
import type { Block } from '../transcript/transcript.ts'
import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A block, item or message carries a field that the format does not permit.
 *
 * Repair: the field goes; the edit record keeps it.
 */
export const unknownField: Strategy = defineStrategy({
  type: 'unknown_field',

  reportedAs: [
    wording('anthropic', /(?:messages|system)\.[^:]{1,160}: extra inputs/),
    wording('openai', /(?:unknown|unsupported) parameter: (?:messages|input)\./, 'OpenAI Responses'),
    wording(
      'gemini',
      /unknown name \w{1,60}at (?:request\.)?(?:contents|system_?instruction)[\w.]{0,60}: cannot find field/,
    ),
    wording(
      'groq',
      /messages\.[^.:]{1,8}[^{}]{0,200}property [\w.]{1,100}is unsupported/,
      'github.com/ServiceStack/llms/issues/17',
    ),
    wording('zhipu', /messages?\.[^.:]{1,8}\.content\.[^.:]{1,8} has invalid fields?/),
    wording('vllm', /messages,\w+,[\w,.-]{1,120}\)?,msg: extra inputs are not permitted/),
    wording('azure', /additional properties are not allowed .{1,160}messages\.[^.:]{1,8}/),
    wording('any', /messages\.[^.:]{1,8}[^{}:]{0,60}: (?:unknown|unexpected|unrecognized|invalid) field/),
  ],

  learn: ({ field }, { refusedFields }) =>
    field === undefined ? {} : { rules: { refusedFields: new Set([...refusedFields, field]) } },

  visit: {
    block(block, { format, report, rules }) {
      const { fields } = block.shape
      if (block.index < 0 || (fields === null && rules.refusedFields.size === 0)) return
      for (const field in block.raw as object) {
        if (fields?.has(field) !== false && !isRefused(field, block, rules.refusedFields)) continue
        if (field === 'cache_control') continue
        report({
          at: block,
          detail: { field },
          fix: (edit) => edit.replace(block, without(block, rules.refusedFields, format.write.withField)),
        })
        return
      }
    },

    message(message, { format, report, rules }) {
      if (message.content === 'none') return
      const known = rules.messageFieldsOf?.[message.role] ?? rules.messageFields
      if (!isRecord(message.raw) || (known === null && rules.refusedFields.size === 0)) return
      for (const field in message.raw) {
        if (known?.has(field) !== false && !rules.refusedFields.has(field)) continue
        if (field === format.contentField || field === 'role') continue
        report({ at: message, detail: { field }, fix: (edit) => edit.setField(message, field, undefined) })
      }
    },
  },
})

/** A field that the block cannot be without is refused on other blocks only. */
function isRefused(field: string, { shape }: Block, refused: ReadonlySet<string>): boolean {
  return refused.has(field) && field !== 'type' && !shape.required.some(([name]) => name === field)
}

function without(
  block: Block,
  refused: ReadonlySet<string>,
  withField: (raw: unknown, field: string, value: unknown) => unknown,
): unknown {
  let clean = block.raw
  for (const field in block.raw as object) {
    if (block.shape.fields?.has(field) === false || isRefused(field, block, refused))
      clean = withField(clean, field, undefined)
  }
  return clean
}
