import { textOrJson } from '../../json/text-or-json.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Role } from '../../transcript/role.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import { withoutItemId } from './item-id.ts'
import type { FormatWriter } from '../format.ts'
import { defineTools, liftInstructions } from './change-request.ts'
import { fileFields, revivedFileData } from './file-data.ts'
import { fileAsText } from './file-text.ts'
import { withoutRefused } from './meant-part.ts'
import { isSealed, withThoughtSignature } from './reasoning-seal.ts'
import { withMedia } from './media.ts'
import { serverOutputOf } from './server-output.ts'
import {
  isTypedOutput,
  mendedOutput,
  outputFiles,
  outputText,
  shownFile,
  typedOutput,
  withoutBlankText,
} from './tool-output.ts'
import { textPart } from '../text-part.ts'

/** Builds parts and messages of ModelMessages; all of them are valid in a LanguageModelV4Prompt too. */
export const modelMessageWriter: FormatWriter = {
  text: textPart,
  message: (role, parts) => ({ role, content: role === 'system' ? joinedText(parts) : parts }),
  call: ({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name ?? '', input }),
  result: (call, { content, isError }) => ({
    type: 'tool-result',
    toolCallId: call.callId,
    toolName: call.name ?? '',
    // Packages of providers read what their own tools gave back as JSON only.
    output:
      call.shape.server && isError && typeof content === 'string'
        ? { type: 'error-json', value: content }
        : typedOutput(content, isError),
  }),
  merge: (messages) => withField(messages[0]!.raw, 'content', mergedContent(messages)),
  // An item reference would still stand for the call under its former id.
  withCallId: ({ raw }, id) => withField(withoutItemId(raw) ?? raw, 'toolCallId', id),
  withName: (block, name) => withField(block.raw, 'toolName', name),
  withInput: (block, input) => withField(withField(block.raw, 'input', input), 'args', undefined),
  withText: (block, text) => (block.index < 0 ? text : withField(block.raw, 'text', text)),
  withResultContent: (result) =>
    withField(withField(result.raw, 'output', readableOutput(result)), 'result', undefined),
  // Signatures live in the options of each provider's package; without them the part is plain reasoning.
  withSignature: ({ kind, raw }, signature) =>
    kind === 'thinking' ? withField(raw, 'providerOptions', undefined) : withThoughtSignature(raw, signature),
  withoutItemId: ({ raw }) => withoutItemId(raw),
  withMedia,
  withoutReferences: (block) => block.raw,
  withField,
  withWholeText: (raw, text) =>
    (raw as { role?: unknown }).role === 'tool'
      ? { role: 'user', content: text }
      : withField(isRecord(raw) ? raw : { role: 'user' }, 'content', text),
  rescue: ({ message, raw }) => revived(raw, message.role),
  plainText,
  fileAsText: ({ raw }) => fileAsText(raw),
  resultBlocks: (block) => outputFiles(block.payload),
  shownAs: shownFile,
  liftSystem: liftInstructions,
  defineTools,
}

/** A file part with its data as before JSON; a reasoning part without the fields that the schema refuses. */
function revived(raw: unknown, role: Role): readonly unknown[] | null {
  if (!isRecord(raw)) return null
  if (raw['type'] === undefined && role === 'assistant' && typeof raw['text'] === 'string' && isSealed(raw))
    return [{ type: 'reasoning', ...withoutRefused(raw, 'reasoning') }]
  if (raw['type'] === 'reasoning') return [withoutRefused(raw, 'reasoning')]
  const field = fileFields[String(raw['type'])]
  const data = field === undefined ? undefined : revivedFileData(raw[field])
  return data === undefined ? null : [withField(raw, field!, data)]
}

/** The output as a typed one. A provider tool's output may be typed already, but of a form that this tool cannot return. */
function readableOutput({ name, payload, shape }: Block): unknown {
  const isServers = shape.server && isTypedOutput(payload)
  return isServers ? serverOutputOf(name, payload) : withoutBlankText(mendedOutput(payload))
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call') return textOrJson(block.payload ?? {})
  if (block.kind === 'tool_result') return outputText(block.payload)
  if (typeof block.raw === 'string') return block.raw
  return isRecord(block.raw) && typeof block.raw['text'] === 'string' ? block.raw['text'] : ''
}

function joinedText(parts: readonly unknown[]): string {
  return parts.map((part) => (part as { text: string }).text).join('\n')
}

function mergedContent(messages: readonly Message[]): unknown {
  const texts = messages.map(({ raw }) => (raw as { content: unknown }).content)
  if (texts.every((text) => typeof text === 'string')) return texts.join('\n\n')
  return messages.flatMap(({ blocks }) => blocks.map((block) => (block.index < 0 ? textPart(block.text!) : block.raw)))
}
