import { describe, expect, test } from 'vitest'
import { uiMessages } from '../../src/formats/ai-sdk/ui-messages.ts'
import { openAIChat } from '../../src/formats/openai-chat/openai-chat.ts'
import { openaiResponses } from '../../src/formats/openai-responses/openai-responses.ts'
import type { Format } from '../../src/formats/format.ts'
import { detectError, repair } from '../../src/index.ts'
import { anthropicMessages, createLinter } from '../../src/linter.ts'

const toldOf = (format: Format, raw: unknown): string =>
  format.write.plainText(format.read(raw, 0, format.rules({})).blocks[0]!)
const user = (...content: unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: unknown[]): unknown => ({ role: 'assistant', content })
const said = { type: 'text', text: 'a' }
const mended = (messages: readonly unknown[], message?: string, mend = repair): string =>
  JSON.stringify(
    mend(messages as never, {
      format: 'anthropic-messages',
      allow: 'lossy',
      ...(message !== undefined && {
        error: { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } },
      }),
    }).messages,
  )
const unknownTag =
  "Input tag 'compaction' found using 'type' does not match any of the expected tags: 'text', 'image', 'tool_use'"

test('what a tool of the provider was asked goes with its call', () => {
  const messages = [
    user(said),
    assistant(
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'tides' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      said,
    ),
    user(said),
  ]
  const after = mended(
    messages,
    'messages.1.content.0: `server_tool_use` blocks for `web_search` require the tool to be enabled in `tools`',
  )
  expect(after).toContain('A call of a tool that the provider does not run: web_search\\n{\\"query\\":\\"tides\\"}')
})

test('a call that is refused as a block stays without a mark', () => {
  const messages = [
    user(said),
    assistant(said, { type: 'tool_use', id: 'x', name: 'read', input: { at: 1 }, caller: { type: 'direct' } }),
    user({ type: 'tool_result', tool_use_id: 'x', content: 'b' }),
  ]
  const after = mended(
    messages,
    'messages.1.content.1.tool_use.caller: Input tag does not match any of the expected tags',
  )
  expect(after).toContain('"text":"[session-recovery] A tool call of the assistant: read\\n{\\"at\\":1}"')
})

const linters: readonly (readonly [name: string, mend: typeof repair])[] = [
  ['every format', repair],
  ['one format', createLinter({ formats: [anthropicMessages], detectError }).repair as typeof repair],
]

test.each(
  linters.flatMap(([name, mend]) => [
    ['is refused', name, mend, { type: 'compaction', content: 'the sum' }, 'Invalid `compaction` block'] as const,
    ['is no block', name, mend, { type: 'compaction', content: 'the sum' }, unknownTag] as const,
    ['lies beside', name, mend, { type: 'compaction', content: null, summary: 'the sum' }, undefined] as const,
    ['is a thought', name, mend, { type: 'thinking', thinking: 'the sum', signature: 'x' }, undefined] as const,
  ]),
)('what a model has said becomes words of a person where it %s (a bundle of %s)', (_what, _name, mend, block, told) => {
  const messages = [user(block, said), assistant(said), user(said)]
  const after = mended(messages, told && `messages.0.content.0: ${told}`, mend)
  expect(after).not.toContain('"text":"the sum"')
  expect(after).toMatch(/"text":"\[session-recovery\] [^"]+:\\nthe sum"/)
})

test.each(linters)('what a tool noted beside its result becomes words of a person (a bundle of %s)', (_name, mend) => {
  const call = { type: 'tool_use', id: 'x', name: 'read', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'x', content: 'b', text: 'the note' }
  const after = mended([user(said), assistant(call), user(result, said)], undefined, mend)
  expect(after).toContain('"text":"[session-recovery] Noted beside the result of a tool call:\\nthe note"')
})

describe('an item of the Responses API goes without what it asks', () => {
  const hi = { type: 'message', role: 'user', content: 'a' }
  test.each<[asks: string, item: object, told: unknown]>([
    ['actions', { type: 'computer_call', actions: [{ type: 'wait' }] }, { actions: [{ type: 'wait' }] }],
    [
      'the operation of another kind',
      { type: 'computer_call', operation: { path: 'p' } },
      { operation: { path: 'p' } },
    ],
    [
      'and where it runs',
      { type: 'shell_call', action: { commands: ['ls'] }, environment: { type: 'local' } },
      { action: { commands: ['ls'] }, environment: { type: 'local' } },
    ],
    [
      'what is to be approved',
      { type: 'mcp_approval_request', name: 'f', server_label: 's', arguments: '{}' },
      { name: 'f', server_label: 's', arguments: '{}' },
    ],
    ['what it alone has a field for', { type: 'local_shell_call', action: { command: ['ls'] } }, { command: ['ls'] }],
    ['nothing', { type: 'computer_call' }, {}],
    ['null', { type: 'function_call', name: 'f', arguments: null }, {}],
  ])('%s', (_, item, told) => {
    const call = { ...item, id: 'cu_1', call_id: 'x', status: 'completed', pending_safety_checks: [] }
    expect(JSON.parse(toldOf(openaiResponses, call))).toEqual(told)
  })

  test('an error about the type of an action', () => {
    const call = { type: 'computer_call', id: 'cu_1', call_id: 'x', status: 'completed', actions: [{ type: 'odd' }] }
    const error = { status: 400, message: "Invalid value: 'odd'. (at 'input[1].actions[0].type')" }
    const { loss, messages } = repair([hi, call, hi], { format: 'openai-responses', error })
    expect(loss).toBe('synthesised')
    expect(JSON.stringify(messages)).toContain('computer\\n{\\"actions\\":[{\\"type\\":\\"odd\\"}]}')
  })

  test.each([
    [
      'a server',
      { type: 'mcp_call', name: 'f', server_label: 's', arguments: '{"q":1}', output: 'r' },
      '{"q":1}\nr\nf',
    ],
    ['the web', { type: 'web_search_call', action: { type: 'search', query: 'q' } }, '{"type":"search","query":"q"}'],
    ['files', { type: 'file_search_call', queries: ['q'], results: [{ text: 'r' }] }, '["q"]'],
  ])('that the provider has run: %s', (_, item, told) => {
    expect(toldOf(openaiResponses, { ...item, id: 'x' })).toBe(told)
  })
})

test('a list of actions where one may stand goes', () => {
  const call = { type: 'computer_call', id: 'cu_1', call_id: 'x', status: 'completed', pending_safety_checks: [] }
  const user = { type: 'message', role: 'user', content: 'a' }
  const { messages } = repair([user, { ...call, action: [{ type: 'wait' }] }], { format: 'openai-responses' })
  expect(messages[1]).toEqual({ ...call, actions: [{ type: 'wait' }] })
})

test('the input of a call is gone with its result beside it, or as null', () => {
  const part = { type: 'tool-f', toolCallId: 'x', state: 'output-available', input: { q: 1 }, output: { r: 2 } }
  expect(toldOf(uiMessages, { id: 'm', role: 'assistant', parts: [part] })).toBe('{"q":1}')
  const call = { id: 'x', type: 'function', function: { name: 'f', arguments: null } }
  expect(toldOf(openAIChat, { role: 'assistant', tool_calls: [call] })).toBe('{}')
})
