import { stringOf } from '../../json/string-of.ts'
import { contentShape } from '../content-shape.ts'
import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { label } from '../mend.ts'
import { flatCall } from './nested-call.ts'
import { readTextOrParts } from '../read-text-or-parts.ts'
import { roleNamed } from '../role-named.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import { signatureBeside, signatureOf } from './call-signature.ts'
import { thoughtText } from './thought-text.ts'
import {
  customCallShape,
  functionCallShape,
  partShapes,
  reasoningShape,
  resultShape,
  functionAnswerShape,
  speechShape,
  textShape,
} from './block-shapes.ts'

type Fields = Record<string, unknown>

const roles: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
}

/** Fields in which vendors return reasoning as text. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const
/** Fields with reasoning as a list of signed entries: OpenRouter's, and LiteLLM's for Anthropic. */
const reasoningLists = ['reasoning_details', 'thinking_blocks'] as const

/** Reads one message of Chat Completions: reasoning, content, other speech, calls, in this order. */
export function readMessage(raw: unknown, index: number): Message {
  if (!isRecord(raw)) return createMessage(index, raw)
  const blocks: Block[] = []
  const role = roleOf(raw)
  const content = contentShape(raw['content'])
  const isResult = role === 'tool'
  const message = createMessage(index, raw, blocks, role, isResult && content === 'invalid' ? 'blocks' : content)
  if (isResult) {
    readResult(message, raw, blocks)
    return message
  }
  const speaks = role === 'assistant' || role === 'unknown'
  if (speaks) readReasoning(message, raw, blocks)
  readTextOrParts(message, raw['content'], blocks, textShape, readPart)
  if (speaks) {
    readSpeech(message, raw, blocks)
    readCalls(message, raw['tool_calls'], blocks)
  }
  return message
}

/** The role of a message; a message with a `tool_call_id` is a tool's, whatever its role. */
function roleOf(raw: Fields): Role {
  const known = roleNamed(roles, raw['role'])
  const answers = label(raw['tool_call_id']) !== undefined && raw['tool_call_id'] !== ''
  return answers && (known === 'user' || known === 'unknown') ? 'tool' : known
}

function readResult(message: Message, raw: Fields, blocks: Block[]): void {
  const callId = label(raw['tool_call_id'])
  // A message that names its call is a tool's, whatever its role.
  if (raw['role'] === 'function' && !callId) {
    blocks.push(createBlock(message, '', -1, raw, functionAnswerShape).withPayload(raw['content']))
  } else {
    const block = createBlock(message, '', -1, raw, resultShape)
    blocks.push(block.withCall(callId, stringOf(raw['name'])).withPayload(raw['content']))
  }
}

function readReasoning(message: Message, raw: Fields, blocks: Block[]): void {
  for (const field of reasoningFields) {
    const text = raw[field] === undefined ? undefined : thoughtText(raw[field])
    if (text !== undefined) blocks.push(createBlock(message, field, -1, raw[field], reasoningShape).withText(text))
  }
  for (const field of reasoningLists) {
    const details = raw[field]
    if (!Array.isArray(details)) continue
    for (let index = 0; index < details.length; index += 1) {
      const detail: unknown = details[index]
      const fields = isRecord(detail) ? detail : {}
      const text = stringOf(fields['text'] ?? fields['summary'] ?? fields['thinking'])
      const signature = stringOf(fields['signature'] ?? fields['data'])
      blocks.push(createBlock(message, field, index, detail, reasoningShape).withText(text).withSignature(signature))
    }
  }
}

function readPart(message: Message, index: number, part: unknown): Block {
  const fields = isRecord(part) ? part : {}
  const shape = partShapes.get(fields['type'] as string) ?? unknownShape
  const text = stringOf(shape.kind === 'text' ? fields['text'] : (fields['refusal'] ?? thoughtText(fields['thinking'])))
  return createBlock(message, 'content', index, part, shape).withText(text)
}

function readSpeech(message: Message, raw: Fields, blocks: Block[]): void {
  const { refusal } = raw
  if (typeof refusal === 'string' && refusal !== '')
    blocks.push(createBlock(message, 'refusal', -1, refusal, speechShape).withText(refusal))
  for (const field of ['audio', 'function_call'])
    if (isRecord(raw[field])) blocks.push(createBlock(message, field, -1, raw[field], speechShape))
}

function readCalls(message: Message, calls: unknown, blocks: Block[]): void {
  if (!Array.isArray(calls)) return
  for (let index = 0; index < calls.length; index += 1) {
    const call: unknown = calls[index]
    if (!isRecord(call)) {
      blocks.push(createBlock(message, 'tool_calls', index, call, unknownShape))
      continue
    }
    const isCustom = isRecord(call['custom']) || call['type'] === 'custom'
    const type = isCustom ? 'custom' : 'function'
    const block = createBlock(message, 'tool_calls', index, call, isCustom ? customCallShape : functionCallShape)
    block.withSignature(signatureOf(call) ?? signatureBeside(call, message.raw))
    const inner = call[type]
    if (isRecord(inner)) {
      const payload = inner[isCustom ? 'input' : 'arguments']
      blocks.push(block.withCall(label(call['id']), stringOf(inner['name'])).withPayload(payload))
    } else {
      const { id, input, name } = flatCall(call, type)!
      blocks.push(block.withCall(label(id), stringOf(name)).withPayload(input))
    }
  }
}
