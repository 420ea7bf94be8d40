import { expect, test } from 'vitest'
import { isQuoted } from '../../src/lint/is-quoted.ts'
import { repair } from '../../src/repair/repair.ts'

test.each([
  ['fc_1', "Item 'fc_1' not found", true],
  ['fc_1', 'fc_1', true],
  ['fc_1', "Item 'fc_12' not found", false],
  ['fc_1', 'call-fc_1', false],
  ['fc_1', "Items 'fc_12' and 'fc_1' not found", true],
  ['', 'not found', false],
  ['', "''", false],
  ['', '', false],
])('%j is taken for quoted, or not, by %j', (id, text, isSo) => {
  expect(isQuoted(id, text)).toBe(isSo)
})

test.each(["MCP server 'srv' not found in mcp_servers", 'MCP server srv not found in mcp_servers'])(
  'a server without a name is taken for the one that an error names, or looked for in it for ever: %s',
  (message) => {
    const call = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: '', input: {} }
    const result = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: [{ type: 'text', text: 'r' }] }
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [call, result, { type: 'text', text: 'b' }] },
      { role: 'user', content: 'c' },
    ]
    const error = { status: 400, error: { message } }
    expect(repair(messages, { format: 'anthropic-messages', request: { model: 'm' }, error }).messages).toBe(messages)
  },
)
