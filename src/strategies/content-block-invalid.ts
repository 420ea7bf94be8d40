import type { Loss } from '../faults/loss.ts'
import type { MediaItem } from '../media/media-item.ts'
import type { Rules } from '../formats/rules.ts'
import type { Fix, Report } from '../lint/fault.ts'
import { isRecord } from '../json/is-record.ts'
import type { LintContext } from '../lint/lint-context.ts'
import { blockFinder } from '../lint/see-through.ts'
import type { BlockKind } from '../transcript/block-kind.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { fieldChecks } from '../transcript/field-checks.ts'
import { claimsNumber } from '../transcript/claims-number.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'
import { keepsContents } from '../transcript/keeps-contents.ts'
import { callAsText, toolCallLabel } from './shared/call-as-text.ts'
import { fullText } from './shared/full-text.ts'
import { translateTools } from './shared/translate-tools.ts'
import { unreadPart, wordsIn } from './shared/unread-part.ts'
import { describeMedia } from './shared/describe-media.ts'
import { marked } from '../faults/synthetic-text.ts'

export const contentBlockInvalidMeta: FaultMeta = {
  title: 'a malformed or unknown block',
  meaning: 'A block or item is malformed or of a type the format does not know in that place.',
  repair: 'Convert to the right type, or keep its text as text; the original goes into the edit record.',
  mayLose: 'The form of the block; its text stays.',
  says: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
  link: 'https://platform.openai.com/docs/api-reference/responses/create',
}

/**
 * A block or item is malformed or of a type the format does not know in that place.
 *
 * Repair: what only a user may send moves to the user's turn; of other blocks the text stays as text, and a block without any
 * text goes: the edit record keeps the original.
 */
export const contentBlockInvalid: Strategy<'content_block_invalid'> = defineStrategy({
  type: 'content_block_invalid',

  learn: ({ blockIndex, messageIndex, path, rules, text }) => {
    // What cites may go without its source; the text that cites stays.
    if (path?.includes('.citations.'))
      return { rules: { refusedFields: new Set([...rules.refusedFields, 'citations']) } }
    const refused = refusedIn(text)
    const isNamed = ({ index, message }: Block): boolean => message.index === messageIndex && index === blockIndex
    return {
      suspects: (block) =>
        block.kind === 'unknown' ||
        (block.kind === 'tool_call' && path?.includes('.caller') === true && block.message.index === messageIndex) ||
        (block.kind === 'other' && (blockIndex === undefined || isNamed(block))) ||
        (mayHoldParts.has(block.kind) && (isNamed(block) || block.shape.type === refused)) ||
        (opaque.has(block.kind) && (block.message.index === messageIndex || block.shape.type === refused)),
    }
  },

  visit: {
    block(block, context) {
      const held = block.kind === 'unknown' ? (block.payload as readonly unknown[] | undefined) : undefined
      if (held)
        return context.report({
          ...inAnotherForm(block, held),
          reveals: true,
          fix: (edit) => edit.replace(block, ...held),
        })
      // An incomplete thinking block is the business of `thinking_block_empty`.
      const meant =
        block.kind === 'thinking' ? undefined : context.format.canonical?.(block, context.rules, context.transcript)
      if (meant !== undefined) {
        // The result of a call shows only once the call has its id, and what a union lacks only once its nulls are gone.
        const reveals = context.rules.unionsAlone ?? (block.kind === 'tool_call' && !block.callId)
        return context.report({ ...inAnotherForm(block, meant), reveals })
      }
      const isForeign = block.kind === 'unknown' || block.kind === 'other'
      const translated = isForeign ? translateTools(block.message, context) : undefined
      if (translated?.blocks.has(block))
        return context.report({
          at: block,
          detail: { type: typeName(block.raw), problem: 'written in another form' },
          ...translated.repair,
        })
      const problem = problemOf(block) ?? context.format.blockProblem?.(block, context.transcript) ?? null
      if (problem === null) return
      const at = { at: block, detail: { type: typeName(block.raw), problem } }
      const rescued =
        block.kind === 'unknown' || block.kind === 'search_result' ? context.format.write.rescue?.(block) : null
      if (rescued)
        return context.report({
          ...at,
          loss: lossOf(block.raw, rescued),
          // A call among them has its result behind it (I5).
          reveals: true,
          fix: (edit) => edit.replace(block, ...rescued),
        })
      if (movable.has(context.rules.results) && isUsersBlock(block)) {
        const fix: Fix = (edit) => {
          edit.remove(block)
          edit.tellUser(block.message, [block.raw])
        }
        return context.report({ ...at, fix })
      }
      const { medium, text } = tellingOf(block, context)
      context.report({
        ...at,
        loss: medium ? 'lossy' : text.trim() === '' ? lossOfWordless(block) : 'synthesised',
        fix: (edit) => edit.tell(block, text.trim() === '' ? '' : text),
      })
    },

    message(message, context) {
      const { format, report } = context
      const translated = translateTools(message, context)
      if (translated?.blocks.size === 0)
        return report({ at: message, detail: { problem: 'calls in another form' }, ...translated.repair })
      if (message.content !== 'invalid') return
      const { contentField } = format
      const detail = { problem: noList }
      const held = heldContent(message, context)
      if (held.length > 0)
        return report({
          at: message,
          detail,
          reveals: true,
          fix: (edit) => edit.setField(message, contentField, held),
        })
      const text = textOf(message.raw, contentField)
      report({
        at: message,
        detail,
        loss: text === '' ? 'none' : 'synthesised',
        fix: (edit) => {
          if (text === '') edit.removeMessage(message)
          else edit.replaceMessage(message, rewritten(message, text, format.write))
        },
      })
    },

    suspect(block, context) {
      const { format, report, rules, transcript } = context
      const translated = translateTools(block.message, context, block)
      if (translated?.blocks.has(block))
        return report({ at: block, detail: { type: typeName(block.raw) }, ...translated.repair })
      // What can be mended is.
      if (
        mayHoldParts.has(block.kind) &&
        (format.canonical?.(block, rules) ?? format.blockProblem?.(block, transcript))
      )
        return
      // A summary is written out, and then stands for what it sums up.
      const { medium, text } = tellingOf(block, context)
      const isThought = block.kind === 'thinking'
      report({
        at: block,
        detail: { type: typeName(block.raw) },
        loss: medium ? 'lossy' : isThought || text !== '' ? 'synthesised' : lossOfWordless(block),
        fix: (edit) => (isThought ? edit.giveUpThinking(block) : edit.tell(block, text)),
      })
    },
  },
})

/** The blocks that stand in wraps where a list of them should. */
export function heldContent(message: Message, { format, rules }: LintContext): readonly unknown[] {
  const { contentField } = format
  return isRecord(message.raw) ? blockFinder(message, format, rules)(message.raw[contentField], contentField) : []
}

/** What is wrong about content that no format reads. */
export const noList = 'content is no text and no list'

/** The type that an error says to be none of those it takes. */
export function refusedIn(text: string): string | undefined {
  return /(?:invalid value: |content type:? )'?(\w+)/i.exec(text)?.[1]
}

/** What holds parts, none of which any list shows to be wrong: it goes when it is named. */
const mayHoldParts: ReadonlySet<BlockKind> = new Set(['media', 'search_result'])

/** What only its provider reads. */
const opaque: ReadonlySet<BlockKind> = new Set(['thinking', 'compaction'])

/** A block that evidently means something legal, in the form that is. */
export function inAnotherForm(block: Block, meant: unknown): Report {
  return {
    at: block,
    detail: { type: typeName(block.raw), problem: 'written in another form' },
    loss: lossOf(block.raw, meant),
    fix: (edit) => edit.replace(block, meant),
  }
}

export function lossOf(before: unknown, after: unknown): Loss {
  return keepsContents(before, after) && !claimsNumber(before, after) ? 'none' : 'synthesised'
}

/** Where results stand when messages have turns: what is said in the wrong one can go to the next. */
const movable: ReadonlySet<Rules['results']> = new Set(['next-turn', 'own-messages'])

/** A block that only a user may say, in the turn of somebody else: it moves, and nothing of it is lost. */
function isUsersBlock({ message, shape }: Block): boolean {
  return shape.roles?.includes('user') === true && message.role !== 'user'
}

function problemOf(block: Block): string | null {
  const { shape } = block
  if (shape.kind === 'unknown') return isRecord(block.raw) ? 'unknown type' : 'not an object'
  if (shape.roles !== null && !shape.roles.includes(block.message.role)) {
    return block.kind === 'tool_result' || block.message.role === 'unknown'
      ? null
      : `not allowed in role ${block.message.role}`
  }
  if (!isRecord(block.raw)) return null
  const fields = block.raw
  for (const [field, check] of shape.required) {
    if (!fieldChecks[check](fields[field]) && !hasOwnStrategy(block, field))
      return `${field} is missing or of the wrong type`
  }
  return null
}

/** What can be said of a block that goes: its words, or which medium it was. */
function tellingOf(
  block: Block,
  context: LintContext,
): { readonly medium?: MediaItem | undefined; readonly text: string } {
  const medium = mediumOf(block, context)
  const said = medium ? describeMedia(medium, 'may not stand here') : fullText(block, context.format)
  if (block.kind === 'tool_call') return { text: callAsText(toolCallLabel, block.name, said) }
  return { medium, text: said.trim() === '' ? unreadPart(block) : said }
}

/** The medium that goes with the block; undefined when it holds none (I4). */
export function mediumOf(block: Block, { format }: LintContext): MediaItem | undefined {
  return block.kind === 'media' ? format.media(block).find(({ data, name, url }) => data ?? url ?? name) : undefined
}

/** A block goes with what is in it: thoughts of the model that nobody can read any more, or what may be a picture of a user (I4). */
function lossOfWordless({ kind, message, raw }: Block): Loss {
  const { role } = message
  const { type: _type, ...fields } = isRecord(raw) ? raw : {}
  const isShown = role === 'user' || (kind === 'unknown' && role !== 'assistant')
  // What a tool gave back is as dear as what a user showed, also in the item of a hosted one, which holds its call as well.
  const given = [fields['outputs'], role === 'tool' && (fields['output'] ?? fields['result'])]
  if (wordsIn(isShown ? raw : given).length > 0) return 'lossy'
  return wordsIn(Object.values(fields)).length > 0 ? 'synthesised' : 'none'
}

/** Ids, names, inputs and signatures of calls and thinking have strategies of their own. */
function hasOwnStrategy({ kind }: Block, field: string): boolean {
  if (kind === 'thinking' || kind === 'tool_call') return field !== 'server_name'
  return kind === 'tool_result' && field !== 'content'
}

export function typeName(raw: unknown): string {
  return isRecord(raw) && typeof raw['type'] === 'string' ? raw['type'].slice(0, 40) : typeof raw
}

/** What human text an unreadable message holds. */
export function textOf(raw: unknown, contentField: string): string {
  if (typeof raw === 'string') return raw.trim() === '' ? '' : raw
  const content = isRecord(raw) ? raw[contentField] : undefined
  if (isRecord(content) && typeof content['text'] === 'string') return content['text']
  if ((content ?? null) === null) return sayingsIn(raw).join('\n')
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
