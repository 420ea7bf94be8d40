import { isRecord } from '../../json/is-record.ts'
import type { MediaItem } from '../../media/media-item.ts'
import type { Format } from '../format.ts'
import { isBlankText } from '../result-parts.ts'
import { contentShape, repeatTypes } from './content-shapes.ts'
import { mediaOf } from './media.ts'
import { makePlain, messageMaker } from './message-classes.ts'
import { fieldOf, isMessageInstance, kindOf } from './message-fields.ts'
import { meantBlock, meantFields, typedText } from './message-mends.ts'
import { readLangchainMessage } from './read-langchain-message.ts'
import { resultParts } from './result-parts.ts'
import { langchainRules } from './rules.ts'
import { langchainReader } from './screen.ts'
import { rawCallsOf } from './unlisted-calls.ts'
import { withoutWordsAmongCalls } from './words-among-calls.ts'
import { langchainWriter } from './write-langchain-message.ts'

/** Messages of LangChain for an unknown chat model: refuses only what every package certainly omits or throws at. */
export const baseFormat: Format = {
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

/** A medium without its bytes, since only the provider can judge them; an address in their place is wrong everywhere. */
export function unweighed(item: MediaItem): MediaItem {
  return item.data === '' || item.data?.startsWith('data:') === true
    ? item
    : { ...item, mediaType: undefined, data: undefined, url: undefined }
}

export const unknownParts = 'parts of an unknown shape'

function functionAnswer(raw: unknown): unknown {
  if (kindOf(raw) !== 'function') return undefined
  const name = fieldOf(raw, 'name')
  return typeof name === 'string' ? { role: 'function', name, content: fieldOf(raw, 'content') } : undefined
}

/** Whether every provider reads the part: only text parts are certain. */
function isPart(part: unknown): boolean {
  if (!isRecord(part) || typedText(part) !== undefined) return false
  return part['type'] !== 'text' || typeof part['text'] === 'string'
}

/** Whether chat models omit the block: calls have a list of their own, and reasoning belongs to another provider. */
function isLeftOut(block: unknown): boolean {
  return (
    isRecord(block) && (repeatTypes.has(block['type']) || contentShape(block['type'], 'assistant').kind === 'thinking')
  )
}

/** The name of a tool: from an object of LangChain, a provider's definition, or the form of Chat Completions. */
function nameOf(tool: unknown): string[] {
  if (!isRecord(tool)) return []
  const { function: inner, name } = tool
  const named = isRecord(inner) ? inner['name'] : name
  return typeof named === 'string' ? [named] : []
}
