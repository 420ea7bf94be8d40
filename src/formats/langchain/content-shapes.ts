import type { BlockKind } from '../../transcript/block-kind.ts'
import { type BlockShape, type FieldCheck, unknownShape } from '../../transcript/block-shape.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'

export function shape(
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>> = {},
  more: Pick<BlockShape, 'roles' | 'spoken' | 'uncached'> = { roles: null },
): BlockShape {
  return { type, kind, required: Object.entries(required), fields: null, server: false, ...more }
}

/** Types of the providers and of LangChain's standard content; types that are not listed are passed on unchanged. */
const named: ReadonlyMap<string, BlockShape> = new Map(
  [
    shape('text', 'text', { text: 'string' }),
    shape('thinking', 'thinking'),
    shape('redacted_thinking', 'thinking'),
    shape('reasoning', 'thinking'),
    shape('reasoning_content', 'thinking'),
    shape('image', 'media'),
    shape('image_url', 'media'),
    shape('document', 'media'),
    shape('file', 'media'),
    shape('audio', 'media'),
    shape('input_audio', 'media'),
    shape('input_image', 'media'),
    shape('input_file', 'media'),
  ].map((row) => [row.type, row]),
)

/** A result in the form of the Messages API, in a message of the user. */
export const rawResultShape: BlockShape = shape('tool_result', 'tool_result')
/** Any other block of content. */
export const otherContent: BlockShape = shape('other', 'other')
export const textContent: BlockShape = named.get('text')!
/** An entry of `tool_calls`, and a call that stands in the content alone. */
export const callShape: BlockShape = shape('tool_call', 'tool_call')
/** A `function_call`, the predecessor of tool calls: a `function` message may answer it. */
export const functionShape: BlockShape = shape('function_call', 'other')
/** Reasoning of the Responses API, which stands beside the content. */
export const reasoningShape: BlockShape = shape('reasoning', 'thinking')
/** A tool message is its result. */
export const resultShape: BlockShape = shape('tool', 'tool_result')

/** Types of content that repeat an entry of `tool_calls`. */
export const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'function_call'])

/** As {@link callTypes}, with Gemini's call part, which has no id. */
export const repeatTypes: ReadonlySet<unknown> = new Set([...callTypes, 'functionCall'])

/** Finds the shape of a content block by its type, in a message of that role. */
export type ContentShapes = (type: unknown, role: Role) => BlockShape

/** A `type` that is no string is known to no chat model; some APIs have blocks without a type. */
export const contentShape: ContentShapes = (type) =>
  named.get(type as string) ?? (typeof (type ?? '') === 'string' ? otherContent : unknownShape)

const users: readonly Role[] = ['user']
const model: readonly Role[] = ['assistant']

/** Additional demands of the Messages API. */
const ofAnthropic: ReadonlyMap<string, BlockShape> = new Map(
  [
    shape('thinking', 'thinking', { thinking: 'any', signature: 'any' }, { roles: model, uncached: true }),
    shape('redacted_thinking', 'thinking', { data: 'any' }, { roles: model, uncached: true }),
    ...['image', 'image_url', 'document', 'file'].map((type) => shape(type, 'media', {}, { roles: users })),
    // A `tool_use` block that repeats an entry of `tool_calls` is sent in the entry's place.
    shape('tool_use', 'other', {}, { roles: model, spoken: true }),
  ].map((row) => [row.type, row]),
)

export const anthropicContent: ContentShapes = (type, role) => {
  // A raw result is legal only in a user message.
  if (type === 'tool_result' && role === 'assistant') return unknownShape
  // The package omits reasoning in the form of the Converse package.
  if (type === 'reasoning_content' || (type ?? null) === null) return unknownShape
  const shape = ofAnthropic.get(type as string) ?? contentShape(type, role)
  // "Input tag 'widget' found using 'type' does not match any of the expected tags: 'text'": the package omits nothing from system
  // messages.
  return role === 'system' && shape.kind !== 'text' && shape.roles === null ? unknownShape : shape
}

/** Block types that @langchain/anthropic sends unchanged or converts; it omits all others. */
const sentToAnthropic: ReadonlySet<unknown> = new Set([
  ...callTypes,
  'text_delta',
  'input_json_delta',
  'server_tool_use',
  'tool_result',
  'web_search_result',
  'compaction',
  'search_result',
  'container_upload',
])

/** Whether @langchain/anthropic omits a block, as far as its type tells; new result types of provider tools keep appearing. */
export function isLeftOutForAnthropic({ raw, shape }: Block): boolean {
  if (shape !== otherContent || !isRecord(raw) || typeof raw['type'] !== 'string') return false
  return !sentToAnthropic.has(raw['type']) && !raw['type'].endsWith('_tool_result')
}
