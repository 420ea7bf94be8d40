import { stringOf } from '../../json/string-of.ts'
import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block, ContentShape, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { label } from '../mend.ts'
import { roleNamed } from '../role-named.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import { type PartShape, partShapes, thoughtShape } from './part-shapes.ts'
import { valueOf } from './spelling.ts'
import { filledStringOf } from '../../json/filled-string-of.ts'

const roles: Readonly<Record<string, Role>> = { user: 'user', model: 'assistant', function: 'user', system: 'system' }

/** Reads one content: `parts` is a list, or a single part, which the API reads as a list of one. */
export function readContent(raw: unknown, index: number): Message {
  if (!isRecord(raw)) return createMessage(index, raw)
  const blocks: Block[] = []
  const { role, parts } = raw
  const message = createMessage(index, raw, blocks, roleNamed(roles, role), contentShape(parts))
  if (Array.isArray(parts)) {
    for (let position = 0; position < parts.length; position += 1)
      blocks.push(readPart(message, position, parts[position]))
  } else if (message.content === 'blocks') blocks.push(readPart(message, -1, parts))
  return message
}

function contentShape(parts: unknown): ContentShape {
  if (Array.isArray(parts)) return parts.length === 0 ? 'empty' : 'blocks'
  if (parts === undefined || parts === null) return 'absent'
  return isRecord(parts) ? 'blocks' : 'invalid'
}

/** The data of a part; null when it holds none, or several kinds of which only one may be set. */
export function dataOf(raw: Record<string, unknown>): PartShape | null {
  let found: PartShape | null = null
  for (const key in raw) {
    const shape = partShapes.get(key)
    if (shape === undefined || raw[key] === undefined || raw[key] === null) continue
    if (found !== null || (shape.data !== 'text' && !isRecord(raw[key]))) return null
    found = shape
  }
  return found
}

function readPart(message: Message, index: number, raw: unknown): Block {
  const field = 'parts'
  const held = isRecord(raw) ? dataOf(raw) : null
  if (held === null) return createBlock(message, field, index, raw, unknownShape)
  const { data, shape } = held
  const fields = raw as Record<string, unknown>
  const inner = fields[shape.type]
  const signature = filledStringOf(valueOf(fields, 'thoughtSignature', 'thought_signature'))
  // A thought without text and signature counts as an empty text for the API.
  const isThought = data === 'text' && fields['thought'] === true && (inner !== '' || signature !== undefined)
  const block = createBlock(message, field, index, raw, isThought ? thoughtShape : shape)
  switch (data) {
    case 'text':
      return block.withText(stringOf(inner)).withSignature(signature)
    case 'inlineData':
    case 'fileData':
      return block.withPayload(inner).withSignature(signature)
    case 'functionCall':
    case 'toolCall':
      return block.withCall(idOf(inner), nameOf(inner)).withPayload(argsOf(inner)).withSignature(signature)
    case 'functionResponse':
      return block
        .withCall(idOf(inner), nameOf(inner) ?? '')
        .withPayload(responseOf(inner))
        .withSignature(signature)
    case 'toolResponse':
      return block.withCall(idOf(inner)).withPayload(responseOf(inner)).withSignature(signature)
    default:
      // The result of code stands behind the code. Older histories have no ids here, and the API compares none.
      return block.withCall(undefined, data).withPayload(inner).withSignature(signature)
  }
}

/** An id; protobuf does not distinguish the empty string from an absent one. */
function idOf(inner: unknown): string | undefined {
  return filledStringOf(label(valueOf(inner, 'id', 'id')))
}

function nameOf(inner: unknown): string | undefined {
  return stringOf(valueOf(inner, 'name', 'name') ?? valueOf(inner, 'toolType', 'tool_type'))
}

/** The arguments of a call; absent ones are an empty object. */
function argsOf(inner: unknown): unknown {
  return valueOf(inner, 'args', 'args') ?? noArgs
}

const noArgs: Readonly<Record<string, unknown>> = {}

function responseOf(inner: unknown): unknown {
  return valueOf(inner, 'response', 'response')
}
