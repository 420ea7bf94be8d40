import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'
import { partShape, partShapes } from './part-shapes.ts'

const assistant: readonly Role[] = ['assistant']
const speakers: readonly Role[] = ['user', 'assistant', 'system']
const call: Readonly<Record<string, FieldCheck>> = { toolCallId: 'string', toolName: 'string' }

/**
 * The parts of a ModelMessage, and of a LanguageModelV4Prompt, which has a subset of them.
 * Source: `modelMessageSchema` of ai 7.0 (src/prompt/content-part.ts).
 */
export const modelPartShapes: ReadonlyMap<string, BlockShape> = partShapes([
  ['text', 'text', { text: 'string' }, speakers],
  ['image', 'media', { image: 'any' }, ['user']],
  ['file', 'media', { data: 'any', mediaType: 'string' }, ['user', 'assistant']],
  ['reasoning', 'thinking', {}, assistant],
  ['reasoning-file', 'other', { data: 'any', mediaType: 'string' }, assistant],
  ['custom', 'other', { kind: 'string' }, assistant],
  ['tool-call', 'tool_call', call, assistant],
  ['tool-result', 'tool_result', call, null],
  ['tool-approval-request', 'other', { approvalId: 'string', toolCallId: 'string' }, assistant],
  ['tool-approval-response', 'other', { approvalId: 'string', approved: 'boolean' }, ['tool']],
])

/** A call of a provider tool, and its result: both stand in the assistant's message. */
export const serverCall: BlockShape = partShape('tool-call', 'tool_call', call, assistant, true)
export const serverResult: BlockShape = partShape('tool-result', 'tool_result', call, assistant, true)
