import { stringOf } from '../../json/string-of.ts'
import { contentShape } from '../content-shape.ts'
import { createBlock } from '../../transcript/create-block.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { blockShapes } from './block-shapes.ts'

const roles: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' }
const textShape = blockShapes.get('text')!

/** Reads one message of the Messages API: content is a string or a list of typed blocks. */
export function readMessage(raw: unknown, index: number): Message {
  const blocks: Block[] = []
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { index, raw, role: 'unknown', content: 'invalid', blocks, turnIndex: -1 }
  }
  const { role, content } = raw as { role?: unknown; content?: unknown }
  const message: Message = {
    index,
    raw,
    role: (typeof role === 'string' && Object.hasOwn(roles, role) && roles[role]) || 'unknown',
    content: contentShape(content),
    blocks,
    turnIndex: -1,
  }
  if (message.content === 'text')
    blocks.push(createBlock(message, 'content', -1, content, textShape, content as string))
  if (message.content === 'blocks') {
    const list = content as readonly unknown[]
    for (let position = 0; position < list.length; position += 1)
      blocks.push(readBlock(message, position, list[position]))
  }
  return message
}

function readBlock(message: Message, index: number, raw: unknown): Block {
  if (typeof raw !== 'object' || raw === null) return createBlock(message, 'content', index, raw, unknownShape)
  const fields = raw as Record<string, unknown>
  const shape = blockShapes.get(fields['type'] as string) ?? unknownShape
  const field = 'content'
  switch (shape.kind) {
    case 'text':
      return createBlock(message, field, index, raw, shape, stringOf(fields['text']))
    case 'thinking':
      return createBlock(
        message,
        field,
        index,
        raw,
        shape,
        stringOf(fields['thinking']),
        ...noCall,
        signatureOf(fields, shape),
      )
    case 'tool_call':
      return createBlock(
        message,
        field,
        index,
        raw,
        shape,
        undefined,
        stringOf(fields['id']),
        stringOf(fields['name']),
        fields['input'],
      )
    case 'tool_result':
      return createBlock(
        message,
        field,
        index,
        raw,
        shape,
        undefined,
        stringOf(fields['tool_use_id']),
        undefined,
        fields['content'],
      )
    case 'media':
      return createBlock(message, field, index, raw, shape, ...noText, fields['source'])
    case 'search_result':
    case 'compaction':
      return createBlock(message, field, index, raw, shape, ...noText, fields['content'], stringOf(fields['signature']))
    case 'reference':
      return createBlock(message, field, index, raw, shape, ...noText, fields['tool'])
    default:
      return createBlock(message, field, index, raw, shape)
  }
}

const noCall = [undefined, undefined, undefined] as const
const noText = [undefined, undefined, undefined] as const

function signatureOf(fields: Record<string, unknown>, shape: BlockShape): string | undefined {
  return stringOf(shape.type === 'redacted_thinking' ? fields['data'] : fields['signature'])
}
