import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLinearizable, type Machine, type Operation } from './is-linearizable.ts'

type Call = { readonly write: number } | 'read'
type Step = Operation<Call, number | undefined>

/** A register: a write has no answer, a read answers what was written last. */
const register: Machine<number, Call, number | undefined> = {
  initial: 0,
  step: (state, call, answer) => (call === 'read' ? (answer === state ? state : null) : call.write),
  key: String,
}

const write = (value: number, invoked: number, returned: number): Step => ({
  call: { write: value },
  answer: undefined,
  invoked,
  returned,
})
const read = (answer: number, invoked: number, returned: number): Step => ({ call: 'read', answer, invoked, returned })

test.each<readonly [string, boolean, readonly Step[]]>([
  ['nothing', true, []],
  ['a read of what was written', true, [write(1, 0, 1), read(1, 2, 3)]],
  ['a read of what stood there before', false, [write(1, 0, 1), read(0, 2, 3)]],
  ['two reads during one write, new then old', false, [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
  ['two reads during one write, old then new', true, [write(1, 0, 9), read(0, 1, 2), read(1, 3, 4)]],
  ['a write without an answer that was seen', true, [write(1, 0, Infinity), read(1, 5, 6)]],
  ['a write without an answer that was never seen', true, [write(1, 0, Infinity), read(0, 5, 6)]],
  ['a write without an answer that came and went', false, [write(1, 0, Infinity), read(1, 5, 6), read(0, 7, 8)]],
  ['two writes without an answer', true, [write(1, 0, Infinity), write(2, 1, Infinity), read(2, 5, 6), read(1, 7, 8)]],
])('%s is judged as if it were %j', (_name, expected, history) => {
  expect(isLinearizable(history, register)).toBe(expected)
})

/** The definition itself: some order, kept by time, in which every answer is true. */
function byDefinition(history: readonly Step[], state = register.initial): boolean {
  if (history.length === 0) return true
  return history.some((first) => {
    const others = history.filter((other) => other !== first)
    if (others.some(({ returned }) => returned < first.invoked)) return false
    const next = register.step(state, first.call, first.answer)
    return next !== null && byDefinition(others, next)
  })
}

test('the checker and the definition disagree about a history', () => {
  const seen = { yes: 0, no: 0 }
  const operation = fc.record({
    value: fc.nat(2),
    isWrite: fc.boolean(),
    at: fc.nat(12),
    for: fc.integer({ min: 1, max: 8 }),
  })
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 6 }), (drafts) => {
      // No two events at one moment: a fraction of its own for each.
      const history = drafts.map(({ value, isWrite, at, for: duration }, index) => {
        const times = [at + index / 100, at + duration + index / 100 + 0.005] as const
        return isWrite ? write(value, ...times) : read(value, ...times)
      })
      const expected = byDefinition(history)
      seen[expected ? 'yes' : 'no'] += 1
      return isLinearizable(history, register) === expected
    }),
    { numRuns: 500 },
  )
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(50)
})
