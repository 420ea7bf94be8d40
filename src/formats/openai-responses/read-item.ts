import { stringOf } from '../../json/string-of.ts'
import { contentShape } from '../content-shape.ts'
import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { fieldsOf } from './item-fields.ts'
import { hostedSearchShapes, itemShapes, partShapes, plainTextShape } from './item-shapes.ts'
import { label } from '../mend.ts'
import { readTextOrParts } from '../read-text-or-parts.ts'
import { roleNamed } from '../role-named.ts'
import { saysNothing } from './placeholder-outputs.ts'
import { typeByFields } from './type-by-fields.ts'

const roles: Readonly<Record<string, Role>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
}

/** Reads one item of `input`: a message, or an item that is one block (a call, an output, reasoning...). */
export function readItem(raw: unknown, index: number): Message {
  if (!isRecord(raw)) return createMessage(index, raw)
  const said = raw['type'] ?? undefined
  const type = typeof said === 'string' ? said : (typeByFields(raw) ?? said)
  if (type === 'message' || (type === undefined && ('role' in raw || 'content' in raw))) return readText(raw, index)
  const blocks: Block[] = []
  const shape = shapeOf(raw, type)
  const message = createMessage(index, raw, blocks, roleOf(raw, shape), 'none')
  blocks.push(readBlock(message, raw, shape))
  return message
}

function readText(raw: Record<string, unknown>, index: number): Message {
  const { role, content } = raw
  const blocks: Block[] = []
  const message = createMessage(index, raw, blocks, roleNamed(roles, role), contentShape(content))
  readTextOrParts(message, content, blocks, plainTextShape, readPart)
  return message
}

function readPart(message: Message, index: number, raw: unknown): Block {
  if (!isRecord(raw)) return createBlock(message, 'content', index, raw, unknownShape)
  const shape = partShapes.get(raw['type'] as string) ?? unknownShape
  const block = createBlock(message, 'content', index, raw, shape)
  return shape.kind === 'text' ? block.withText(stringOf(raw['text'])) : block
}

/** The shape of an item. A reference may omit its type; a tool search is the provider's own when it runs there or has no call id. */
function shapeOf(raw: Record<string, unknown>, type: unknown): BlockShape & { role?: Role } {
  if (type === undefined) return typeof raw['id'] === 'string' ? itemShapes.get('item_reference')! : unknownShape
  if (typeof type !== 'string') return unknownShape
  const hosted = hostedSearchShapes.get(type)
  if (hosted && (raw['execution'] === 'server' || typeof raw['call_id'] !== 'string')) return hosted
  return itemShapes.get(type) ?? unknownShape
}

function roleOf(raw: Record<string, unknown>, shape: BlockShape & { role?: Role }): Role {
  if (shape.role) return shape.role
  return raw['role'] === 'user' ? 'user' : 'assistant'
}

function readBlock(message: Message, raw: Record<string, unknown>, shape: BlockShape): Block {
  const block = createBlock(message, '', 0, raw, shape)
  switch (shape.kind) {
    case 'thinking':
      return block.withPayload(raw['content']).withSignature(stringOf(raw['encrypted_content']))
    case 'tool_call': {
      const { builtIn, callId, payload } = fieldsOf(shape.type, raw)
      const name = builtIn ?? stringOf(raw['name'])
      return block.withCall(label(raw[callId]), name).withPayload(raw[payload])
    }
    case 'tool_result': {
      const { callId, payload } = fieldsOf(shape.type, raw)
      return block.withCall(label(raw[callId])).withPayload(saysNothing(raw) ?? raw[payload])
    }
    case 'compaction':
      return block.withSignature(stringOf(raw['encrypted_content']))
    default:
      return block
  }
}
