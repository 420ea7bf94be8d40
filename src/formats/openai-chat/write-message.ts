import { textOrJson } from '../../json/text-or-json.ts'
import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import { rescue } from './canonical.ts'
import type { FormatWriter } from '../format.ts'
import { partsIn } from '../result-parts.ts'
import { withMedia } from './media.ts'
import { sealBeside, signedBeside, withSignatureOf } from './call-signature.ts'
import { mergeMessages } from './merge-messages.ts'
import { nestedCall } from './nested-call.ts'
import { resultParts } from './result-parts.ts'

type Fields = Record<string, unknown>

/** Builds messages and parts of Chat Completions. */
export const openAIChatWriter: FormatWriter = {
  text: (text) => ({ type: 'text', text }),
  message: (role, blocks) => ({ role, content: plainContent(blocks) }),
  call: ({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input } }),
  result: (call, { content }) => ({ role: 'tool', tool_call_id: call.callId, content: resultContent(content) }),
  merge: mergeMessages,
  withCallId: (block, id) => withField(block.raw, block.kind === 'tool_call' ? 'id' : 'tool_call_id', id),
  withName: (block, name) =>
    block.kind === 'tool_call' ? withInner(block, 'name', name) : withField(block.raw, 'name', name),
  withInput: (block, input) => withInner(block, block.shape.type === 'custom' ? 'input' : 'arguments', input),
  withText: (block, text) => (block.index < 0 ? text : withField(block.raw, 'text', text)),
  withResultContent: (result, text) => withField(result.raw, 'content', readableContent(result, text)),
  withSignature: ({ kind, raw, text }, signature) =>
    kind === 'tool_call'
      ? withSignatureOf(raw, signature)
      : // What is nothing but sealed goes with its seal.
        text === undefined && signature === undefined
        ? undefined
        : withField(raw, 'signature', signature),
  sealBeside,
  signedBeside,
  withMedia,
  withoutReferences: (block) => block.raw,
  // A list beside the content that becomes empty is removed: `tool_calls: []` is refused, its absence is not.
  withField: (raw, field, value) =>
    withField(raw, field, field !== 'content' && isEmptyList(value) ? undefined : value),
  withCalls: (raw, calls, isSilent) => {
    const said = isSilent ? withField(raw, 'content', null) : raw
    return withField(said, 'tool_calls', [...listOf((raw as Fields)['tool_calls']), ...calls])
  },
  plainText,
  rescue,
  resultBlocks: (block) =>
    Array.isArray(block.payload) ? block.payload.filter((part) => isRecord(part) && part['type'] !== 'text') : [],
  // System messages stand in the list itself.
  liftSystem: () => null,
  defineTools: (request, names) => ({
    tools: [
      ...listOf(request['tools']),
      ...names.map((name) => ({
        type: 'function',
        function: { name, parameters: { type: 'object', properties: {} } },
      })),
    ],
  }),
}

/** Text blocks alone become a string, the form that every vendor reads. */
function plainContent(blocks: readonly unknown[]): unknown {
  const texts = blocks.map((block) => (isRecord(block) && block['type'] === 'text' ? block['text'] : undefined))
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : blocks
}

function resultContent(content: unknown): unknown {
  if (typeof content === 'string') return content
  const isParts =
    Array.isArray(content) && content.length > 0 && content.every((part) => isRecord(part) && 'type' in part)
  return isParts ? content : (JSON.stringify(content) ?? '')
}

/** The content with its readable parts; a plain string when no part is left, the form that every vendor reads. */
function readableContent({ payload }: Block, text: string): unknown {
  if (typeof payload === 'string' && text.trim() === '') return marked(syntheticText.noOutput)
  const parts = partsIn(payload, resultParts)
  return parts === null || parts.length === 0 ? text : plainContent(parts)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function withInner(block: Block, field: string, value: unknown): unknown {
  const type = block.shape.type === 'custom' ? 'custom' : 'function'
  const call = nestedCall(block.raw as Fields, type)
  return withField(call, type, withField(call[type], field, value))
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call') return textOrJson(block.payload ?? {})
  if (block.field === 'tool_calls') return ''
  return textOf(block.kind === 'tool_result' ? block.payload : block.raw)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (!isRecord(value)) return ''
  return typeof value['text'] === 'string' ? value['text'] : textOf(value['content'])
}
