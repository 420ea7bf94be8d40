import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

/** A result that is there twice goes in the first pass: what stands behind it is counted anew in the second. */
const twice = { type: 'function_call_output', call_id: 'call_1', output: 'Found.' }
const call = { type: 'function_call', call_id: 'call_1', name: 'find', arguments: '{}', status: 'completed' }
const items = (...rest: readonly object[]): readonly object[] => [
  { role: 'user', content: 'Look.' },
  call,
  twice,
  twice,
  ...rest,
  { role: 'user', content: 'Go on.' },
]
const second = { ...call, call_id: 'call_2' }
const answer = { ...twice, call_id: 'call_2' }

function repaired(format: 'openai-chat' | 'openai-responses', messages: readonly object[], message: string) {
  const error = Object.assign(new Error(`400 ${message}`), { status: 400, error: { error: { message } } })
  return repair(messages, { format, error }).messages as readonly Readonly<Record<string, unknown>>[]
}

test('a field that was refused of one item goes from that which a later pass finds in its place, where its type must have it', () => {
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'a' } }
  const list = repaired('openai-responses', items(second, search, answer), "Unknown parameter: 'input[4].status'.")
  expect(list.map(({ type, status }) => `${String(type)} ${String(status)}`)).toEqual([
    'undefined undefined',
    'function_call undefined',
    'function_call_output undefined',
    'function_call undefined',
    'web_search_call completed',
    'function_call_output undefined',
    'undefined undefined',
  ])
})

/** A role that is none is mended first: what else the message lacks is for the second pass. */
const late = { type: 'message', role: 'model', content: 'Found it.' }

const bare = { type: 'function_call', call_id: 'call_2', name: 'find', arguments: '{}' }

test('a field that was missed of a message is written into calls, since a later pass counts another item', () => {
  const said = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Looking.', annotations: [] }],
  }
  const list = repaired(
    'openai-responses',
    items(said, bare, answer, late),
    "Missing required parameter: 'input[4].status'.",
  )
  expect(list.filter(({ status }) => status === 'completed').map(({ type }) => type)).toEqual([
    'function_call',
    'message',
    'message',
  ])
  expect(list[4]).toEqual(bare)
})

test('an item beyond the list is taken for a message, so that only messages get the field that an error misses', () => {
  const list = repaired('openai-responses', items(bare, answer), "Missing required parameter: 'input[99].status'.")
  expect(list.filter(({ type }) => type !== undefined).every(({ status }) => status === 'completed')).toBe(true)
})

test('reasoning is demanded only of calls, since a later pass counts another message', () => {
  const result = { role: 'tool', tool_call_id: 'call_1', content: 'Found.' }
  const list = repaired(
    'openai-chat',
    [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{}' } }],
      },
      result,
      result,
      { role: 'assistant', content: 'Found it.' },
      { role: 'user', content: 'Go on.' },
      { role: 'model', content: 'Done.' },
      { role: 'user', content: 'Thanks.' },
    ],
    'Missing `reasoning_content` field in the assistant message at message index 4.',
  )
  expect(list.map(({ role, reasoning_content: reasoning }) => `${String(role)} ${String(reasoning)}`)).toEqual([
    'user undefined',
    'assistant ',
    'tool undefined',
    'assistant ',
    'user undefined',
    'assistant ',
    'user undefined',
  ])
})
