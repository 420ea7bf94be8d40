import { marked } from '../../faults/synthetic-text.ts'
import { type Loss, worseLoss } from '../../faults/loss.ts'
import type { Format } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Draft } from '../../lint/draft.ts'
import type { Fix } from '../../lint/fault.ts'
import { callsFields, type ForeignMessage, type ForeignPart, foreignToolsOf } from '../../lint/foreign-tools.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import { isCall, type ToolPart } from '../../lint/tool-part.ts'
import { ToolPlaces } from '../../lint/tool-places.ts'
import type { ForeignTool } from '../../transcript/foreign-tool.ts'
import { keepsContents } from '../../transcript/keeps-contents.ts'
import { callAsText } from './call-as-text.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import { tellingsIn } from '../../transcript/sayings-in.ts'
import type { Block, Message } from '../../transcript/transcript.ts'

/** How a message is repaired that holds calls or results in another API's form. */
export interface Translation {
  readonly repair: { readonly loss: Loss; readonly fix: Fix; readonly reveals: true }
  /** The blocks of the view that hold them; none where they stand beside the content, or are the message. */
  readonly blocks: ReadonlySet<Block | undefined>
}

/**
 * The message with its calls and results as the format writes them, each where it has its place; what can stand nowhere (a call in a message
 * of the user, a result without its call) is told as a text that says whose it is (I5). Undefined where the message holds none of them.
 *
 * @param suspect the block that the provider has refused: it goes with its other half
 */
export function translateTools(message: Message, context: LintContext, suspect?: Block): Translation | undefined {
  const foreign = foreignToolsOf(message, context, suspect)
  if (foreign === undefined) return undefined
  // Each of its blocks asks.
  let translation = translations.get(foreign)
  if (translation === undefined) translations.set(foreign, (translation = translated(foreign, context)))
  return translation
}

const translations = new WeakMap<ForeignMessage, Translation>()

function translated(foreign: ForeignMessage, context: LintContext): Translation {
  const halves = new Set(foreign.tools.flatMap((tool) => otherHalf(tool, context) ?? []))
  const written = [foreign, ...halves].map((held) => writtenAnew(held, context))
  return {
    blocks: foreign.blocks,
    repair: {
      loss: written.map(lossOf).reduce(worseLoss),
      // Whose result is missing shows when each is what it is (I5).
      reveals: true,
      fix: (edit) => {
        for (const one of written) replace(one, edit)
      },
    },
  }
}

/** The message of a half that the provider has not refused yet. */
function otherHalf({ call, message, result }: ToolPart, context: LintContext): ForeignMessage | undefined {
  const half = result ?? (call !== undefined && 'tool' in call ? call : undefined)
  if (half === undefined || half.message === message || half.isAtFault) return undefined
  return foreignToolsOf(half.message, context, half.block)
}

interface Written {
  readonly message: Message
  readonly messages: readonly unknown[]
  /** Calls of the format itself that get their results in their own block. */
  readonly answered: readonly (readonly [Block, unknown])[]
  /** What stands in other messages instead. */
  readonly moved: readonly unknown[]
  /** What is told as a text. */
  readonly told: readonly unknown[]
}

function replace({ answered, message, messages: [first, ...rest] }: Written, edit: Draft): void {
  if (first === undefined) edit.removeMessage(message)
  else edit.replaceMessage(message, first)
  for (const raw of rest) edit.insertRaw(message.index + 1, raw)
  for (const [call, raw] of answered) edit.replace(call, raw)
}

function lossOf({ message, messages, moved, told }: Written): Loss {
  if (told.some((raw) => mediaIn(raw).length > 0)) return 'lossy'
  return told.length > 0 || !keepsContents(message.raw, [...messages, ...moved]) ? 'synthesised' : 'none'
}

function writtenAnew(foreign: ForeignMessage, { format, forms, rules }: LintContext): Written {
  const { message, speaker } = foreign
  const places = new (forms?.places ?? ToolPlaces)(format.write, rules)
  const told: unknown[] = []
  for (const part of foreign.parts) {
    const { tool } = part
    if (tool === undefined) places.content.push(...asOwn(part, speaker, format))
    else if (isCall(tool)) places.call(tool)
    else if (tool.call !== undefined) places.result(tool.call, tool.tool)
    else {
      const text = textOf(part.raw, tool.tool)
      if (text === '') continue
      told.push(part.raw)
      places.content.push(format.write.text(text, speaker))
    }
  }
  const { answered, moved } = places
  const messages = places.messages(speaker, (content) => messageOf(foreign, content, format))
  return { message, messages, moved, told, answered }
}

function messageOf(foreign: ForeignMessage, content: readonly unknown[], format: Format): unknown {
  const { isStrange, message, speaker } = foreign
  const { write } = format
  const own = isStrange ? write.message(speaker, content) : withContent(foreign, content, format)
  // Whose each half is has to be known before they are paired.
  return message.role === 'unknown' ? write.withField(own, 'role', format.roleName(speaker)) : own
}

/** The message without the fields of another format, and with that content. */
function withContent(
  { message, parts }: ForeignMessage,
  content: readonly unknown[],
  { contentField, write }: Format,
): unknown {
  const fields = callsFields.filter((field) => parts.some((part) => part.field === field))
  const bare = fields.reduce((raw, field) => write.withField(raw, field, undefined), message.raw)
  const own = parts.filter(({ field }) => field === contentField).map(({ raw }) => raw)
  const isSame = own.length === content.length && own.every((raw, index) => raw === content[index])
  if (isSame) return bare
  return write.withField(
    bare,
    contentField,
    content.map((raw) => (typeof raw === 'string' ? write.text(raw, message.role) : raw)),
  )
}

/** What is said beside them: texts of another format are texts here; what else there is its strategies look at. */
function asOwn(
  { isStrange, raw }: ForeignPart,
  speaker: ForeignMessage['speaker'],
  { write }: Format,
): readonly unknown[] {
  const text = isRecord(raw) ? raw['text'] : raw
  if (!isStrange || typeof text !== 'string') return [raw]
  return text.trim() === '' ? [] : [write.text(text, speaker)]
}

/** Bare, it would be taken for the words of whoever's message it stands in (I5). */
function textOf(raw: unknown, { id, kind, name, payload, result }: ForeignTool): string {
  if (kind === 'call') {
    const call = id ? `${name ?? ''} (${id})` : name
    const told = callAsText('A tool call of the assistant, written as another API does', call, payload)
    return result ? `${told}\n${textOf(raw, result)}` : told
  }
  const said = typeof payload === 'string' ? payload : tellingsIn(raw).join('\n')
  return said.trim() === '' ? '' : `${marked('The result of a tool call, written as another API does')}:\n${said}`
}
