import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

const user: readonly Role[] = ['user']
const assistant: readonly Role[] = ['assistant']

const shape = (
  type: string,
  kind: BlockKind,
  roles: readonly Role[] | null,
  required: Readonly<Record<string, FieldCheck>> = {},
  freeInput = false,
): BlockShape => ({
  type,
  kind,
  required: Object.entries(required),
  fields: null,
  roles,
  server: false,
  ...(freeInput && { freeInput }),
})

const parts: readonly BlockShape[] = [
  shape('text', 'text', null, { text: 'string' }),
  shape('image_url', 'media', user, { image_url: 'object' }),
  shape('input_audio', 'media', user, { input_audio: 'object' }),
  shape('file', 'media', user, { file: 'object' }),
  shape('video_url', 'media', user, { video_url: 'object' }),
  shape('refusal', 'other', assistant, { refusal: 'string' }),
  // Mistral's own: reasoning stands in the content.
  shape('thinking', 'thinking', assistant, { thinking: 'any' }),
]

/** The content parts of Chat Completions by their `type` (openai 7.55, ChatCompletionContentPart*). */
export const partShapes: ReadonlyMap<string, BlockShape> = new Map(parts.map((part) => [part.type, part]))

export const textShape: BlockShape = partShapes.get('text')!

/** Calls. Their ids, names and arguments have strategies of their own. */
export const functionCallShape: BlockShape = shape('function', 'tool_call', null)
/** The input of a custom tool is free text. */
export const customCallShape: BlockShape = shape('custom', 'tool_call', null, {}, true)
/** A tool message as a whole. */
export const resultShape: BlockShape = shape('tool', 'tool_result', null)
/** Fields of a message that carry content without rules: a refusal, audio, the older `function_call`. */
export const speechShape: BlockShape = shape('speech', 'other', null)
/** The answer to an older `function_call`: it has no id, and the API does not pair it. */
export const functionAnswerShape: BlockShape = { ...shape('function', 'other', null), holdsMedia: true }
export const reasoningShape: BlockShape = shape('reasoning', 'thinking', null)
