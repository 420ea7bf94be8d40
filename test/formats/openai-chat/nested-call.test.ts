import { expect, test } from 'vitest'
import { flatCall, nestedCall } from '../../../src/formats/openai-chat/nested-call.ts'

const spellings = {
  id: ['call_id', 'toolCallId', 'tool_call_id', 'id'],
  name: ['name', 'toolName', 'tool_name'],
  function: ['arguments', 'args', 'input', 'parameters'],
  custom: ['input', 'arguments', 'args'],
} as const

test.each(['function', 'custom'] as const)('a flat %s call loses a part that another program spells so', (type) => {
  const names = { id: spellings.id, name: spellings.name, input: spellings[type] }
  for (const [part, all] of Object.entries(names))
    for (const [at, spelling] of all.entries()) {
      const call = { type: 'x', index: 0, ...Object.fromEntries(all.slice(at).map((each) => [each, `of ${each}`])) }
      const flat = flatCall(call, type)!
      expect(flat).toEqual({ id: undefined, name: undefined, input: undefined, [part]: `of ${spelling}` })
      const inner = { name: flat.name, [type === 'custom' ? 'input' : 'arguments']: flat.input }
      const given = (fields: object): object =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      expect(nestedCall(call, type)).toStrictEqual({ ...given({ id: flat.id }), type, index: 0, [type]: given(inner) })
    }
})

test('a call that is nested is read as a flat one, or one whose inner part is no object is not', () => {
  const nested = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, args: {} }
  expect([flatCall(nested, 'function'), nestedCall(nested, 'function')]).toEqual([undefined, nested])
  expect(nestedCall(nested, 'function')).toBe(nested)
  expect(flatCall({ function: 'f', name: 'g', args: null, input: 1 }, 'function')).toEqual({
    id: undefined,
    name: 'g',
    input: null,
  })
  expect(flatCall({ function: {}, name: 'g', parameters: 1 }, 'custom')).toEqual({
    id: undefined,
    name: 'g',
    input: undefined,
  })
})
