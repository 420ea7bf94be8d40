import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const call = (id: string, name: string): object => ({ id, type: 'function', function: { name, arguments: '{}' } })
const user = { role: 'user', content: 'Read it.' }
const asked = (...calls: object[]): object => ({ role: 'assistant', content: null, tool_calls: calls })
const said = (name: string, content: string): object => ({ role: 'function', name, content })

// I5: the older form of a result names its tool and no call.
test.each([
  ['the only call', [asked(call('c1', 'read')), said('read', 'rows')], ['c1 rows']],
  [
    'calls of two tools',
    [asked(call('c1', 'read'), call('c2', 'find')), said('find', 'none'), said('read', 'rows')],
    ['c2 none', 'c1 rows'],
  ],
  [
    'two calls of one tool',
    [asked(call('c1', 'read'), call('c2', 'read')), said('read', 'a'), said('read', 'b')],
    ['c1 a', 'c2 b'],
  ],
])('the result of a function for %s loses against a synthetic one', (_which, round, expected) => {
  const { loss, messages } = repair([user, ...round, user], { format: 'openai-chat' })
  expect(loss).toBe('none')
  const results = (messages as Record<string, unknown>[]).filter(({ role }) => role === 'tool')
  expect(results.map(({ content, tool_call_id: id }) => `${String(id)} ${String(content)}`)).toEqual(expected)
})

test('one result of a function for two calls of its tool is given to one of them', () => {
  const { messages } = repair([user, asked(call('c1', 'read'), call('c2', 'read')), said('read', 'a'), user], {
    format: 'openai-chat',
  })
  expect(messages).toContainEqual(said('read', 'a'))
})

test('the result of a legacy function call is changed', () => {
  const old = { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{}' } }
  const list = [user, old, said('read', 'rows'), user]
  expect(repair(list, { format: 'openai-chat' }).messages).toBe(list)
})

test.each<[unknown, unknown]>([
  [7, '7'],
  [{ rows: 1 }, '{"rows":1}'],
  [[{ type: 'output_text', text: 'a' }], [{ type: 'text', text: 'a' }]],
])('the result of a legacy function call is sent as %j', (content, expected) => {
  const old = { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{}' } }
  const answered = { role: 'function', name: 'read', content }
  const { loss, messages } = repair([user, old, answered, user, old, answered], { format: 'openai-chat' })
  const meant = { ...answered, content: expected }
  expect({ loss, messages }).toEqual({ loss: 'none', messages: [user, old, meant, user, old, meant] })
})

const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: `of ${id}` })

test.each([
  [
    'first',
    [asked(call('c1', 'read')), said('find', 'old'), result('c1'), user, asked(call('c2', 'read')), result('c2')],
    1,
  ],
  ['middle', [asked(call('c1', 'read'), call('c2', 'read')), result('c1'), said('find', 'old'), result('c2'), user], 2],
  [
    'last',
    [asked(call('c1', 'read')), result('c1'), user, asked(call('c2', 'read')), said('find', 'old'), result('c2')],
    4,
  ],
])('a result behind the message of a function stays there in the %s round', (_which, rounds, place) => {
  const { loss, messages, ok } = repair([user, ...rounds], { format: 'openai-chat' })
  const swapped = [user, ...rounds]
  swapped.splice(place + 1, 2, swapped[place + 2]!, swapped[place + 1]!)
  expect({ loss, messages, ok }).toEqual({ loss: 'none', messages: swapped, ok: true })
})

test('a missing result is put behind the message of a function', () => {
  const { messages } = repair([user, asked(call('c1', 'read')), said('find', 'a'), said('find', 'b'), user], {
    format: 'openai-chat',
  })
  expect(messages.map((message) => (message as { role: string }).role)).toEqual([
    'user',
    'assistant',
    'tool',
    'function',
    'function',
    'user',
  ])
})

test('the message of a function behind the results is moved', () => {
  const list = [user, asked(call('c1', 'read')), result('c1'), said('find', 'a'), user]
  expect(repair(list, { format: 'openai-chat' }).messages).toBe(list)
})
