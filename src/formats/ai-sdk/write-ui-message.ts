import { textOrJson } from '../../json/text-or-json.ts'
import { marked } from '../../faults/synthetic-text.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import { answeredPart } from './answered-part.ts'
import type { FormatWriter } from '../format.ts'
import { withoutItemId } from './item-id.ts'
import { defineTools, liftInstructions } from './change-request.ts'
import { serverOutputOf } from './server-output.ts'
import { typedOutput } from './tool-output.ts'
import { uiIdOf } from './ui-id.ts'
import { withoutRefusedField } from './ui-meant-part.ts'
import { isToolPart } from './ui-part-shapes.ts'
import { textPart } from '../text-part.ts'

type Fields = Record<string, unknown>

/** Builds parts and messages of UIMessages. */
export const uiMessageWriter: FormatWriter = {
  text: textPart,
  message: (role, parts) => ({ id: uiIdOf(parts), role, parts }),
  call: ({ id, name, input }) => ({ type: `tool-${name ?? ''}`, toolCallId: id, state: 'input-available', input }),
  result: (call, result) => answeredPart(call.raw as Fields, result),
  merge: (messages) =>
    withField(
      messages[0]!.raw,
      'parts',
      messages.flatMap(({ raw }) => (raw as { parts: readonly unknown[] }).parts),
    ),
  withCallId: ({ raw }, id) => withField(withoutItemId(raw) ?? raw, 'toolCallId', id),
  withName: (block, name) =>
    (block.raw as { type: string }).type === 'dynamic-tool'
      ? withField(block.raw, 'toolName', name)
      : withField(block.raw, 'type', `tool-${name}`),
  withInput: (block, input) => withField(block.raw, 'input', input),
  withText: (block, text) => withField(block.raw, 'text', text),
  withResultContent: ({ name, raw }, text) => {
    const { type, value } = serverOutputOf(name, typedOutput((raw as Fields)['output']))
    if (type === 'json') return withField(raw, 'output', value)
    return withField(withField(withField(raw, 'output', undefined), 'state', 'output-error'), 'errorText', text)
  },
  withSignature: (block) => withField(block.raw, 'providerMetadata', undefined),
  withoutItemId: ({ raw }) => withoutItemId(raw),
  withMedia: (block, replacements) => {
    const [replacement] = [...replacements.values()]
    return replacement && 'text' in replacement ? textPart(replacement.text) : block.raw
  },
  withoutReferences: (block) => block.raw,
  withField,
  withWholeText: (raw, text) => {
    const parts = [textPart(text)]
    const own: Fields = isRecord(raw) ? raw : { role: 'user' }
    const named = own['id'] === undefined ? withField(own, 'id', uiIdOf(parts)) : own
    return withField(withField(named, 'parts', parts), 'content', undefined)
  },
  rescue: ({ message, raw }) => {
    if (isRecord(raw) && raw['type'] === 'reasoning') return [withoutRefusedField(raw)]
    return convertedInvocation(raw) ?? (message.role === 'assistant' ? typedTool(raw) : null)
  },
  plainText,
  resultBlocks: () => [],
  liftSystem: liftInstructions,
  defineTools,
}

/** A tool part without a type or a tool name keeps its output (I4). */
function typedTool(raw: unknown): readonly unknown[] | null {
  if (!isRecord(raw) || typeof raw['toolCallId'] !== 'string' || typeof raw['state'] !== 'string') return null
  const { toolName } = raw
  // Packages omit a provider's call whose tool they do not know.
  const part: Fields = toolName === undefined ? (withField(raw, 'providerExecuted', undefined) as Fields) : raw
  return [{ ...part, type: 'dynamic-tool', toolName: toolName ?? '' }]
}

/** The tool parts of AI SDK 4 hold everything under `toolInvocation`. */
function convertedInvocation(raw: unknown): readonly unknown[] | null {
  const call = isRecord(raw) ? raw['toolInvocation'] : undefined
  if (!isRecord(call) || typeof call['toolName'] !== 'string' || typeof call['toolCallId'] !== 'string') return null
  const { args, result, state, toolCallId, toolName } = call
  const outcome = state === 'result' ? { state: 'output-available', output: result } : { state: 'input-available' }
  return [{ type: `tool-${toolName}`, toolCallId, input: args, ...outcome }]
}

function plainText({ kind, payload, raw, text }: Block): string {
  if (text !== undefined) return text
  if (kind === 'tool_call') return textOrJson(payload ?? {})
  if (typeof raw === 'string') return raw
  if (!isRecord(raw)) return ''
  if (isToolPart(raw)) return JSON.stringify(raw['output'] ?? raw['errorText'] ?? raw['input'] ?? null)
  if (typeof raw['text'] === 'string') return raw['text']
  const name = typeof raw['filename'] === 'string' ? raw['filename'] : 'A file'
  return typeof raw['url'] === 'string' ? marked(`${name} is not available: its address cannot be read.`) : ''
}
