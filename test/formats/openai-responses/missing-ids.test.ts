import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

type Item = Record<string, unknown>

const ask: Item = { role: 'user', content: 'Look it up.' }
const reply: Item = { role: 'assistant', content: 'Done.' }
const search: Item = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }
const shell = (call_id: string): Item[] => [
  { type: 'local_shell_call', call_id, status: 'completed', action: { type: 'exec', command: ['ls'], env: {} } },
  { type: 'local_shell_call_output', id: call_id, output: '{}' },
]
const sealed: Item = { type: 'reasoning', summary: [], encrypted_content: 'gAAAAABo' }
const unsealed: Item = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] }

const missed = (field: string): object => {
  const message = `Missing required parameter: '${field}'.`
  return {
    status: 400,
    error: { message, type: 'invalid_request_error', param: field, code: 'missing_required_parameter' },
  }
}
const repaired = (items: readonly Item[], error?: object): readonly Item[] =>
  repair(items, { format: 'openai-responses', request: { model: 'gpt-5', store: false }, ...(error && { error }) })
    .messages as readonly Item[]

describe('an item of a hosted tool whose id an error misses', () => {
  test.each([
    ['first', [search, reply, ask], 0],
    ['in the middle', [ask, search, reply, ask], 1],
    ['last', [ask, reply, ask, search], 3],
    ['two alike', [ask, search, reply, ask, search, reply, ask], 1],
    ['a shell of this machine', [ask, ...shell('c1'), reply, ask, ...shell('c2')], 1],
  ])('goes, or gets none: %s', (_where, items, at) => {
    const result = repaired(items, missed(`input[${at}].id`))
    expect(result.map(({ id: _id, ...item }) => item)).toEqual(items.map(({ id: _id, ...item }) => item))
    const named = result.filter(({ type }) => type === 'web_search_call' || type === 'local_shell_call')
    const ids = named.map(({ id }) => id)
    for (const id of ids) expect(id).toMatch(/^[a-z]+_\w+$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect(repaired(items, missed(`input[${at}].id`))).toEqual(result)
  })

  test('keeps what it says where another field is missed', () => {
    const items = [ask, search, reply, ask]
    expect(
      repaired(items, missed('input[2].content')).find(({ type }) => type === 'web_search_call'),
    ).not.toHaveProperty('id')
  })
})

// Codex sends searches, shells and sealed reasoning so.
test.each([
  ['a search', [ask, search, reply, ask]],
  ['a shell', [ask, ...shell('c1'), reply, ask]],
  ['sealed reasoning', [ask, sealed, reply, ask]],
])('an item that the API takes without an id gets one: %s', (_what, items) => {
  expect(repaired(items)).toBe(items)
})

test('reasoning stays that is told neither by its id nor by its content', () => {
  const items = [ask, unsealed, reply, ask, unsealed, reply]
  expect(repaired(items, missed('input[1].id'))).toEqual([ask, reply, ask, reply])
})

test('sealed reasoning costs an error for each, where a server misses its id, or one that has an id', () => {
  const named = { ...sealed, id: 'rs_1' }
  const items = [ask, named, reply, ask, sealed, reply, ask, sealed, reply]
  expect(repaired(items, missed('input[4].id'))).toEqual([ask, named, reply, ask, reply, ask, reply])
})

describe('an item that others take without an id, where a server misses its id', () => {
  const call = (call_id: string): Item[] => [
    { type: 'function_call', call_id, name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id, output: 'ok' },
  ]
  const said: Item = { role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }
  const patch: Item = { type: 'custom_tool_call', call_id: 'p1', name: 'patch', input: '*** Begin' }
  const patched: Item = { type: 'custom_tool_call_output', call_id: 'p1', output: 'ok' }

  test.each([
    ['a call, first', [...call('c1'), said, ask, ...call('c2')], 0],
    ['a call, last', [ask, ...call('c1'), said, ask, ...call('c2')], 5],
    ['a message', [ask, ...call('c1'), said, ask, said], 3],
    ['a call of free text', [ask, patch, patched, said, ask, sealed, ...call('c2')], 1],
  ])('loses its form, or costs an error for each: %s', (_what, items, at) => {
    const result = repaired(items, missed(`input[${at}].id`))
    expect(result.map(({ id: _id, ...item }) => item)).toEqual(items)
    const isModels = ({ role, type }: Item): boolean => role === 'assistant' || String(type).endsWith('_call')
    for (const { id } of result.filter(isModels)) expect(id).toMatch(/^(?:msg|fc|ctc)_\w+$/)
    expect(result.filter((item) => 'id' in item && !isModels(item))).toEqual([])
    expect(repaired(result)).toBe(result)
  })

  test('is missed again in a call behind the reasoning or the search that is named, or one gets it that has passed before', () => {
    for (const named of [sealed, search]) {
      const items = [ask, patch, patched, ask, named, ...call('c1'), reply, ask, patch, patched]
      const result = repaired(items, missed('input[4].id'))
      expect(result.flatMap(({ id, type }) => (id === undefined ? [] : [type]))).toEqual(
        named === search ? ['web_search_call', 'function_call'] : ['function_call'],
      )
    }
  })

  test('is given one where an item that had one before it is named', () => {
    const named = { ...said, id: 'msg_1' }
    expect(repaired([ask, named, ask, said], missed('input[1].id'))).toEqual([ask, named, ask, said])
  })
})

test.each([1, 5])(
  'a call stays whose namespace nothing tells, or another of its tool costs an error of its own, or one that has it goes: input[%i]',
  (at) => {
    const call = (call_id: string, more: object = {}): Item[] => [
      { type: 'function_call', call_id, name: 'list', arguments: '{"a":1}', ...more },
      { type: 'function_call_output', call_id, output: `Of ${call_id}.` },
    ]
    const items = [
      ask,
      ...call('c1'),
      ...call('c2', { namespace: 'mail' }),
      ...call('c3'),
      ...call('c4', { name: 'read' }),
    ]
    const result = repaired(items, missed(`input[${at}].namespace`))
    const calls = result.filter(({ type }) => type === 'function_call').map(({ call_id }) => call_id)
    expect(calls).toEqual(['c2', 'c4'])
    for (const said of ['Of c1.', 'Of c2.', 'Of c3.', 'Of c4.']) expect(JSON.stringify(result)).toContain(said)
  },
)
