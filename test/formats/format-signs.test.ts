import { expect, test } from 'vitest'
import { detectFormat } from '../../src/formats/detect-format.ts'
import { type FormatSign, messageSigns, requestSigns } from '../../src/formats/format-signs.ts'

type Value = Readonly<Record<string, unknown>>

const part = (...parts: readonly unknown[]): Value => ({ content: parts })
const ofTypes = (types: string): Value[] => types.split(' ').map((type) => part({ type }))
const withEach = (names: string, value: unknown = {}): Value[] => names.split(' ').map((name) => ({ [name]: value }))

/** What speaks for a format, and what nearly does. */
const messages: readonly Value[] = [
  {},
  { role: 'user', content: 'hi' },
  { role: 'user', content: [] },
  { content: 'hi' },
  part(1, null, 'text'),
  { content: { type: 'tool_use' } },
  ...ofTypes('tool_use tool_result thinking redacted_thinking server_tool_use text'),
  part({ type: 'other' }, { type: 'tool_use' }),
  part({ type: 'image', source: {} }),
  part({ type: 'document', source: {} }),
  part({ type: 'image' }, { type: 'text', source: {} }),
  part({ type: 'document' }, { source: {} }),
  { tool_calls: [{ function: {} }] },
  { tool_calls: [{ function: 'read' }] },
  { tool_calls: [{ args: {} }] },
  { role: 'tool', tool_call_id: 'c' },
  { role: 'tool' },
  { role: 'user', tool_call_id: 'c' },
  ...ofTypes('image_url input_audio refusal'),
  { type: 'human', content: [{ type: 'image_url' }] },
  ...['function_call', 'function_call_output', 'reasoning', 'item_reference'].map((type) => ({ type })),
  { type: 'web_search_call', id: 'ws_1' },
  { type: 'web_search_call' },
  { type: '_call_made', id: 'ws_1' },
  { type: 7, id: 'ws_1' },
  { type: 'message', role: 'user' },
  { type: 'message' },
  ...ofTypes('input_text output_text input_image input_file'),
  { role: 'model' },
  { role: 'developer' },
  { role: 'system' },
  { parts: [{ text: 'hi' }] },
  ...['text', 'step-start', 'reasoning', 'dynamic-tool', 'file', 'tool-ls', 'no-tool-', 7].map((type) => ({
    parts: [{ type }],
  })),
  ...withEach('toolUse toolResult reasoningContent cachePoint').map((block) => part(block)),
  ...withEach('text image document').map((block) => part(block)),
  part({ type: 'x', toolUse: {} }, { type: 'x', text: 'hi' }),
  ...ofTypes('tool-call tool-result tool-approval-request tool-approval-response'),
  ...withEach('providerOptions mediaType toolCallId').flatMap((block) => [part(block), part({ type: 'x', ...block })]),
  ...['human', 'ai', 'system', 'tool', 'generic'].map((type) => ({ type, content: 'hi' })),
  { type: 'human', data: {} },
  { type: 'human' },
  ...withEach('lc lc_namespace lc_serializable', 1),
]

const requests: readonly Value[] = [
  {},
  ...withEach('contents systemInstruction generationConfig'),
  ...withEach('input instructions previous_response_id max_output_tokens'),
  ...withEach('inferenceConfig toolConfig modelId'),
  ...withEach('anthropic_version anthropic_beta stop_sequences thinking system max_tokens'),
  { system: 'x', max_tokens: 1 },
  { tools: [{ input_schema: {} }] },
  { tools: [{ function: {} }] },
  { tools: [{ function: 'read' }] },
  ...withEach('max_completion_tokens frequency_penalty logprobs response_format stream_options'),
  ...['claude-opus-5', 'my-claude', 'gpt-6', 'o4-mini', 'oxen', 'my-gpt-6', 7].map((model) => ({ model })),
]

const lists: readonly (readonly unknown[])[] = [
  [],
  [1, null, 'x'],
  [{ role: 'user', content: 'hi' }],
  [{ role: 'system', content: 'hi' }],
  [{ role: 'developer', content: 'hi' }],
  [{ role: 'user', content: [{ type: 'text' }] }],
  [{ role: 'user', content: [{ type: 'thinking' }, { type: 'input_text' }] }],
  [{ role: 'user', content: [{ type: 'thinking' }, { type: 'text' }] }, { lc: 1 }],
]

const told = ({ says, speaksFor }: FormatSign): string =>
  `${says} (${Object.entries(speaksFor)
    .map(([name, weight]) => `${name} ${weight}`)
    .join(', ')})`

test('what a message, a request or a list shows of its format is not what is on record', async () => {
  const lineOf = (signs: readonly FormatSign[]) => (value: Value) =>
    `${JSON.stringify(value)}: ${
      signs
        .filter((sign) => sign.seen(value))
        .map(told)
        .join('; ') || '-'
    }`
  const detected = lists.map((list) => `${JSON.stringify(list)}: ${JSON.stringify(detectFormat(list))}`)
  const lines = [...messages.map(lineOf(messageSigns)), '', ...requests.map(lineOf(requestSigns)), '', ...detected, '']
  await expect(lines.join('\n')).toMatchFileSnapshot('./format-signs.txt')
  const unseen = [
    ...messageSigns.filter(({ seen }) => !messages.some(seen)),
    ...requestSigns.filter(({ seen }) => !requests.some(seen)),
  ]
  expect(unseen).toEqual([])
})
