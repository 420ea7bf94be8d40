import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import { textOrJson } from '../../json/text-or-json.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { withField } from '../../json/with-field.ts'
import type { FormatWriter, ResultContent } from '../format.ts'
import { askedIn, askedOfHosted } from './asked-in.ts'
import { rescue } from './canonical.ts'
import { partsIn } from '../result-parts.ts'
import { fieldsOf } from './item-fields.ts'
import { withMedia } from './media.ts'
import { missingScreenshot } from './placeholder-outputs.ts'
import { resultParts } from './result-parts.ts'
import { marked } from '../../faults/synthetic-text.ts'
import { readImageHeader } from '../../media/image-header.ts'

/** Builds items and content parts of the Responses API. */
export const responsesWriter: FormatWriter = {
  text: textPart,
  message: (role, blocks) => ({
    role: spokenRoles[role],
    content: blocks.map((part) => forRole(part, role)),
  }),
  call: ({ id, name, input }) => ({ type: 'function_call', call_id: id, name, arguments: input }),
  result: writeResult,
  resultElsewhere: (callId, kind, result) => outputItem(kind.replaceAll(' ', '_'), callId, result),
  merge: (messages) => {
    const parts = messages.flatMap((message) =>
      message.blocks.map((block) => (block.index < 0 ? textPart(block.text ?? '', message.role) : block.raw)),
    )
    return withField(messages[0]!.raw, 'content', parts)
  },
  withCallId: (block, id) => withField(block.raw, callIdField(block), id),
  withName: (block, name) => withField(block.raw, 'name', name),
  withInput: (block, input) => withField(block.raw, fieldsOf(block.shape.type, record(block.raw)).payload, input),
  withText: (block, text) => (block.index < 0 ? text : withField(block.raw, 'text', text)),
  withResultContent: (result, text, call) => {
    const { type } = result.shape
    // A call that only the server holds has the kind that its output answers.
    const answersCall = call === result || result.shape.answers?.has(call.shape.type) !== false
    if (answersCall && plainOutputs.has(type)) return withField(result.raw, 'output', readableOutput(result, text))
    const content = answersCall ? text : readableOutput(result, text)
    const target = call.kind === 'tool_call' ? call : result
    const fresh = writeResult(target, { content, isError: false })
    return answersCall ? { ...record(result.raw), ...record(fresh) } : fresh
  },
  // Only the provider can make encrypted content; an item that consists of nothing else is removed with it.
  withSignature: (block, signature) =>
    signature === undefined && block.kind !== 'thinking'
      ? undefined
      : withField(block.raw, 'encrypted_content', signature),
  withMedia,
  withoutReferences: (block) => block.raw,
  withField,
  plainText,
  rescue,
  commonPart: shownPicture,
  resultBlocks: ({ payload }) =>
    (Array.isArray(payload) ? payload : [payload]).flatMap((part: unknown) => {
      if (!isRecord(part)) return []
      if (part['type'] === 'input_image' || part['type'] === 'input_file') return [part]
      if (part['type'] !== 'computer_screenshot') return []
      const { type: _type, ...source } = part
      return [{ type: 'input_image', detail: 'auto', ...source }]
    }),
  liftSystem: ({ instructions }, texts) => ({
    instructions: [...(typeof instructions === 'string' && instructions !== '' ? [instructions] : []), ...texts].join(
      '\n\n',
    ),
  }),
  defineTools: (request, names) => ({
    tools: [
      ...listOf(request['tools']),
      ...names.map((name) => ({
        type: 'function',
        name,
        parameters: { type: 'object', properties: {} },
        strict: false,
      })),
    ],
  }),
}

/** Outputs whose content may be plain text. */
const plainOutputs = new Set(['function_call_output', 'custom_tool_call_output', 'local_shell_call_output'])

function readableOutput({ payload, shape }: Block, text: string): unknown {
  if (shape.type === 'local_shell_call_output') return text
  const parts = partsIn(payload, resultParts)
  return parts === null || parts.length === 0 ? text : parts
}

function textPart(text: string, role?: Role): unknown {
  return { type: role === 'assistant' ? 'output_text' : 'input_text', text }
}

/** Results are items of their own here: no message has the tool role. */
const spokenRoles = { user: 'user', assistant: 'assistant', system: 'developer', tool: 'user' } as const

function forRole(part: unknown, role: Role): unknown {
  if (role !== 'assistant' || !isRecord(part) || part['type'] !== 'input_text') return part
  return { ...part, type: 'output_text' }
}

function record(raw: unknown): Record<string, unknown> {
  return isRecord(raw) ? raw : {}
}

function callIdField(block: Block): string {
  return fieldsOf(block.shape.type, record(block.raw)).callId
}

/** The output of a call; given an output, another output for the same call. */
function writeResult(call: Block, result: ResultContent): unknown {
  return outputItem(call.shape.type.replace(/_(?:call_)?(?:output|response)$/, ''), call.callId, result)
}

/** The output for one kind of call, with the text where that kind has room for it. */
function outputItem(type: string, call_id: string | undefined, { content, isError }: ResultContent): unknown {
  const text = typeof content === 'string' ? content : (JSON.stringify(content) ?? '')
  switch (type) {
    case 'custom_tool_call':
    case 'custom_tool':
      return { type: 'custom_tool_call_output', call_id, output: Array.isArray(content) ? content : text }
    case 'local_shell_call':
    case 'local_shell':
      return { type: 'local_shell_call_output', id: call_id, output: text }
    case 'shell_call':
    case 'shell':
      return {
        type: 'shell_call_output',
        call_id,
        output: isShellOutput(content) ? content : shellOutput(text, isError),
      }
    case 'apply_patch_call':
    case 'apply_patch':
      return { type: 'apply_patch_call_output', call_id, status: isError ? 'failed' : 'completed', output: text }
    case 'computer_call':
    case 'computer':
      return { type: 'computer_call_output', call_id, output: screenshotOf(content) }
    case 'tool_search_call':
    case 'tool_search':
      return { type: 'tool_search_output', call_id, execution: 'client', tools: listOf(content) }
    case 'mcp_approval_request':
    case 'mcp_approval':
      return { type: 'mcp_approval_response', approval_request_id: call_id, approve: false, reason: text }
    default:
      return { type: 'function_call_output', call_id, output: Array.isArray(content) ? content : text }
  }
}

function isShellOutput(content: unknown): boolean {
  return Array.isArray(content) && content.every((entry) => isRecord(entry) && isRecord(entry['outcome']))
}

function shellOutput(text: string, isError: boolean): unknown[] {
  const outcome = { type: 'exit', exit_code: isError ? 1 : 0 }
  return [{ stdout: isError ? '' : text, stderr: isError ? text : '', outcome }]
}

function screenshotOf(content: unknown): unknown {
  if (typeof content === 'string' && /^(?:data:image\/|https:)/.test(content))
    return { type: 'computer_screenshot', image_url: content }
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  for (const part of parts) {
    if (!isRecord(part)) continue
    const { file_id, image_url } = part
    if (typeof image_url === 'string') return { type: 'computer_screenshot', image_url }
    if (typeof file_id === 'string') return { type: 'computer_screenshot', file_id }
  }
  return { type: 'computer_screenshot', image_url: missingScreenshot }
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  const raw = record(block.raw)
  if (block.kind === 'tool_call') return textOrJson(askedIn(raw, block.shape.type) ?? {})
  if (block.shape.type === 'mcp_approval_response') {
    const decision = raw['approve'] === true ? 'Approved' : 'Declined'
    return typeof raw['reason'] === 'string' ? `${decision}: ${raw['reason']}` : decision
  }
  if (block.kind === 'tool_result') return textOf(block.payload)
  if (block.kind === 'thinking') return ''
  return [...(block.kind === 'other' ? askedOfHosted(raw) : []), textOf(block.raw)].filter(Boolean).join('\n')
}

/** An image that the server generated, as a plain image part; its base64 would be no readable text. */
function shownPicture({ raw, shape }: Block): unknown {
  const data = shape.type === 'image_generation_call' ? record(raw)['result'] : undefined
  const mediaType = typeof data === 'string' ? readImageHeader(data)?.mediaType : undefined
  if (mediaType === undefined) return undefined
  const picture = { type: 'input_image', detail: 'auto', image_url: `data:${mediaType};base64,${String(data)}` }
  return { role: 'user', content: [textPart(marked('A picture that the assistant has made:'), 'user'), picture] }
}

/** Fields with readable content, most telling first. */
const readable = [
  'text',
  'refusal',
  'output_text',
  'content',
  'code',
  'output',
  'outputs',
  'logs',
  'stdout',
  'stderr',
  'summary',
  'result',
  'name',
]

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (!isRecord(value)) return ''
  return readable
    .map((field) => textOf(value[field]))
    .filter(Boolean)
    .join('\n')
}
