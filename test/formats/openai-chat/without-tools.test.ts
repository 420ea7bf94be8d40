import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const call = (id: string): object => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: `{"path":"${id}"}` },
})
const system = { role: 'system', content: 's' }
const user = (content: string): object => ({ role: 'user', content })
const asks = (content: string | null, ...ids: string[]): object => ({
  role: 'assistant',
  content,
  tool_calls: ids.map(call),
})
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: `of ${id}` })
const answer = { role: 'assistant', content: 'b' }
const options = { format: 'openai-chat', baseURL: 'http://localhost:8000/v1', request: { model: 'my-model' } } as const

const said = (message: string): object => ({ status: 400, error: { message } })
const template = said('Conversation roles must alternate user/assistant/user/assistant/...')
const noTool = said("Unsupported value: 'messages[2].role' does not support 'tool' with this model.")
const twoRoles = said('Only user and assistant roles are supported!')

const lists: readonly (readonly [string, readonly object[]])[] = [
  ['first', [user('a'), asks(null, 'c1'), result('c1'), answer, user('d')]],
  ['in the middle', [system, user('a'), answer, user('b'), asks('I look.', 'c1'), result('c1'), answer, user('d')]],
  ['last', [user('a'), answer, user('b'), asks(null, 'c1', 'c2'), result('c1'), result('c2')]],
  ['twice', [user('a'), asks(null, 'c1'), result('c1'), asks('And?', 'c2'), result('c2'), answer, user('d')]],
]

describe('calls that a server knows none of', () => {
  test.each(lists)('die of its chat template: %s', (_where, messages) => {
    expect(repair(messages, options).messages).toBe(messages)
    const { loss, messages: repaired, ok } = repair(messages, { ...options, error: template })
    expect([loss, ok]).toEqual(['synthesised', true])
    const roles = (repaired as { role: string }[]).map(({ role }) => role).filter((role) => role !== 'system')
    expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')))
    const text = JSON.stringify(repaired)
    expect(text).not.toContain('tool_call')
    for (const word of text.includes('c2') ? ['of c1', 'of c2'] : ['of c1']) expect(text).toContain(word)
  })

  test.each([
    ['that names the role', noTool],
    ['that names two others', twoRoles],
  ])('die of an error %s', (_what, error) => {
    const messages = lists[0]![1]
    const { messages: repaired } = repair(messages, { ...options, error })
    expect(repaired).toEqual([
      user('a'),
      { role: 'assistant', content: [{ type: 'text', text: expect.stringContaining('read\n{"path":"c1"}') }] },
      user('[session-recovery] The result of a tool call:\nof c1'),
      answer,
      user('d'),
    ])
  })

  test.each([
    ['a template that leaves them out', said('roles must alternate user and assistant roles except for tool calls')],
    [
      'a server that lists the role',
      said("Unsupported value: 'x'. Supported values are: 'user', 'assistant', 'tool'."),
    ],
    ['a server that names another role', said("Unexpected role 'developer'. Must be one of system, user, assistant.")],
  ])('are told as text for %s', (_what, error) => {
    const messages = lists[0]![1]
    expect(JSON.stringify(repair(messages, { ...options, error }).messages)).toContain('tool_calls')
  })

  test('are given up where something else is out of turn', () => {
    const messages = [user('a'), user('b'), asks(null, 'c1'), result('c1'), answer, user('d')]
    const { messages: repaired } = repair(messages, { ...options, error: template })
    expect(JSON.stringify(repaired)).toContain('tool_calls')
    expect(repaired).toHaveLength(5)
  })
})
