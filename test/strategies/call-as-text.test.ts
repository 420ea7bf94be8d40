import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

const user = (...content: unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: unknown[]): unknown => ({ role: 'assistant', content })
const said = { type: 'text', text: 'a' }
const mended = (messages: readonly unknown[], message: string): string =>
  JSON.stringify(
    repair(messages as never, {
      format: 'anthropic-messages',
      allow: 'lossy',
      error: { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } },
    }).messages,
  )

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
    assistant(said, { type: 'tool_use', id: 'x', name: 'read', input: {}, caller: { type: 'direct' } }),
    user({ type: 'tool_result', tool_use_id: 'x', content: 'b' }),
  ]
  const after = mended(
    messages,
    'messages.1.content.1.tool_use.caller: Input tag does not match any of the expected tags',
  )
  expect(after).not.toContain('"text":"{}"')
})

test('what the model has summed up becomes words of the user', () => {
  const messages = [user({ type: 'compaction', content: 'the sum' }, said), assistant(said), user(said)]
  const after = mended(messages, 'messages.0.content.0: Invalid `compaction` block')
  expect(after).not.toContain('"text":"the sum"')
  expect(after).toContain('the sum')
})
