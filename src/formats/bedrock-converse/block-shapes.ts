import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

interface Row {
  readonly kind: BlockKind
  readonly check: FieldCheck
  readonly roles?: readonly Role[]
  readonly required?: Readonly<Record<string, FieldCheck>>
  readonly mark?: true
  readonly spoken?: true
}

const assistant: readonly Role[] = ['assistant']
const user: readonly Role[] = ['user']

/**
 * The members of the `ContentBlock` union (@aws-sdk/client-bedrock-runtime 3.1162): one key with its value each. Ids, names
 * and inputs of calls, and the content of results, have strategies of their own.
 */
const rows: Readonly<Record<string, Row>> = {
  text: { kind: 'text', check: 'string' },
  // "You can only include images and documents if the role is user": the reference of `Message`.
  image: {
    kind: 'media',
    check: 'object',
    roles: user,
    required: { format: 'string', source: 'object' },
  },
  document: {
    kind: 'media',
    check: 'object',
    roles: user,
    required: { source: 'object' },
  },
  video: { kind: 'media', check: 'object', required: { format: 'string', source: 'object' } },
  audio: { kind: 'media', check: 'object', required: { format: 'string', source: 'object' } },
  toolUse: { kind: 'tool_call', check: 'object', roles: assistant },
  toolResult: { kind: 'tool_result', check: 'object', roles: user },
  reasoningContent: { kind: 'thinking', check: 'object', roles: assistant },
  guardContent: { kind: 'other', check: 'object' },
  cachePoint: { kind: 'other', check: 'object', required: { type: 'text' }, mark: true },
  citationsContent: { kind: 'other', check: 'object', spoken: true },
  searchResult: {
    kind: 'search_result',
    check: 'object',
    required: { source: 'string', title: 'string', content: 'array' },
  },
  toolAddition: { kind: 'other', check: 'object' },
  toolRemoval: { kind: 'other', check: 'object' },
}

function shapeOf(type: string, { check, kind, mark, required, roles, spoken }: Row): BlockShape {
  return {
    type,
    kind,
    required: [[type, check]],
    fields: null,
    roles: roles ?? null,
    server: false,
    union: true,
    ...(check === 'object' && {
      inner: {
        required: Object.entries(required ?? {}).map(([field, test]) => [[field], test] as const),
        fields: null,
      },
    }),
    ...(mark && { mark }),
    ...(spoken && { spoken }),
  }
}

/**
 * A call of a tool of the model's own (`server_tool_use`: Nova's grounding) and its result, which has a type of its own: both stand in the
 * model's message, and are sent back unchanged. No refusal of one without the other is known.
 */
export const serverShapes: Readonly<Record<string, BlockShape>> = {
  toolUse: { ...shapeOf('toolUse', rows['toolUse']!), server: true, answerOptional: true },
  toolResult: { ...shapeOf('toolResult', { ...rows['toolResult']!, roles: assistant }), server: true },
}

/** The block types of Converse by their key. */
export const blockShapes: ReadonlyMap<string, BlockShape> = new Map(
  Object.entries(rows).map(([type, row]) => [type, shapeOf(type, row)]),
)
