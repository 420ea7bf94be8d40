import { isRecord } from '../json/is-record.ts'
import type { FormatName } from './format-name.ts'

/** A feature of a message or a request, and how strongly it speaks for a format. 10: no other format has it. */
export interface FormatSign {
  /** The feature in words and without content, for the `reason` of the detection. */
  readonly says: string
  readonly speaksFor: Partial<Readonly<Record<FormatName, number>>>
  readonly seen: (value: Readonly<Record<string, unknown>>) => boolean
}

type Value = Readonly<Record<string, unknown>>

const listIn = (value: Value, field: string): readonly Value[] => {
  const list = value[field]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

const some = (field: string, test: (part: Value) => boolean) => (message: Value) => listIn(message, field).some(test)

const typed = (...types: readonly string[]) => {
  const set: ReadonlySet<unknown> = new Set(types)
  return (value: Value): boolean => set.has(value['type'])
}

const has =
  (...fields: readonly string[]) =>
  (value: Value): boolean =>
    fields.some((field) => field in value)

const contentOf = (type: string, field: string) => some('content', (part) => part['type'] === type && field in part)

const startsWith = (prefix: string) => (part: Value) =>
  typeof part['type'] === 'string' && part['type'].startsWith(prefix)

/** Signs in the messages, one table for all formats. */
export const messageSigns: readonly FormatSign[] = [
  {
    says: 'blocks of type tool_use, tool_result or thinking',
    speaksFor: { 'anthropic-messages': 10, langchain: 3 },
    seen: some('content', typed('tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use')),
  },
  {
    says: 'images or documents with a source',
    speaksFor: { 'anthropic-messages': 10, langchain: 3 },
    seen: (message) => contentOf('image', 'source')(message) || contentOf('document', 'source')(message),
  },
  {
    says: 'calls in tool_calls with a function',
    speaksFor: { 'openai-chat': 10 },
    seen: some('tool_calls', (call) => isRecord(call['function'])),
  },
  {
    says: 'results of role tool with tool_call_id',
    speaksFor: { 'openai-chat': 10 },
    seen: (message) => message['role'] === 'tool' && 'tool_call_id' in message,
  },
  {
    says: 'parts of type image_url, input_audio or refusal',
    speaksFor: { 'openai-chat': 10, langchain: 3 },
    seen: (message) => !('type' in message) && some('content', typed('image_url', 'input_audio', 'refusal'))(message),
  },
  {
    says: 'items of type function_call, function_call_output or reasoning',
    speaksFor: { 'openai-responses': 10 },
    seen: (message) =>
      typed('function_call', 'function_call_output', 'reasoning', 'item_reference')(message) ||
      (typeof message['type'] === 'string' && message['type'].endsWith('_call') && 'id' in message),
  },
  {
    says: 'items of type message',
    speaksFor: { 'openai-responses': 6 },
    seen: (message) => message['type'] === 'message' && 'role' in message,
  },
  {
    says: 'parts of type input_text or output_text',
    speaksFor: { 'openai-responses': 10 },
    seen: some('content', typed('input_text', 'output_text', 'input_image', 'input_file')),
  },
  {
    says: 'role model',
    speaksFor: { gemini: 10 },
    seen: (message) => message['role'] === 'model',
  },
  {
    says: 'parts without a type',
    speaksFor: { gemini: 10 },
    seen: some('parts', (part) => !('type' in part)),
  },
  {
    says: 'blocks of toolUse, toolResult or reasoningContent',
    speaksFor: { 'bedrock-converse': 10 },
    seen: some(
      'content',
      (part) => !('type' in part) && has('toolUse', 'toolResult', 'reasoningContent', 'cachePoint')(part),
    ),
  },
  {
    says: 'blocks of text without a type',
    speaksFor: { 'bedrock-converse': 8 },
    seen: some('content', (part) => !('type' in part) && has('text', 'image', 'document')(part)),
  },
  {
    says: 'parts of type tool-call or tool-result',
    speaksFor: { 'ai-sdk': 10 },
    seen: some('content', typed('tool-call', 'tool-result', 'tool-approval-request', 'tool-approval-response')),
  },
  {
    says: 'parts with a type, in parts',
    speaksFor: { 'ai-sdk': 10 },
    seen: some(
      'parts',
      (part) => typed('text', 'step-start', 'reasoning', 'dynamic-tool', 'file')(part) || startsWith('tool-')(part),
    ),
  },
  {
    says: 'parts with providerOptions, mediaType or image data',
    speaksFor: { 'ai-sdk': 8 },
    seen: some('content', (part) => 'type' in part && has('providerOptions', 'mediaType', 'toolCallId')(part)),
  },
  {
    says: 'messages of type human, ai, system or tool',
    speaksFor: { langchain: 10 },
    seen: (message) => typed('human', 'ai', 'system', 'tool', 'generic')(message) && has('data', 'content')(message),
  },
  {
    says: 'serialised LangChain objects',
    speaksFor: { langchain: 20 },
    seen: (message) => has('lc', 'lc_namespace', 'lc_serializable')(message),
  },
  {
    says: 'calls in tool_calls with args',
    speaksFor: { langchain: 10 },
    seen: some('tool_calls', (call) => 'args' in call),
  },
  {
    says: 'role developer',
    speaksFor: { 'openai-chat': 2, 'openai-responses': 2 },
    seen: (message) => message['role'] === 'developer',
  },
  {
    says: 'role system among the messages',
    speaksFor: { 'openai-chat': 1, 'ai-sdk': 1, 'openai-responses': 1 },
    seen: (message) => message['role'] === 'system',
  },
  {
    says: 'messages of role and text',
    speaksFor: { 'anthropic-messages': 1, 'openai-chat': 1, 'openai-responses': 1, 'ai-sdk': 1 },
    seen: (message) => 'role' in message && typeof message['content'] === 'string',
  },
  {
    says: 'blocks of type text',
    speaksFor: { 'anthropic-messages': 1, 'openai-chat': 1, 'ai-sdk': 1 },
    seen: some('content', typed('text')),
  },
]

/** Signs in the rest of the request body. */
export const requestSigns: readonly FormatSign[] = [
  {
    says: 'contents in the body',
    speaksFor: { gemini: 10 },
    seen: has('contents', 'systemInstruction', 'generationConfig'),
  },
  {
    says: 'input in the body',
    speaksFor: { 'openai-responses': 10 },
    seen: has('input', 'instructions', 'previous_response_id', 'max_output_tokens'),
  },
  {
    says: 'toolConfig or inferenceConfig in the body',
    speaksFor: { 'bedrock-converse': 10 },
    seen: has('inferenceConfig', 'toolConfig', 'modelId'),
  },
  {
    says: 'anthropic fields in the body',
    speaksFor: { 'anthropic-messages': 10 },
    seen: (body) =>
      has('anthropic_version', 'anthropic_beta', 'stop_sequences', 'thinking')(body) ||
      ('system' in body && 'max_tokens' in body),
  },
  {
    says: 'tools with input_schema',
    speaksFor: { 'anthropic-messages': 10 },
    seen: some('tools', has('input_schema')),
  },
  {
    says: 'tools with a function',
    speaksFor: { 'openai-chat': 10 },
    seen: some('tools', (tool) => isRecord(tool['function'])),
  },
  {
    says: 'OpenAI Chat fields in the body',
    speaksFor: { 'openai-chat': 6 },
    seen: has('max_completion_tokens', 'frequency_penalty', 'logprobs', 'response_format', 'stream_options'),
  },
  {
    says: 'the name of a Claude model',
    speaksFor: { 'anthropic-messages': 4 },
    seen: (body) => typeof body['model'] === 'string' && body['model'].startsWith('claude'),
  },
  {
    says: 'the name of an OpenAI model',
    speaksFor: { 'openai-chat': 4, 'openai-responses': 1 },
    seen: (body) => typeof body['model'] === 'string' && /^(?:gpt|o\d)/.test(body['model']),
  },
]
