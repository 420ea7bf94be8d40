import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/index.ts'

const places = ['first', 'middle', 'last', 'alone'] as const
type Place = (typeof places)[number]

/** What a store has left of a part of text. */
const blanks = [{ type: 'text' }, { type: 'text', text: null }, { text: null }, { type: 'input_text', text: null }]

const said = { type: 'text', text: 'said' }
const go = { role: 'user', content: 'go' }
const chatCall = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }

/** Lists of parts within a message, with what a part of text is there. */
const lists: readonly (readonly [string, FormatName, object, (parts: readonly object[]) => readonly object[]])[] = [
  [
    'a result',
    'anthropic-messages',
    said,
    (content) => [
      go,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }] },
    ],
  ],
  [
    'the result of an MCP server',
    'anthropic-messages',
    said,
    (content) => [
      go,
      {
        role: 'assistant',
        content: [
          { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'f', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content },
        ],
      },
      go,
    ],
  ],
  [
    'a search result',
    'anthropic-messages',
    said,
    (content) => [{ role: 'user', content: [said, { type: 'search_result', source: 's', title: 't', content }] }],
  ],
  [
    'a document',
    'anthropic-messages',
    said,
    (content) => [{ role: 'user', content: [said, { type: 'document', source: { type: 'content', content } }] }],
  ],
  [
    'a result',
    'openai-chat',
    said,
    (content) => [
      go,
      { role: 'assistant', content: null, tool_calls: [chatCall] },
      { role: 'tool', tool_call_id: 'c1', content },
    ],
  ],
  [
    'a result',
    'openai-responses',
    { type: 'input_text', text: 'said' },
    (output) => [
      go,
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output },
    ],
  ],
  [
    'a result',
    'bedrock-converse',
    { text: 'said' },
    (content) => [
      { role: 'user', content: [{ text: 'go' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'f', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 't1', content } }] },
    ],
  ],
  [
    'a result',
    'langchain',
    said,
    (content) => [
      { type: 'human', content: 'go' },
      { type: 'ai', content: '', tool_calls: [{ id: 'c1', type: 'tool_call', name: 'f', args: {} }] },
      { type: 'tool', tool_call_id: 'c1', content },
    ],
  ],
  [
    'a result',
    'ai-sdk',
    said,
    (value) => [
      go,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'f', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'f', output: { type: 'content', value } }],
      },
    ],
  ],
]

const cases = lists.flatMap(([what, format, text, listOf]) =>
  blanks.flatMap((blank) =>
    places.map((place) => [what, format, JSON.stringify(blank), place, blank, text, listOf] as const),
  ),
)

function parts(place: Place, blank: object, text: object): readonly object[] {
  if (place === 'alone') return [blank]
  return place === 'first' ? [blank, text] : place === 'last' ? [text, blank] : [text, blank, text]
}

test.each(cases)(
  'what is left of a text is told as JSON: %s of %s, %s %s',
  (_, format, __, place, blank, text, listOf) => {
    const { messages, ok } = repair(listOf(parts(place, blank, text)), { format, allow: 'lossy' })
    const written = JSON.stringify(messages)
    expect(ok).toBe(true)
    expect(written).not.toMatch(/\{\\"|"json":/)
    expect(written.split('said').length).toBe(JSON.stringify(listOf(parts(place, blank, text))).split('said').length)
  },
)

test('what a tool gave back beside a text goes with the texts that say nothing', () => {
  const [, , , listOf] = lists[0]!
  const { messages } = repair(listOf([said, { type: 'text', text: null }, { found: 3 }]), {
    format: 'anthropic-messages',
  })
  expect(JSON.stringify(messages)).toContain(String.raw`{\"found\":3}`)
})

const empties = [{ user: null }, { stdout: '', stderr: '' }, { error: null, warnings: ' ' }]
const results = lists.filter(([what]) => what.includes('result'))
const data = results.flatMap(([what, format, text, listOf]) =>
  empties.flatMap((given) =>
    places.map((place) => [what, format, JSON.stringify(given), place, given, text, listOf] as const),
  ),
)

test.each(data)(
  'what a tool gave back goes, because no field of it has a value: %s of %s, %s %s',
  (_, format, __, place, given, text, listOf) => {
    const { messages } = repair(listOf(parts(place, given, text)), { format, allow: 'lossy' })
    for (const name of Object.keys(given)) expect(JSON.stringify(messages)).toContain(name)
  },
)
