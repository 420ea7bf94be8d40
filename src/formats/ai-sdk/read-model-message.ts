import { saysNothing } from '../says-nothing.ts'
import { createBlock, type ReadBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block, ContentShape, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { label } from '../mend.ts'
import { fileFields, revivedFileData } from './file-data.ts'
import { typeByFields, withoutRefused } from './meant-part.ts'
import { modelPartShapes, serverCall, serverResult } from './model-part-shapes.ts'
import { reasoningSeal, thoughtSignature } from './reasoning-seal.ts'
import type { Rules } from '../rules.ts'
import { stringOf } from '../../json/string-of.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
])
const textShape = modelPartShapes.get('text')!

/** Reads one ModelMessage, or one message of a LanguageModelV4Prompt: content is a string or a list of typed parts. */
export function readModelMessage(raw: unknown, index: number, { signatureBypass }: Partial<Rules> = {}): Message {
  if (!isRecord(raw)) return createMessage(index, raw)
  const blocks: Block[] = []
  const { content } = raw
  const role = roles.get(raw['role']) ?? 'unknown'
  const message = createMessage(index, raw, blocks, role, contentShape(content, role))
  if (message.content === 'text')
    blocks.push(createBlock(message, 'content', -1, content, textShape).withText(content as string))
  if (message.content === 'blocks') {
    const parts = content as readonly unknown[]
    for (let position = 0; position < parts.length; position += 1) {
      const block = readPart(message, position, parts)
      // Only Gemini signs parts other than reasoning.
      if (signatureBypass !== undefined && block.kind !== 'thinking' && isRecord(block.raw))
        block.withSignature(thoughtSignature(block.raw))
      blocks.push(block)
    }
  }
  return message
}

/** System messages hold text, tool messages hold parts. The SDK itself omits empty text parts. */
function contentShape(content: unknown, role: Role): ContentShape {
  if (content === undefined || content === null) return 'absent'
  if (typeof content === 'string') return role === 'tool' ? 'invalid' : content === '' ? 'empty' : 'text'
  if (!Array.isArray(content)) return 'invalid'
  if (content.length === 0) return 'empty'
  if (role === 'system') return 'invalid'
  return role !== 'tool' && content.every(isNothing) ? 'empty' : 'blocks'
}

function isNothing(part: unknown): boolean {
  return isRecord(part) && part['providerOptions'] === undefined && saysNothing(part)
}

function readPart(message: Message, index: number, parts: readonly unknown[]): ReadBlock {
  const raw = parts[index]
  if (!isRecord(raw)) return createBlock(message, 'content', index, raw, unknownShape)
  const shape = shapeOf(raw, message, parts)
  const block = createBlock(message, 'content', index, raw, shape)
  switch (shape.kind) {
    case 'text':
      return block.withText(stringOf(raw['text']))
    case 'thinking':
      return block.withText(stringOf(raw['text'])).withSignature(reasoningSeal(raw))
    case 'tool_call':
      return named(block, raw).withPayload(raw['input'] ?? raw['args'])
    case 'tool_result':
      return named(block, raw).withPayload(raw['output'] ?? raw['result'])
    case 'media':
      return block.withPayload(raw[fileFields[shape.type]!])
    default:
      return block
  }
}

function named(block: ReadBlock, raw: Record<string, unknown>): ReadBlock {
  return block.withCall(stringOf(label(raw['toolCallId'])), stringOf(raw['toolName']) ?? '')
}

function shapeOf(raw: Record<string, unknown>, message: Message, parts: readonly unknown[]): BlockShape {
  const shape = modelPartShapes.get(raw['type'] as string) ?? shapeByFields(raw, message.role)
  // A reasoning part with wrong fields is no thinking block here: the thinking strategies would take it for an unsigned one.
  if (shape.kind === 'thinking' && withoutRefused(raw, shape.type) !== raw) return unknownShape
  const fileField = fileFields[shape.type]
  if (fileField !== undefined && revivedFileData(raw[fileField]) !== undefined) return unknownShape
  if (shape.kind === 'tool_call' && raw['providerExecuted'] === true) return serverCall
  if (shape.kind !== 'tool_result' || message.role !== 'assistant') return shape
  const own = parts.find(
    (part) => isRecord(part) && part['type'] === 'tool-call' && part['toolCallId'] === raw['toolCallId'],
  )
  return isRecord(own) && own['providerExecuted'] !== true ? shape : serverResult
}

function shapeByFields(raw: Record<string, unknown>, role: Role): BlockShape {
  const type = typeByFields(raw, role)
  return type === undefined ? unknownShape : modelPartShapes.get(type)!
}
