import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck, InnerShape } from '../../transcript/block-shape.ts'
import { spellings } from './spelling.ts'

/** The field of a part that holds its data: exactly one of them may be set. */
export type PartData =
  | 'text'
  | 'inlineData'
  | 'fileData'
  | 'functionCall'
  | 'functionResponse'
  | 'executableCode'
  | 'codeExecutionResult'
  | 'toolCall'
  | 'toolResponse'

interface Row {
  readonly kind: BlockKind
  readonly check: FieldCheck
  readonly server?: true
  readonly unpaired?: true
  readonly required?: Readonly<Record<string, FieldCheck>>
  /** All fields of the object behind the key. */
  readonly fields?: string
  readonly roles?: readonly Role[]
}

/** Source: `Part` and its members in @google/genai 3.1 and ai.google.dev/api/caching#Part. */
const rows: Readonly<Record<PartData, Row>> = {
  text: { kind: 'text', check: 'string' },
  inlineData: { kind: 'media', check: 'object', required: { data: 'text' }, fields: 'mimeType data displayName' },
  fileData: { kind: 'media', check: 'object', required: { fileUri: 'text' }, fields: 'fileUri mimeType displayName' },
  functionCall: {
    kind: 'tool_call',
    check: 'object',
    fields: 'id name args partialArgs willContinue',
    roles: ['assistant'],
  },
  functionResponse: {
    kind: 'tool_result',
    check: 'object',
    fields: 'id name response parts scheduling willContinue',
    roles: ['user'],
  },
  // Undocumented: which roles may hold code and its results, or the two below, and how they pair. They are sent back unchanged.
  // One run of code came with two results (github.com/vercel/ai/pull/17399).
  executableCode: {
    kind: 'tool_call',
    check: 'object',
    server: true,
    unpaired: true,
    fields: 'code language id',
  },
  codeExecutionResult: {
    kind: 'tool_result',
    check: 'object',
    server: true,
    unpaired: true,
    fields: 'outcome output id',
  },
  toolCall: {
    kind: 'tool_call',
    check: 'object',
    server: true,
    unpaired: true,
    fields: 'id toolType args',
  },
  toolResponse: {
    kind: 'tool_result',
    check: 'object',
    server: true,
    unpaired: true,
    fields: 'id toolType response',
  },
}

const partFields: ReadonlySet<string> = new Set(
  spellings(
    ...Object.keys(rows),
    'thought',
    'thoughtSignature',
    'videoMetadata',
    'mediaResolution',
    'mediaProcessing',
    'partMetadata',
    'speechMetadata',
    'audioTranscription',
  ),
)

/** The shape of a part, and the kind of its data. */
export interface PartShape {
  readonly data: PartData
  readonly shape: BlockShape
}

function innerShape({ fields, required }: Row): InnerShape | undefined {
  if (fields === undefined) return undefined
  return {
    required: Object.entries(required ?? {}).map(([field, check]) => [spellings(field), check] as const),
    fields: new Set(spellings(...fields.split(' '))),
  }
}

function shapeOf(key: string, row: Row): BlockShape {
  const inner = innerShape(row)
  return {
    type: key,
    kind: row.kind,
    required: [[key, row.check]],
    fields: partFields,
    roles: row.roles ?? null,
    server: row.server === true,
    ...(row.unpaired && { unpaired: row.unpaired }),
    ...(inner && { inner }),
  }
}

/** The shapes of parts by the key that holds their data, in both spellings. */
export const partShapes: ReadonlyMap<string, PartShape> = new Map(
  (Object.keys(rows) as PartData[]).flatMap((data) =>
    spellings(data).map((key): [string, PartShape] => [key, { data, shape: shapeOf(key, rows[data]) }]),
  ),
)

/** A thought: text that the model wrote for itself. */
export const thoughtShape: BlockShape = {
  type: 'text',
  kind: 'thinking',
  required: [['text', 'string']],
  fields: partFields,
  roles: null,
  server: false,
}
