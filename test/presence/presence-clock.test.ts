import { expect, test } from 'vitest'
import { ageMs, type Moment } from '../../src/presence/presence-clock.ts'

const wall = (wallMs: number): Moment => ({ wallMs, boot: null })
const boot = (id: string, ms: number, wallMs = 0): Moment => ({ wallMs, boot: { id, ms } })

test.each<[what: string, then: Moment, now: Moment, age: number]>([
  ['by a wall clock', wall(3), wall(8), 5],
  ['at once', wall(3), wall(3), 0],
  ['by a wall clock that was set back', wall(8), wall(3), 0],
  ['within a boot, whatever the wall says', boot('b', 3, 900), boot('b', 8, 100), 5],
  ['within a boot, at once', boot('b', 3), boot('b', 3), 0],
  ['in another boot', boot('b', 800, 3), boot('c', 1, 8), 5],
  ['before somebody told no boot', boot('b', 800, 3), wall(8), 5],
  ['after somebody told no boot', wall(3), boot('b', 1, 8), 5],
])('how long ago it was is told otherwise: %s', (_what, then, now, age) => {
  expect(ageMs(then, now)).toBe(age)
})
