import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const user = (...content: unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: unknown[]): unknown => ({ role: 'assistant', content })
const said = { type: 'text', text: 'a' }
const thought = { type: 'thinking', thinking: 'b', signature: 'c' }
const refusal = (message: string): unknown => ({
  status: 400,
  error: { error: { type: 'invalid_request_error', message } },
})
const format = 'anthropic-messages'

test('Kimi is sent a name that it refuses, or a message of nothing but thinking', () => {
  const messages = [
    user(said),
    assistant({ type: 'tool_use', id: 'x', name: 'mcp.read file', input: {} }),
    user({ type: 'tool_result', tool_use_id: 'x', content: 'd' }),
    assistant(thought),
    user(said),
  ]
  const after = repair(messages as never, {
    format,
    request: { model: 'kimi-k2-thinking' },
    allow: 'synthesised',
  }).messages
  expect(JSON.stringify(after)).toContain('"name":"mcp_read_file"')
  expect(after).toHaveLength(4)
  expect(
    JSON.stringify(repair(messages as never, { format, request: { model: 'claude-opus-4-6' } }).messages),
  ).toContain('mcp.read file')
})

test('a message of nothing but thinking is passed on to Kimi where nothing else is wrong', () => {
  const list = [user(said), assistant({ ...thought, signature: 'EqQBCkYIARgCIkA'.padEnd(120, 'A') }), user(said)]
  for (const thinking of [undefined, { type: 'disabled' }, { type: 'enabled', budget_tokens: 1024 }]) {
    const request = { model: 'kimi-k2-thinking', ...(thinking && { thinking }) }
    const { messages } = repair(list as never, { format, request, allow: 'synthesised' })
    expect(JSON.stringify(messages)).not.toContain('thinking')
  }
})

test('a message of nothing but thinking stays where an error has told that it is empty', () => {
  const messages = [user(said), assistant({ ...thought, signature: 'EqQBCkYIARgCIkA'.padEnd(120, 'A') }), user(said)]
  const error = refusal("the message at position 1 with role 'assistant' must not be empty")
  expect(repair(messages as never, { format, error, allow: 'synthesised' }).messages).toEqual([user(said), user(said)])
})

test('a summary, a search result or a search of one provider stays in what another refuses without a reason', () => {
  const messages = [
    assistant({ type: 'compaction', content: 'the sum' }),
    user({ type: 'search_result', source: 'e', title: 'f', content: [{ type: 'text', text: 'found' }] }, said),
    assistant(
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'g' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      said,
    ),
    user(said),
  ]
  const error = refusal('messages 参数非法。请检查文档。')
  const after = JSON.stringify(repair(messages as never, { format, error, allow: 'synthesised' }).messages)
  for (const type of ['compaction', 'search_result', 'server_tool_use', 'web_search_tool_result'])
    expect(after).not.toContain(`"${type}"`)
  for (const word of ['the sum', 'found', 'web_search']) expect(after).toContain(word)
})
