import { isRecord } from '../../json/is-record.ts'
import { holders } from '../../media/foreign-medium.ts'
import { readImageHeader } from '../../media/image-header.ts'
import type { MediaItem } from '../../media/media-item.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import type { Format, FormatWriter, RequestBody } from '../format.ts'
import { makePlain, type MessageMaker, messageMaker } from './message-classes.ts'
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts'
import {
  anthropicReasoning,
  anthropicResultParts,
  dataProblem,
  imagePart,
  isRefusedPart,
  serverProblem,
} from './anthropic-content.ts'
import {
  anthropicContent,
  callTypes,
  type ContentShapes,
  contentShape,
  isLeftOutForAnthropic,
  repeatTypes,
} from './content-shapes.ts'
import {
  converseContent,
  converseMedium,
  converseRescue,
  converseResultParts,
  isSentByConverse,
} from './converse-content.ts'
import { withAnswerInStep } from './answer-items.ts'
import { withBlankOutputs } from './blank-outputs.ts'
import { entryOf } from './entry-of.ts'
import { googleContent, googleMedium, googleRescue, googleResultParts, isSentByGoogle } from './google-content.ts'
import { meantBlock, meantFields, meantRole, typedText } from './message-mends.ts'
import {
  areStored,
  fieldOf,
  isStandard,
  isMessageInstance,
  isStored,
  itemsField,
  kindOf,
  rawCallsField,
  reasoningField,
} from './message-fields.ts'
import { stringOf } from '../../json/string-of.ts'
import type { Rules } from '../rules.ts'
import { mirroredCall } from './mirrored-call.ts'
import { readLangchainMessage } from './read-langchain-message.ts'
import { rescue } from '../openai-chat/canonical.ts'
import { chatContent, chatResultParts, type OpenAIContent, responsesContent } from './openai-content.ts'
import { providerApi } from '../provider-rules.ts'
import { isBlankText, type PartWriter } from '../result-parts.ts'
import { resultParts } from './result-parts.ts'
import { askedOf, isGenai, langchainRules } from './rules.ts'
import { readMedia } from './media.ts'
import { mayHoldMedia } from '../../transcript/may-hold-media.ts'
import { withoutWordsAmongCalls } from './words-among-calls.ts'
import { langchainWriter } from './write-langchain-message.ts'
import { langchainReader } from './screen.ts'

/** Messages of @langchain/core 1: class instances, and every other form that LangChain coerces into them. */
export const langchain: Format = {
  name: 'langchain',
  contentField: 'content',
  listField: 'messages',
  callsField: 'tool_calls',
  hasSystemField: true,
  reasoningField: null,
  roleName: (role) => role,
  rules: langchainRules,
  toolNames: ({ tools }) => (Array.isArray(tools) ? new Set(tools.flatMap(nameOf)) : null),
  read: (raw, index) => readLangchainMessage(raw, index),
  reader: langchainReader,
  bind: (messages, request) => (areMixed(messages) ? amongSent(readerOf(request)) : readerOf(request)),
  field: fieldOf,
  roleOf: kindOf,
  isRead: isMessageInstance,
  functionAnswer,
  meantFields: (message) => ({ ...meantFields(message), ...withoutWordsAmongCalls(message) }),
  canonical: meantBlock,
  references: () => [],
  definitions: () => [],
  media: (block) => mediaOf(block).map(unweighed),
  isDirective: () => false,
  isEmptyThinking: (block) => !block.signature && (block.text ?? '').trim() === '',
  unsentCalls: (message) => {
    const own = fieldOf(message.raw, 'tool_calls')
    return own === undefined || Array.isArray(own) ? undefined : rawCallsOf(message)
  },
  isErrorResult: ({ raw }) => fieldOf(raw, 'status') === 'error' || fieldOf(raw, 'is_error') === true,
  resultProblem: ({ payload }, { blankInResults, emptyLists, resultParts: parts }) => {
    if (typeof payload === 'string') return null
    if (!Array.isArray(payload)) return 'neither text nor a list'
    if (payload.length === 0) return emptyLists === 'refused' ? 'no blocks' : null
    if (blankInResults === true && payload.some(isBlankText)) return 'blank text'
    return payload.every(parts === 'known' ? resultParts.isPart : isPart) ? null : unknownParts
  },
  isSentEmpty: ({ raw }) => {
    const content = fieldOf(raw, 'content')
    return Array.isArray(content) && content.length > 0 && content.every(isLeftOut)
  },
  write: langchainWriter(makePlain),
  writer: (messages, request) => langchainWriter(messageMaker(messages, request)),
}

/** What the bytes are worth only the provider behind knows; an address in their place is none of any. */
function unweighed(item: MediaItem): MediaItem {
  return item.data === '' || item.data?.startsWith('data:') === true
    ? item
    : { ...item, mediaType: undefined, data: undefined, url: undefined }
}

const unknownParts = 'parts of an unknown shape'

function functionAnswer(raw: unknown): unknown {
  if (kindOf(raw) !== 'function') return undefined
  const name = fieldOf(raw, 'name')
  return typeof name === 'string' ? { role: 'function', name, content: fieldOf(raw, 'content') } : undefined
}

/** A text is a text whichever provider reads it; what else there may be only that one knows. */
function isPart(part: unknown): boolean {
  if (!isRecord(part) || typedText(part) !== undefined) return false
  return part['type'] !== 'text' || typeof part['text'] === 'string'
}

/** Calls stand in a list of their own, and reasoning is another provider's: chat models leave both out of the content. */
function isLeftOut(block: unknown): boolean {
  return (
    isRecord(block) && (repeatTypes.has(block['type']) || contentShape(block['type'], 'assistant').kind === 'thinking')
  )
}

/** The format with the parts of results that one provider reads, and those that it is certain to refuse. */
function withParts(
  parts: PartWriter,
  isRefused: (part: unknown) => boolean,
  rescue?: FormatWriter['rescue'],
): Pick<Format, 'resultProblem' | 'write' | 'writer'> {
  const writerFor = (make: MessageMaker): FormatWriter => ({
    ...langchainWriter(make, parts),
    ...(rescue && { rescue }),
  })
  return {
    resultProblem: (result, rules) => {
      const problem = langchain.resultProblem(result, rules)
      if (problem !== null || !Array.isArray(result.payload)) return problem
      return result.payload.some(isRefused) ? unknownParts : null
    },
    write: writerFor(makePlain),
    writer: (messages, request) => writerFor(messageMaker(messages, request)),
  }
}

/** What may be a medium, whatever it is called: a user shows some that a package does not know. */
function isShown({ kind, message }: Block): boolean {
  return kind === 'media' || (message.role === 'user' && (kind === 'other' || kind === 'unknown'))
}

/** Blocks of content are blocks of the Messages API. */
const forAnthropic: Format = {
  ...langchain,
  ...withParts(anthropicResultParts, isRefusedPart, anthropicReasoning),
  // A message of which nothing is sent is refused.
  blockProblem: (block, transcript) => {
    const { blocks, role } = block.message
    if (role === 'user' && blocks.every(isLeftOutForAnthropic)) return 'the only content, and not sent'
    return dataProblem(block) ?? serverProblem(block, transcript)
  },
  canonical: (block) =>
    (isShown(block) ? imagePart(block.raw) : undefined) ??
    (block.kind === 'media' ? undefined : (meantBlock(block) ?? mirroredCall(block))),
  read: (raw, index) => readLangchainMessage(raw, index, { shapes: anthropicContent }),
  media: mediaOf,
  isEmptyThinking: anthropicMessages.isEmptyThinking,
  // Messages are made with the raw calls of other providers where they have no list; an empty one is all that is sent. Of the calls in
  // the content its own are.
  unsentCalls: (message) =>
    (fieldOf(message.raw, 'tool_calls') === undefined ? undefined : rawCallsOf(message)) ??
    unlistedCalls(message, ({ raw }) => fieldOf(raw, 'type') !== 'tool_use'),
}

/** What is sent to Chat Completions keeps the call of a function as it is. */
const functions = true

/** Which of OpenAI's two APIs will be asked is not known: what one refuses the other may take. */
const forOpenAI: Format = {
  ...langchain,
  read: (raw, index) => readLangchainMessage(raw, index, { shapes: contentShape, functions }),
}

function forApiOfOpenAI(
  { canonical, problem, shapes }: OpenAIContent,
  more: Partial<Format> = {},
  items: boolean = false,
): Format {
  return {
    ...forOpenAI,
    ...more,
    read: (raw, index) =>
      readLangchainMessage(raw, index, {
        shapes: isStandard(raw) ? contentShape : shapes,
        functions,
        callsListed: true,
        items,
      }),
    canonical: (block) => meantBlock(block) ?? (isContent(block) ? canonical(block) : undefined),
    blockProblem: (block) => (isContent(block) ? problem(block) : null),
    media: mediaOf,
    unsentCalls: (message) => langchain.unsentCalls!(message) ?? unlistedCalls(message),
  }
}

/** A block of the content, in a message that is sent block by block. */
function isContent({ field, message }: Block): boolean {
  return field === 'content' && !isStandard(message.raw)
}

const forChat = forApiOfOpenAI(
  chatContent,
  withParts(chatResultParts, (part) => !chatResultParts.isPart(part), rescue),
)
const forResponses = forApiOfOpenAI(responsesContent, { meantFields: meantForResponses, itemId: itemIdOf }, true)

function itemIdOf({ field, raw }: Block): string | undefined {
  return field === reasoningField && isRecord(raw) ? stringOf(raw['id']) : undefined
}

function meantForResponses(message: Message, transcript: Transcript, rules: Rules): Readonly<Record<string, unknown>> {
  return { ...langchain.meantFields!(message, transcript, rules), ...withAnswerInStep(message, transcript, rules) }
}

/** The content of a chat model that throws at what it does not know. */
interface StrictContent {
  readonly shapes: ContentShapes
  /** The raw medium in the form that it sends; undefined where it is, or means none. */
  medium(raw: unknown): unknown
  /** Whether it sends a medium in the form that it has. */
  isSent(medium: Readonly<Record<string, unknown>>): boolean
  readonly rescue: NonNullable<FormatWriter['rescue']>
  readonly parts: PartWriter
  /** Types of content that repeat an entry of `tool_calls`, and that it does not leave out. */
  readonly repeats: ReadonlySet<unknown>
}

/** Calls stand in their list alone, and so do no two of one: Gemini would get them twice, Converse throws. */
function forStrict({ isSent, medium, parts, repeats, rescue, shapes }: StrictContent): Format {
  return {
    ...langchain,
    ...withParts(parts, (part) => !parts.isPart(part), rescue),
    read: (raw, index) =>
      readLangchainMessage(raw, index, { shapes: isStandard(raw) ? contentShape : shapes, callsListed: true }),
    canonical: (block) =>
      meantBlock(block) ?? (block.kind === 'media' && isContent(block) ? medium(block.raw) : undefined),
    blockProblem: (block) =>
      isContent(block) ? (repeatProblem(block, repeats) ?? unsentProblem(block, isSent)) : null,
    media: (block) => mediaOf(block).map(weighed),
    unsentCalls: (message) => langchain.unsentCalls!(message) ?? unlistedCalls(message),
  }
}

/** A picture tells its type itself, whatever is said of it; of some nothing is left. */
function weighed(item: MediaItem): MediaItem {
  if (isHollow(item.raw)) return { ...item, data: '' }
  return readImageHeader(item.data ?? '') ? item : unweighed(item)
}

/** Neither bytes nor where they are. */
function isHollow(medium: unknown): boolean {
  return (
    isRecord(medium) &&
    [...holders, 'data', 'fileUri', 'fileId', 'id', 'text', String(medium['type'])].every(
      (field) => (medium[field] ?? '') === '',
    )
  )
}

function repeatProblem({ kind, raw }: Block, repeats: ReadonlySet<unknown>): string | null {
  return kind === 'other' && isRecord(raw) && repeats.has(raw['type']) ? 'a call that stands in its list' : null
}

/** What is wrong about a medium that no other form would mend: it only points to it. */
function unsentProblem({ kind, raw }: Block, isSent: StrictContent['isSent']): string | null {
  return kind === 'media' && isRecord(raw) && !isSent(raw) && !isHollow(raw) ? 'of a form that is not sent' : null
}

const forConverse = withBlankOutputs(
  forStrict({
    isSent: isSentByConverse,
    medium: converseMedium,
    parts: converseResultParts,
    repeats: repeatTypes,
    rescue: converseRescue,
    shapes: converseContent,
  }),
)

const forGoogle: Format = {
  ...forStrict({
    isSent: isSentByGoogle,
    medium: googleMedium,
    parts: googleResultParts,
    repeats: callTypes,
    rescue: googleRescue,
    shapes: googleContent,
  }),
  isSentEmpty: saysNothingToGoogle,
}

/** Of calls its own list is sent alone, and of what repeats them nothing. */
function saysNothingToGoogle({ raw }: Message): boolean {
  const content = fieldOf(raw, 'content')
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((block) => isRecord(block) && repeatTypes.has(block['type']))
  )
}

/** A list of stored messages is read by what loads it; among others that is nobody. */
function areMixed(messages: readonly unknown[]): boolean {
  return messages.some(isStored) && !areStored(messages)
}

function amongSent(format: Format): Format {
  return {
    ...format,
    meantFields: (message, ...context) => ({ ...format.meantFields?.(message, ...context), ...meantRole(message) }),
    reader: () => null,
  }
}

/** Who reads the messages otherwise than the others do. */
function readerOf(request: RequestBody): Format {
  const asked = askedOf(request)
  switch (providerApi(asked)) {
    case 'messages':
      return forAnthropic
    case 'converse':
      return forConverse
    case 'gemini':
      return isGenai(asked) ? forGoogle : langchain
    case 'responses':
      return forResponses
    case 'chat':
      return asked === request ? forOpenAI : forChat
    default:
      return langchain
  }
}

/** The calls that stand only in the form of their provider, as `tool_calls` should hold them. */
function rawCallsOf({ blocks }: Message): readonly unknown[] | undefined {
  const calls = blocks.filter(({ field, kind }) => field === rawCallsField && kind === 'tool_call')
  return calls.length === 0 ? undefined : calls.map(entryOf)
}

/** All calls of a message, where some of those that stand in its content alone are not sent. */
function unlistedCalls(
  { blocks }: Message,
  isUnsent: (call: Block) => boolean = () => true,
): readonly unknown[] | undefined {
  const calls = blocks.filter(({ kind }) => kind === 'tool_call')
  if (!calls.some((call) => isBesideList(call) && isUnsent(call))) return undefined
  const listed = calls.filter((call) => !isBesideList(call) || isUnsent(call))
  return listed.map((call) => (call.field === 'tool_calls' ? call.raw : entryOf(call)))
}

function isBesideList({ field }: Block): boolean {
  return field === 'content' || field === itemsField
}

function mediaOf(block: Block): readonly MediaItem[] {
  return mayHoldMedia(block) ? readMedia(block) : []
}

/** The name of a tool: an object of LangChain, a definition of its provider, or one in the form of the Chat Completions API. */
function nameOf(tool: unknown): string[] {
  if (!isRecord(tool)) return []
  const { function: inner, name } = tool
  const named = isRecord(inner) ? inner['name'] : name
  return typeof named === 'string' ? [named] : []
}
