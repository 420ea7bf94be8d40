import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block, ContentShape, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { type BlockShape, unknownShape } from '../../transcript/block-shape.ts'
import { reasoningSeal } from './reasoning-seal.ts'
import { withoutRefusedField } from './ui-meant-part.ts'
import { hasOutcome, uiPartShape, uiResult, uiServerResult } from './ui-part-shapes.ts'
import { stringOf } from '../../json/string-of.ts'
import { saysNothing } from '../says-nothing.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
])

/** Reads one UIMessage. A tool part with an outcome is a call and its result at once: two blocks with one raw part. */
export function readUiMessage(raw: unknown, index: number): Message {
  if (!isRecord(raw)) return createMessage(index, raw)
  const blocks: Block[] = []
  const role = roles.get(raw['role']) ?? 'unknown'
  const message = createMessage(index, raw, blocks, role, contentShape(raw, role))
  if (message.content !== 'blocks') return message
  const parts = raw['parts'] as readonly unknown[]
  for (let position = 0; position < parts.length; position += 1) readPart(message, position, parts[position], blocks)
  return message
}

function contentShape({ parts, content }: Record<string, unknown>, role: Role): ContentShape {
  if (parts === undefined || parts === null) return content === undefined || content === '' ? 'absent' : 'invalid'
  if (!Array.isArray(parts)) return 'invalid'
  return role !== 'assistant' && parts.every(saysNothing) ? 'empty' : parts.length === 0 ? 'empty' : 'blocks'
}

function readPart(message: Message, index: number, raw: unknown, blocks: Block[]): void {
  const field = 'parts'
  if (!isRecord(raw)) return void blocks.push(createBlock(message, field, index, raw, unknownShape))
  // Only the model calls tools, so a message with calls and without a known role is taken for its own.
  const shape = shapeOf(raw, message.role === 'assistant' || message.role === 'unknown')
  const block = createBlock(message, field, index, raw, shape)
  blocks.push(block)
  switch (shape.kind) {
    case 'text':
      block.withText(stringOf(raw['text']))
      break
    case 'thinking':
      block.withText(stringOf(raw['text'])).withSignature(reasoningSeal(raw))
      break
    case 'media':
      block.withPayload(raw['url'])
      break
    case 'tool_call': {
      const id = stringOf(raw['toolCallId'])
      const name = toolName(raw)
      block.withCall(id, name).withPayload(inputOf(raw))
      if (!hasOutcome(raw)) return
      const result = shape.server ? uiServerResult : uiResult
      const outcome = raw['errorText'] ?? raw['output']
      blocks.push(createBlock(message, field, index, raw, result).withCall(id, name).withPayload(outcome))
    }
  }
}

/** A reasoning part with wrong fields is no thinking block here: the thinking strategies would take it for an unsigned one. */
function shapeOf(raw: Record<string, unknown>, mayCall: boolean): BlockShape {
  const shape = uiPartShape(raw, mayCall)
  return shape.kind === 'thinking' && withoutRefusedField(raw) !== raw ? unknownShape : shape
}

/** The input that is sent; a failed call may hold the model's input as `rawInput`. */
function inputOf(raw: Record<string, unknown>): unknown {
  const input = raw['input'] ?? raw['args']
  return raw['state'] === 'output-error' ? (input ?? raw['rawInput']) : input
}

function toolName(raw: Record<string, unknown>): string {
  if (raw['type'] === 'dynamic-tool') return stringOf(raw['toolName']) ?? ''
  return String(raw['type']).slice('tool-'.length)
}
