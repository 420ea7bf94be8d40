import type { BlockKind } from '../../transcript/block-kind.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

function shape(
  type: string,
  kind: BlockKind,
  required: Readonly<Record<string, FieldCheck>> = {},
  server = false,
): BlockShape {
  return { type, kind, required: Object.entries(required), fields: null, roles: null, server }
}

/** Content is the provider's own or LangChain's standard one; what is not named here is passed on as it is. */
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
  ].map((row) => [row.type, row]),
)

/** Any other block of content. */
export const otherContent: BlockShape = shape('other', 'other')
export const textContent: BlockShape = named.get('text')!
/** An entry of `tool_calls`, and a call that stands in the content alone. */
export const callShape: BlockShape = shape('tool_call', 'tool_call')
/** A tool message is its result. */
export const resultShape: BlockShape = shape('tool', 'tool_result')

/** Types of content that repeat an entry of `tool_calls`. */
export const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'function_call'])

export function contentShape(type: unknown): BlockShape {
  return named.get(type as string) ?? otherContent
}
