import { describe, expect, test } from 'vitest'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'
import { AttemptBudget } from '../../src/recovery/attempt-budget.ts'
import { systemClock } from '../../src/recovery/clock.ts'

const timeLimit = { clock: systemClock, ms: 60_000 }
const budgetOf = (limit: number, store?: SessionStore): AttemptBudget =>
  new AttemptBudget({ store, limit, maxSessions: 2, timeLimit })

/** A store whose calls to its attempts are written down; `fails` makes them throw. */
function watched(): { store: SessionStore; calls: string[]; fails: boolean } {
  const own = createMemoryStore()
  const seen = { calls: [] as string[], fails: false }
  const note = (call: string): void => {
    seen.calls.push(call)
    if (seen.fails) throw new Error('The disk is full.')
  }
  const attempts: SessionStore['attempts'] = {
    take: async (id, fingerprint, rung) => (note(`take ${rung}`), own.attempts.take(id, fingerprint, rung)),
    clear: async (id) => (note('clear'), own.attempts.clear(id)),
  }
  return Object.assign(seen, { store: { ...own, attempts } })
}

describe('the budget of a session', () => {
  test.each([1, 2, 5])('of %i recoveries never ends, or ends early (I9)', async (limit) => {
    const budget = budgetOf(limit)
    for (let fault = 0; fault < limit; fault += 1) expect(await budget.take('s', `f${fault}`, false)).toBe('place')
    expect(await budget.take('s', 'another', false)).toBeNull()
    expect(await budget.take('t', 'another', false)).toBe('place')
  })

  test('lets one fault be tried twice on a rung, or skips one (I9)', async () => {
    const budget = budgetOf(10)
    const rungs: unknown[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) rungs.push(await budget.take('s', 'f', false))
    expect(rungs).toEqual(['place', 'turn', 'all', null, null])
    expect(await budget.take('s', 'g', false)).toBe('place')
  })

  test('does not come back whole after a turn that succeeded', async () => {
    const budget = budgetOf(2)
    for (const fault of ['f', 'g', 'h']) await budget.take('s', fault, false)
    await budget.restore('s', false)
    expect([await budget.take('s', 'f', false), await budget.take('s', 'f', false)]).toEqual(['place', 'turn'])
    expect(await budget.take('s', 'f', false)).toBeNull()
  })
})

describe('attempts that a store counts', () => {
  test('are tried again by another process, or are asked for although the session is not stored', async () => {
    const { store, calls } = watched()
    expect(await budgetOf(9, store).take('s', 'f', true)).toBe('place')
    expect(await budgetOf(9, store).take('s', 'f', true)).toBe('turn')
    expect(calls).toEqual(['take place', 'take place', 'take turn'])
    const unstored = budgetOf(9, store)
    expect(await unstored.take('s', 'f', false)).toBe('place')
    await unstored.restore('s', false)
    expect(calls).toHaveLength(3)
  })

  test('cost a healthy turn a write each time, or are not cleared after the next fault', async () => {
    const { store, calls } = watched()
    const budget = budgetOf(9, store)
    for (const _ of [0, 1, 2]) await budget.restore('s', true)
    expect(calls).toEqual(['clear'])
    await budget.take('s', 'f', true)
    for (const _ of [0, 1]) await budget.restore('s', true)
    expect(calls).toEqual(['clear', 'take place', 'clear'])
    expect(await budgetOf(9, store).take('s', 'f', true)).toBe('place')
  })

  test('keep a store that fails from being passed over, or leave it uncleared for good (I10)', async () => {
    const seen = watched()
    const budget = budgetOf(2, seen.store)
    seen.fails = true
    expect(await budget.take('s', 'f', true)).toBe('place')
    expect(await budget.take('s', 'f', true)).toBe('turn')
    expect(await budget.take('s', 'f', true)).toBeNull()
    await expect(budget.restore('s', true)).resolves.toBeUndefined()
    seen.fails = false
    await budget.restore('s', true)
    await budget.restore('s', true)
    expect(seen.calls.filter((call) => call === 'clear')).toHaveLength(2)
  })
})
