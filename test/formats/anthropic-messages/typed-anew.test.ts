import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const user = (...content: unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: unknown[]): unknown => ({ role: 'assistant', content })
const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'out' }
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'b' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const mcp = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'one', input: { q: 'c' } }
const echoed = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'd' }
const thought = { type: 'thinking', thinking: 'e', signature: 'EqQBCkYIARgCIkA'.padEnd(120, 'A') }
const shown = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'f' }, title: 'F' }
const picture = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
const hit = { type: 'search_result', source: 'g', title: 'h', content: [{ type: 'text', text: 'i' }] }
const said = { type: 'text', text: 'j' }
const healthy = [user(said, shown, hit), assistant(thought, said, mcp, echoed, search, found, call), user(result)]

type Block = Record<string, unknown>
const repaired = (change: (block: Block) => unknown): unknown => {
  const messages = JSON.parse(JSON.stringify(healthy)) as { content: Block[] }[]
  for (const message of messages) message.content = message.content.map((block) => change(block) as Block)
  const {
    loss,
    messages: after,
    ok,
  } = repair(messages as never, { format: 'anthropic-messages', allow: 'synthesised' })
  return { loss, messages: JSON.parse(JSON.stringify(after)) as unknown, ok }
}
const whole = { loss: 'none', messages: healthy, ok: true }

test.each([
  [mcp, echoed, search, found, call, result].map(({ type }) => type),
  [thought, hit, shown].map(({ type }) => type),
])('what a block is cannot be read from its fields when its type is gone: %s, %s', (...types) => {
  for (const type of types)
    for (const left of [undefined, null, 7, '', [], {}])
      expect(repaired((block) => (block['type'] === type ? { ...block, type: left } : block))).toEqual(whole)
})

test.each(['toolUse', 'TOOL_USE', 'tool-use', ['tool_use'], 'tool_use\n'])(
  'a type in another spelling is unknown: %j',
  (type) => {
    expect(repaired((block) => (block['type'] === 'tool_use' ? { ...block, type } : block))).toEqual(whole)
  },
)

test.each(['tool_call', 'function', 'call'])('a call is lost when its type is a word of somebody else: %s', (type) => {
  expect(repaired((block) => (block['type'] === 'tool_use' ? { ...block, type } : block))).toEqual(whole)
})

test.each(['arguments', 'args', 'parameters'])('what a call asks is lost under the name %s', (name) => {
  const { input, ...rest } = call
  for (const asked of [input, JSON.stringify(input)])
    expect(repaired((block) => (block['type'] === 'tool_use' ? { ...rest, [name]: asked } : block))).toEqual(whole)
})

test('a form that a user has filled in becomes a call, or a picture something else', () => {
  const messages = [user({ type: 'form', name: 'age', input: '42' }, said)]
  expect(JSON.stringify(repair(messages as never, { format: 'anthropic-messages' }).messages)).not.toContain('tool_use')
  const bare = { source: { type: 'base64', media_type: 'image/png', data: tinyPng().data } }
  const { messages: after } = repair([user(bare, said)] as never, { format: 'anthropic-messages', allow: 'none' })
  expect(JSON.stringify(after)).toContain('"type":"image"')
  expect(repair([user(picture, said)] as never, { format: 'anthropic-messages' }).changed).toBe(false)
})
