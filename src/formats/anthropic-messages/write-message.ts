import { textOrJson } from '../../json/text-or-json.ts'
import { listOf } from '../../json/list-of.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import type { FormatWriter, RequestBody } from '../format.ts'
import { isBlankText, type PartWriter, readableParts } from '../result-parts.ts'
import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { listOfMedia, mendedContent } from './block-mends.ts'
import { isEmptyOutput, isErrorResult } from './error-result.ts'
import { serverResultTypes } from './block-shapes.ts'
import { withMedia } from './media.ts'
import { resultParts } from './result-parts.ts'
import { withoutReferences } from './tool-references.ts'
import { typedAnew } from './typed-anew.ts'

/** A definition's name must be shorter than a call's may be. */
const maxToolName = 128

/** Block types that a user turn may hold as they are when the result around them is removed. */
const movable = new Set(['image', 'document', 'search_result'])

function isMovable(item: unknown): boolean {
  return isRecord(item) && movable.has(String(item['type']))
}

/** Builds blocks and messages of the Messages API. */
export const anthropicWriter: FormatWriter = {
  text: (text) => ({ type: 'text', text }),
  message: (role, blocks) => ({ role, content: blocks }),
  call: (call) => ({ type: 'tool_use', ...call }),
  result: (call, { content, isError }) => {
    if (!call.shape.server) {
      return { type: 'tool_result', tool_use_id: call.callId, content, ...(isError && { is_error: true }) }
    }
    const type = serverResultTypes[call.name ?? '']
    if (type === undefined) return { type: 'mcp_tool_result', tool_use_id: call.callId, content, is_error: isError }
    const recorded = isError ? { type: `${type}_error`, error_code: 'unavailable' } : content
    return { type, tool_use_id: call.callId, content: recorded }
  },
  resultElsewhere: (callId, _kind, { content, isError }) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: callId, content, ...(isError && { is_error: true }) }],
  }),
  withCallId: (block, id) => withField(block.raw, block.kind === 'tool_call' ? 'id' : 'tool_use_id', id),
  withName: (block, name) => withField(block.raw, 'name', name),
  withInput: (block, input) => withField(block.raw, 'input', input),
  behindResult: (block) => behindResult(block).filter(isMovable),
  withResultContent: (block, text) => withField(block.raw, 'content', resultContent(block, text)),
  withSignature: (block, signature) => withField(block.raw, 'signature', signature),
  withMedia,
  withoutReferences,
  merge: (messages) => withField(messages[0]!.raw, 'content', resultsFirst(messages)),
  withText: (block, text) => (block.index < 0 ? text : withField(block.raw, 'text', text)),
  withField,
  plainText: (block) => plainText(block),
  rescue: (block) => (block.kind === 'search_result' ? besideMedia(block) : revived(block)),
  fileAsText: ({ raw }) => fileAsText(raw),
  resultBlocks: ({ payload }) => listOf(payload).filter(isMovable),
  withoutCitations: ({ raw }) =>
    isRecord(raw) && Array.isArray(raw['citations']) ? withField(raw, 'citations', undefined) : undefined,
  liftSystem: (request, texts) => ({ system: liftedSystem(request['system'], texts) }),
  defineTools: (request, names) => ({
    tools: [
      ...listOf(request['tools']),
      ...names.map((name) => ({ name: name.slice(0, maxToolName), input_schema: { type: 'object' } })),
    ],
  }),
}

/** The text of a plain-text document's source. */
function plainData(source: unknown): string | undefined {
  return isRecord(source) && source['type'] === 'text' && typeof source['data'] === 'string'
    ? source['data']
    : undefined
}

function fileAsText(raw: unknown): unknown {
  const text = isRecord(raw) ? plainData(raw['source']) : undefined
  return text === undefined ? undefined : { type: 'text', text }
}

function revived(block: Block): readonly unknown[] | null {
  const meant = block.kind === 'unknown' ? typedAnew(block) : undefined
  return meant === undefined ? null : [meant]
}

/** A search result may hold texts only: media in it are moved behind it. */
function besideMedia({ raw }: Block): readonly unknown[] | null {
  if (!isRecord(raw)) return null
  const content = listOf(raw['content'])
  const media = listOfMedia(content)
  if (media.length === 0) return null
  const texts = content.filter((item) => !media.includes(item))
  const { source, title } = raw
  // Without any text there is no search result: its title and source become a text.
  return [
    texts.length === 0 ? { type: 'text', text: `${title}\n${source}` } : withField(raw, 'content', texts),
    ...media,
  ]
}

function liftedSystem(system: RequestBody[string], texts: readonly string[]): unknown {
  if (Array.isArray(system)) return [...system, ...texts.map((text) => ({ type: 'text', text }))]
  return [...(typeof system === 'string' && system !== '' ? [system] : []), ...texts].join('\n\n')
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call') return textOrJson(block.payload ?? {})
  return textOf(block.payload ?? block.raw)
}

/** The text inside a content value: a string, or the texts of its blocks, however deep the format nests them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (!isRecord(value)) return ''
  if (typeof value['text'] === 'string') return value['text']
  if (value['content'] !== undefined) return textOf(value['content'])
  const { source, title, url } = value
  return plainData(source) ?? [title, url].filter((part) => typeof part === 'string').join(' ')
}

/** The blocks of several messages of one role as one list; the API wants results before all else. */
function resultsFirst(messages: readonly Message[]): unknown[] {
  const blocks = messages.flatMap((message) => message.blocks)
  const raw = (block: Block): unknown => (block.index < 0 ? { type: 'text', text: block.text } : block.raw)
  const isResult = (block: Block): boolean => block.kind === 'tool_result' && !block.shape.server
  return [...blocks.filter(isResult).map(raw), ...blocks.filter((block) => !isResult(block)).map(raw)]
}

/** A rewritten result leaves out blank parts. */
const spokenParts: PartWriter = { ...resultParts, isPart: (part) => !isBlankText(part) && resultParts.isPart(part) }

function resultContent(block: Block, text: string): unknown {
  const { payload } = block
  if (block.shape.type === 'mcp_tool_result') return mendedContent(block.shape.type, payload) ?? text
  if (block.shape.server) return serverError(block)
  const shown = behindResult(block)
  const parts = Array.isArray(payload) && shown === none ? readableParts(payload, spokenParts) : null
  const content = shown === none ? (parts ?? text) : listOf(payload).filter((part) => !shown.includes(part))
  if (!isEmptyOutput(content) || !(isErrorResult(block) || isEmptyOutput(payload))) return content
  return marked(shown === none ? syntheticText.noOutput : 'What this tool call returned stands behind it.')
}

const none: readonly unknown[] = []

/** "all content must be type `text` if `is_error` is true": the other parts can stand behind the result. */
function behindResult(block: Block): readonly unknown[] {
  const { payload } = block
  if (!isErrorResult(block) || !Array.isArray(payload) || !payload.every(resultParts.isPart)) return none
  const shown = payload.filter(({ type }) => type !== 'text')
  return shown.length === 0 ? none : shown
}

/** The readable part of the content; without one, an error. */
function serverError(block: Block): unknown {
  const mended = mendedContent(block.shape.type, block.payload)
  if (mended !== undefined && mended !== block.payload) return mended
  return { type: `${block.shape.type}_error`, error_code: 'unavailable' }
}
