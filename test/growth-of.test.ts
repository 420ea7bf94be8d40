import { expect, test } from 'vitest'
import { growthOf, mostGrowth } from './growth-of.ts'

/** Work of so many steps, which no compiler can leave out. */
function spin(steps: number): number {
  let sum = 0
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) % 1_000_003
  return sum
}

// The longer run of the last takes longer than what is measured at least: it counts from the first.
test.each([
  ['short', 100],
  ['long', 900],
])('work that takes the square of its size passes as linear, or linear work as more (%s)', (_, count) => {
  // Compiled half-way, the shorter work would take as long as the longer one.
  for (let run = 0; run < 2_000; run += 1) spin(10_000)
  // A loaded machine can make each of the tries of one measurement cheap, but not of three.
  const measured = Array.from({ length: 3 }, () => growthOf((size) => () => spin(size * size), count))
  expect(Math.max(...measured)).toBeGreaterThan(mostGrowth)
  expect(growthOf((size) => () => spin(size * count), count)).toBeLessThanOrEqual(mostGrowth)
})
