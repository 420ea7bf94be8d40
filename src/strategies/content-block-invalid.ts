import type { FieldCheck } from '../formats/block-shape.ts'
import { isRecord } from '../transcript/is-record.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'
import { marked } from './synthetic-text.ts'

const checks: Readonly<Record<FieldCheck, (value: unknown) => boolean>> = {
  any: (value) => value !== undefined,
  string: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string' && value !== '',
  object: isRecord,
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  'string-or-array': (value) => typeof value === 'string' || Array.isArray(value),
  'nullable-string': (value) => value === null || typeof value === 'string',
}

/**
 * A block or item is malformed or of a type the format does not know in that place.
 *
 * Repair: its text stays as text; a block without any text goes, and the edit record keeps the original.
 */
export const contentBlockInvalid: Strategy = defineStrategy({
  type: 'content_block_invalid',

  reportedAs: [],

  learn: () => ({ suspects: (block) => block.kind === 'unknown' || block.kind === 'other' }),

  visit: {
    block(block, context) {
      const problem = problemOf(block)
      if (problem === null) return
      const text = context.format.write.plainText(block)
      context.report({
        at: block,
        detail: { type: typeName(block.raw), problem },
        loss: text.trim() === '' ? 'none' : 'synthesised',
        fix: (edit) => edit.replace(block, ...(text.trim() === '' ? [] : [edit.write.text(text)])),
      })
    },

    message(message, { format, report }) {
      if (message.content !== 'invalid') return
      const text = textOf(message.raw, format.contentField)
      report({
        at: message,
        detail: { problem: 'content is no text and no list' },
        loss: text === '' ? 'none' : 'synthesised',
        fix: (edit) => {
          if (text === '') edit.removeMessage(message)
          else edit.replaceMessage(message, rewritten(message, text, format.write))
        },
      })
    },

    suspect(block, { report }) {
      report({ at: block, detail: { type: typeName(block.raw) }, fix: (edit) => edit.remove(block) })
    },
  },
})

function problemOf(block: Block): string | null {
  const { shape } = block
  if (shape.kind === 'unknown') return isRecord(block.raw) ? 'unknown type' : 'not an object'
  if (shape.roles !== null && !shape.roles.includes(block.message.role)) {
    return block.kind === 'tool_result' || block.message.role === 'unknown'
      ? null
      : `not allowed in role ${block.message.role}`
  }
  if (block.index < 0) return null
  const fields = block.raw as Record<string, unknown>
  for (const [field, check] of shape.required) {
    if (!checks[check](fields[field]) && !hasOwnStrategy(block, field))
      return `${field} is missing or of the wrong type`
  }
  return null
}

/** Ids, names, inputs and signatures of calls and thinking have strategies of their own. */
function hasOwnStrategy({ kind }: Block, field: string): boolean {
  if (kind === 'thinking' || kind === 'tool_call') return field !== 'server_name'
  return kind === 'tool_result' && field !== 'content'
}

function typeName(raw: unknown): string {
  return isRecord(raw) && typeof raw['type'] === 'string' ? raw['type'].slice(0, 40) : typeof raw
}

/** What human text an unreadable message holds. */
function textOf(raw: unknown, contentField: string): string {
  if (typeof raw === 'string') return raw.trim() === '' ? '' : raw
  const content = isRecord(raw) ? raw[contentField] : undefined
  if (isRecord(content) && typeof content['text'] === 'string') return content['text']
  if (content === undefined || content === null) return ''
  return typeof content === 'object' ? marked(JSON.stringify(content)) : String(content)
}

function rewritten(
  message: Message,
  text: string,
  write: Parameters<NonNullable<Strategy['visit']['message']>>[1]['format']['write'],
): unknown {
  if (isRecord(message.raw)) return write.withField(message.raw, 'content', text)
  return write.message('user', [write.text(text)])
}
