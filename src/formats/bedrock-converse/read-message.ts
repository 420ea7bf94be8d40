import { stringOf } from '../../json/string-of.ts'
import { label } from '../mend.ts'
import { roleNamed } from '../role-named.ts'
import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block, ContentShape, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { blockShapes, serverShapes } from './block-shapes.ts'
import { base64Of } from './media.ts'

const roles: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' }

/** Reads one message of Converse: content is a list of unions, one key each. */
export function readMessage(raw: unknown, index: number): Message {
  if (!isRecord(raw)) return createMessage(index, raw)
  const blocks: Block[] = []
  const { role, content } = raw
  const message = createMessage(index, raw, blocks, roleNamed(roles, role), contentShape(content))
  if (Array.isArray(content)) {
    for (let position = 0; position < content.length; position += 1)
      blocks.push(readBlock(message, position, content[position]))
  }
  return message
}

function contentShape(content: unknown): ContentShape {
  if (Array.isArray(content)) return content.length === 0 ? 'empty' : 'blocks'
  return content === undefined || content === null || content === '' ? 'absent' : 'invalid'
}

/** The one union member that is set; null when none or several are. */
export function memberOf(raw: Record<string, unknown>): BlockShape | null {
  let found: BlockShape | null = null
  for (const key in raw) {
    const shape = blockShapes.get(key)
    if (shape === undefined || raw[key] === undefined || raw[key] === null) continue
    if (found !== null || (shape.kind !== 'text' && !isRecord(raw[key]))) return null
    found = shape
  }
  return found
}

function readBlock(message: Message, index: number, raw: unknown): Block {
  const field = 'content'
  const member = isRecord(raw) ? memberOf(raw) : null
  if (member === null) return createBlock(message, field, index, raw, unknownShape)
  const value = (raw as Record<string, unknown>)[member.type]
  const inner = isRecord(value) ? value : {}
  const isServer = message.role === 'assistant' && typeof inner['type'] === 'string'
  const shape = isServer ? (serverShapes[member.type] ?? member) : member
  const block = createBlock(message, field, index, raw, shape)
  switch (shape.kind) {
    case 'text':
      return block.withText(stringOf(value))
    case 'thinking': {
      const redacted = redactedOf(inner)
      // With both members set, neither is read.
      const isOne = redacted === undefined && isRecord(inner['reasoningText'])
      const reasoning = isOne ? (inner['reasoningText'] as Record<string, unknown>) : {}
      const signature = stringOf(reasoning['signature']) ?? redacted
      return block.withText(stringOf(reasoning['text'])).withPayload(inner).withSignature(signature)
    }
    case 'tool_call': {
      const { name, toolUseId } = inner
      return block.withCall(label(toolUseId), stringOf(name)).withPayload(inner['input'])
    }
    case 'tool_result':
      return block.withCall(label(inner['toolUseId'])).withPayload(inner['content'])
    default:
      return block.withPayload(value)
  }
}

/** Redacted reasoning as its own signature; undefined when it holds no bytes. */
function redactedOf({ redactedContent }: Record<string, unknown>): string | undefined {
  if (redactedContent === undefined || redactedContent === null) return undefined
  return base64Of(redactedContent)?.trim() ? 'redacted' : ''
}
