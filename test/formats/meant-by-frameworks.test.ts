import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import type { MeantRow } from './meant-row.ts'

const user = { role: 'user', content: 'a' }

/** What was stored, what a framework's own package then sends, and what of the request decides. */
const rows: readonly MeantRow[] = [
  [
    'words stand in the place of an image',
    'ai-sdk',
    [{ role: 'user', content: [{ type: 'file', data: '[image removed]', mediaType: 'image/png' }] }],
    [{ content: [{ type: 'text', text: expect.stringContaining('is empty') }] }],
  ],
  [
    'a plain message of a function is none that LangChain makes',
    'langchain',
    [user, { role: 'assistant', content: 'b' }, { role: 'function', content: 'c' }],
    [{}, {}, { role: 'user', content: 'c' }],
  ],
  [
    'the block that is sent for a call has lost its name or its input',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'x', name: '', input: { a: 1 } },
          { type: 'tool_use', id: 'y', name: 'g' },
        ],
        tool_calls: [
          { id: 'x', name: 'f', args: { a: 1 } },
          { id: 'y', name: 'g', args: { b: 2 } },
        ],
      },
      { role: 'tool', tool_call_id: 'x', content: 'r' },
      { role: 'tool', tool_call_id: 'y', content: 's' },
    ],
    [{}, { content: [{ name: 'f' }, { input: { b: 2 } }] }, {}, {}],
    { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  ],
  [
    'thinking stands behind a call in the content that is sent',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'x', name: 'f', input: {} },
          { type: 'thinking', thinking: 't', signature: 'c2ln' },
        ],
        tool_calls: [{ id: 'x', name: 'f', args: {} }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'r' },
    ],
    [{}, { content: [{ type: 'tool_use', id: 'x' }] }, {}],
    { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  ],
  [
    'words stand in the place of a signature that is sent as it is',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: '[redacted]' },
          { type: 'text', text: 'b' },
        ],
      },
      user,
    ],
    [user, { content: [{ type: 'text', text: 'b' }] }, user],
    { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  ],
  [
    'a system message stands between, where the model takes none',
    'langchain',
    [user, { role: 'assistant', content: 'b' }, { role: 'system', content: 's' }, user],
    [{}, {}, { role: 'user' }, {}],
    { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  ],
]

test.each(rows)('%s: %s', (_what, format, before, after, request = {}) => {
  const { messages, ok } = repair(before, { format, request })
  expect(ok).toBe(true)
  expect(messages).toMatchObject(after)
  expect(repair(messages, { format, request }).messages).toBe(messages)
})
