import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'

type Item = Record<string, unknown>

const fix = (input: unknown): RepairResult => repair(input, { format: 'openai-responses' })
const items = (result: RepairResult): Item[] => result.messages as Item[]
const user: Item = { role: 'user', content: 'Go.' }
const call: Item = { type: 'function_call', call_id: 'call_1', name: 'read_file', arguments: '{}' }
const output: Item = { type: 'function_call_output', call_id: 'call_1', output: 'real' }
const reasoning = (id: string): Item => ({ type: 'reasoning', summary: [], encrypted_content: 'gAAAAsealed', id })

describe('reasoning before a message whose role is none', () => {
  const answer = (role: unknown): Item => ({
    type: 'message',
    id: 'msg_1',
    ...(role !== undefined && { role }),
    status: 'completed',
    content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
  })
  const places: [string, Item[], Item[]][] = [
    ['first', [], [user]],
    ['middle', [user], [user]],
    ['last', [user, call, output], []],
  ]

  test.each(
    places.flatMap(([place, before, behind]) =>
      ['model', undefined, null].map((role) => [place, role, before, behind] as const),
    ),
  )('goes although it is followed by its message, at the %s place: %s', (_place, role, before, behind) => {
    const result = fix([...before, reasoning('rs_1'), answer(role), ...behind])
    expect(items(result)).toEqual([...before, reasoning('rs_1'), answer('assistant'), ...behind])
    expect(result.loss).toBe('none')
  })

  test('stays although it is followed by a user', () => {
    const { messages } = fix([user, reasoning('rs_1'), { type: 'message', role: 'human', content: 'And?' }, user])
    expect(messages).not.toContainEqual(reasoning('rs_1'))
  })

  test('is lost for one of two', () => {
    const list = [
      user,
      reasoning('rs_1'),
      answer('model'),
      user,
      reasoning('rs_2'),
      { ...answer('model'), id: 'msg_2' },
    ]
    expect(items(fix(list)).filter(({ type }) => type === 'reasoning')).toHaveLength(2)
  })
})
