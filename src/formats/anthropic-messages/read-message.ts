import { stringOf } from '../../json/string-of.ts'
import { contentShape } from '../content-shape.ts'
import { label } from '../mend.ts'
import { readTextOrParts } from '../read-text-or-parts.ts'
import { roleNamed } from '../role-named.ts'
import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { blockShapes } from './block-shapes.ts'

const roles: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' }
const textShape = blockShapes.get('text')!

/** Reads one message of the Messages API: content is a string or a list of typed blocks. */
export function readMessage(raw: unknown, index: number): Message {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return createMessage(index, raw)
  const blocks: Block[] = []
  const { role, content } = raw as { role?: unknown; content?: unknown }
  const message = createMessage(index, raw, blocks, roleNamed(roles, role), contentShape(content))
  readTextOrParts(message, content, blocks, textShape, readBlock)
  return message
}

function readBlock(message: Message, index: number, raw: unknown): Block {
  if (typeof raw !== 'object' || raw === null) return createBlock(message, 'content', index, raw, unknownShape)
  const fields = raw as Record<string, unknown>
  const shape = blockShapes.get(fields['type'] as string) ?? unknownShape
  const block = createBlock(message, 'content', index, raw, shape)
  switch (shape.kind) {
    case 'text':
      return block.withText(stringOf(fields['text']))
    case 'thinking':
      return block.withText(stringOf(fields['thinking'])).withSignature(signatureOf(fields, shape))
    case 'tool_call':
      return block.withCall(label(fields['id']), stringOf(fields['name'])).withPayload(fields['input'])
    case 'tool_result':
      return block.withCall(label(fields['tool_use_id'])).withPayload(fields['content'])
    case 'media':
      return block.withPayload(fields['source'])
    case 'search_result':
    case 'compaction':
      return block.withPayload(fields['content']).withSignature(stringOf(fields['signature']))
    case 'reference':
      return block.withPayload(fields['tool'])
    default:
      return block
  }
}

function signatureOf(fields: Record<string, unknown>, shape: BlockShape): string | undefined {
  return stringOf(shape.type === 'redacted_thinking' ? fields['data'] : fields['signature'])
}
