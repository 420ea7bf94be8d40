import { expect, test } from 'vitest'
import { toRolloutItem } from '../../../src/agents/codex/rollout-item.ts'

const input = (text: string): object => ({ type: 'input_text', text })
const output = (text: string): object => ({ type: 'output_text', text })
const message = (role: string, content: unknown): object => ({ type: 'message', role, content })
const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }

test.each<[after: unknown, stored: unknown]>([
  [{ role: 'user', content: 'a' }, message('user', [input('a')])],
  [{ role: 'developer', content: 'a' }, message('developer', [input('a')])],
  [{ role: 'assistant', content: 'a' }, message('assistant', [output('a')])],
  [{ role: 'assistant', content: [{ type: 'text', text: 'a' }] }, message('assistant', [output('a')])],
  [
    { role: 'user', content: [{ type: 'text', text: 'a', x: 1 }, 'b'] },
    message('user', [{ ...input('a'), x: 1 }, 'b']),
  ],
  [
    { role: 'user', content: [{ type: 'input_image', image_url: 'u' }] },
    message('user', [{ type: 'input_image', image_url: 'u' }]),
  ],
  [{ role: 'user', content: null }, message('user', null)],
  [message('user', [input('a')]), message('user', [input('a')])],
  [
    { role: 7, content: 'a' },
    { role: 7, content: 'a' },
  ],
  [
    { ...call, role: 'user' },
    { ...call, role: 'user' },
  ],
  [call, call],
  ['text', 'text'],
])('%j is stored otherwise than Codex reads it', (after, stored) => {
  const item = toRolloutItem(after)
  expect(item).toEqual(stored)
  // Whoever reads a line looks at its type first.
  expect(JSON.stringify(item).slice(0, 8)).toBe(JSON.stringify(stored).slice(0, 8))
  expect(toRolloutItem(after, { id: 7 })).toEqual(stored)
  expect(toRolloutItem(after, 'text')).toEqual(stored)
})

test.each<[id: string, kind: RegExp]>([
  ['fc_123', /^fc_[0-9a-f]{32}$/],
  ['call_a_b', /^call_[0-9a-f]{32}$/],
  ['123', /^[0-9a-f]{32}$/],
  ['1fc_2', /^[0-9a-f]{32}$/],
  ['FC_2', /^[0-9a-f]{32}$/],
])('an item that lost its id %s gets one of another kind, two times two, or two items get one', (id, kind) => {
  const renamed = (after: object): string => (toRolloutItem(after, { ...call, id }) as { id: string }).id
  expect(renamed(call)).toMatch(kind)
  expect(renamed(call)).toBe(renamed(call))
  expect(renamed(call)).not.toBe(renamed({ ...call, arguments: '{"a":1}' }))
  expect(toRolloutItem({ ...call, id: 'own' }, { ...call, id })).toEqual({ ...call, id: 'own' })
  expect(Object.keys(toRolloutItem(call, { id }) as object).slice(0, 2)).toEqual(['type', 'id'])
})
