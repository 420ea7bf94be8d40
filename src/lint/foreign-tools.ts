import { fieldOfMessage } from '../formats/field-of-message.ts'
import type { Format } from '../formats/format.ts'
import { isRecord } from '../json/is-record.ts'
import { readOnce } from '../json/read-once.ts'
import { type ForeignTool, foreignAnswer, foreignCall, foreignTool } from '../transcript/foreign-tool.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { readCalls } from './hidden-call.ts'
import type { LintContext } from './lint-context.ts'
import type { Speaker, ToolPart } from './tool-part.ts'
import { isFilled } from '../json/is-filled.ts'
import { pairForeignTools } from './pair-foreign-tools.ts'

/** One part of a message that holds something of a tool in another API's form: what is said beside it, or that. */
export interface ForeignPart {
  readonly raw: unknown
  /** The field of the raw message that holds it; `''` where it is the message. */
  readonly field: string
  /** It stands where the format has no place for it: what it says must be written anew. */
  readonly isStrange: boolean
  readonly tool?: ToolPart | undefined
}

/** A message of which something has to be translated. */
export interface ForeignMessage {
  readonly message: Message
  readonly speaker: Speaker
  readonly parts: readonly ForeignPart[]
  /** The format reads nothing of it: it is written anew. */
  readonly isStrange: boolean
  /** Its calls and results, in order, and the blocks that they are in the view. */
  readonly tools: readonly ToolPart[]
  readonly blocks: ReadonlySet<Block | undefined>
}

/** The fields in which Chat Completions, what follows it, and the chats of AI SDK 4 keep calls beside the content. */
export const callsFields = ['tool_calls', 'function_call', 'toolInvocations'] as const
const contentFields = ['content', 'parts'] as const
/** How other formats call the model. */
const modelNames: ReadonlySet<unknown> = new Set(['assistant', 'model', 'ai'])

/**
 * What of a message is written as another API writes calls and their results, where the format refuses that; undefined where nothing is.
 *
 * @param suspect a block that the provider has refused, although it need not refuse each of its kind
 */
export function foreignToolsOf(message: Message, context: LintContext, suspect?: Block): ForeignMessage | undefined {
  const held = mayHoldTools(message, context.format) ? foreignIn(context).get(message) : undefined
  return held?.tools[0]!.isAtFault || held?.blocks.has(suspect) ? held : undefined
}

/** Every id that a message has in another API's form; undefined of a tool without one. */
export function foreignIds(message: Message, format: Format): readonly unknown[] {
  return toolsIn(message, format)?.tools.map(({ id }) => id) ?? []
}

/** What a message holds of tools in another API's form; undefined where it is none. */
function toolsIn(message: Message, format: Format): ForeignMessage | undefined {
  const held = mayHoldTools(message, format) ? readMessage(message, format) : undefined
  return held?.tools.length ? held : undefined
}

/** Most messages are read as they are, and have no field of another format. */
function mayHoldTools({ blocks, content, raw, role }: Message, format: Format): boolean {
  if (!isRecord(raw)) return false
  // An item has no content: it is its only block.
  if (role === 'unknown' || (content !== 'none' && !isReadable(content))) return true
  for (const { callId, field, kind } of blocks)
    if (kind === 'unknown' || kind === 'other' || (kind === 'tool_result' && field === '' && !callId)) return true
  return (
    callsFields.some((field) => field !== format.callsField && fieldOfMessage(raw, field, format) !== undefined) ||
    format.functionAnswer?.(raw) !== undefined
  )
}

/** Whether the format finds the content where it looks for it. */
function isReadable(content: Message['content']): boolean {
  return content === 'blocks' || content === 'text'
}

const foreignIn = readOnce((context: LintContext): ReadonlyMap<Message, ForeignMessage> => {
  const { format, transcript } = context
  const read = transcript.messages.flatMap((message) => toolsIn(message, format) ?? [])
  if (read.length === 0) return none
  const all = read.flatMap(({ tools }) => tools)
  pairForeignTools(all, context)
  // What stands in one message goes together, and so does a pair.
  const spread = (isRefused: (part: ToolPart) => boolean | undefined): void => {
    for (const { tools } of read) if (tools.some(isRefused)) for (const part of tools) part.isAtFault = true
  }
  const awaited = new Set(
    [...context.pairing.openCalls].map((call) => format.unnamedResult?.(call, transcript)?.message),
  )
  for (const { message, tools } of read)
    if (!awaited.has(message) && refusesCalls(message, context)) tools[0]!.isAtFault = true
  spread(({ isAtFault }) => isAtFault)
  spread(({ result }) => result?.isAtFault)
  spread(({ call }) => call !== undefined && 'tool' in call && call.isAtFault)
  return new Map(read.map((held) => [held.message, held]))
})

const none: ReadonlyMap<Message, ForeignMessage> = new Map()

/**
 * Whether a field of calls beside the content is refused, or who says it. That of a chat of AI SDK 4, the last, no format knows, and the
 * one before it only those that know functions.
 */
function refusesCalls({ raw, role }: Message, { format, rules }: LintContext): boolean {
  const { messageFields, messageFieldsOf, refusedFields, roleNames } = rules
  const known = messageFieldsOf?.[role] ?? messageFields
  const isStrange = format.functionAnswer !== undefined && !roleNames.has('function')
  if (format.functionAnswer?.(raw)) return isStrange
  return callsFields.some(
    (field, at) =>
      (raw as Readonly<Record<string, unknown>>)[field] !== undefined &&
      (known?.has(field) === false || refusedFields.has(field) || (at > 0 && (isStrange || at > 1))),
  )
}

function readMessage(message: Message, format: Format): ForeignMessage {
  const { blocks, content, role } = message
  const raw = message.raw as Readonly<Record<string, unknown>>
  const tools = wholeTools(message, format)
  const speaker = tools.length > 0 ? speakerOfTools(tools) : speakerOf(message, raw)
  const ownIds = new Set(blocks.flatMap(({ callId, kind }) => (kind === 'tool_call' ? [callId] : [])))
  const part = (value: unknown, field: string, tool?: ForeignTool, isAtFault = true, block?: Block): ForeignPart => ({
    raw: value,
    field,
    isStrange: field !== format.contentField,
    // What repeats a call of the format's own is none of another.
    tool: ownIds.has(tool?.id) ? undefined : tool && { tool, message, speaker, block, id: tool.id, isAtFault },
  })
  if (tools.length > 0) {
    const block = blocks.find(({ kind }) => kind === 'unknown')
    return foreign(
      message,
      speaker,
      true,
      tools.map((tool) => part(raw, '', tool, !format.functionAnswer?.(raw), block)),
    )
  }
  const isAbsent = !isReadable(content)
  const held = contentFields.find((field) => field !== format.contentField && isFilled(raw[field]))
  const field = isAbsent && held !== undefined ? held : format.contentField
  const own = fieldOfMessage(raw, field, format)
  const blockAt = new Map(blocks.flatMap((block) => (block.field === field ? [[block.index, block]] : [])))
  const said = listed(own).map((value, index): ForeignPart => {
    if (field === held) return part(value, field, foreignTool(value))
    const block = blockAt.get(Array.isArray(own) ? index : -1)
    return part(value, field, block && strangerIn(block, format), block?.kind === 'unknown', block)
  })
  const isAlone = said.length === 0 || isAbsent || role === 'unknown'
  const beside = callsFields.flatMap((name) => {
    const read = blocks.find((block) => block.field === name)
    if (name === format.callsField || read?.kind === 'tool_call') return []
    const held = fieldOfMessage(raw, name, format)
    const calls = readCalls(held) ?? listed(held)
    return calls.map((value) => part(value, name, foreignCall(value), isAlone && read === undefined))
  })
  return foreign(message, speaker, field === held, [...said, ...beside])
}

function foreign(
  message: Message,
  speaker: Speaker,
  isStrange: boolean,
  parts: readonly ForeignPart[],
): ForeignMessage {
  const tools = parts.flatMap(({ tool }) => tool ?? [])
  return { message, speaker, isStrange, parts, tools, blocks: new Set(tools.flatMap(({ block }) => block ?? [])) }
}

/** What the format can read of a block by itself is none of another. */
function strangerIn(block: Block, { write }: Format): ForeignTool | undefined {
  const isStrange = block.kind === 'unknown' || block.kind === 'other'
  return isStrange && !write.rescue?.(block)?.length ? foreignTool(block.raw) : undefined
}

/** The call or the results that a message is as a whole. */
function wholeTools({ blocks, content, raw, role }: Message, format: Format): readonly ForeignTool[] {
  const answer = foreignAnswer(format.functionAnswer?.(raw))
  if (answer !== undefined) return [answer]
  const fields = raw as Readonly<Record<string, unknown>>
  const [first] = blocks
  if (first?.kind === 'tool_result' || first?.kind === 'tool_call') {
    // A message of a tool holds one result here, and a list of them in the AI SDK.
    if (first.callId || !Array.isArray(first.payload)) return []
    const tools = first.payload.flatMap((part) => foreignTool(part) ?? [])
    return tools.length === first.payload.length && tools.every(({ kind }) => kind === 'result') ? tools : []
  }
  const isRead = role !== 'unknown' && isReadable(content)
  const tool = foreignAnswer(raw) ?? ((fields['role'] ?? undefined) === undefined ? foreignTool(raw) : undefined)
  return tool === undefined || isRead ? [] : [tool]
}

function speakerOfTools([tool]: readonly ForeignTool[]): Speaker {
  return tool?.kind === 'call' ? 'assistant' : 'user'
}

function speakerOf({ role }: Message, raw: Readonly<Record<string, unknown>>): Speaker {
  if (role === 'assistant' || role === 'system') return role
  if (role === 'unknown' && modelNames.has(raw['role'] ?? raw['type'])) return 'assistant'
  return 'user'
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isFilled(value) ? [value] : []
}
