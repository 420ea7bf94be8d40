import { expect, test } from 'vitest'
import { type AnthropicTranscript, anthropicCorruptions } from '../../src/testing.ts'
import {
  answer,
  type Case,
  doubleCases,
  isRepairable,
  judge,
  providerOnly,
  repairOf,
  singleCases,
  thrown,
} from './cases.ts'
import { scale } from '../seeds.ts'

const rungs = ['place', 'turn', 'all'] as const

/** Repairs, asks the judge, and repairs again with its error, as the hook does: every round reaches further (I9). */
function recover({ allow, transcript }: Case): { trail: string[]; okBeforeSending: boolean } {
  let current: AnthropicTranscript = transcript
  let { next, result } = repairOf(current, { allow })
  const okBeforeSending = result.ok
  const trail: string[] = []
  for (const rung of rungs) {
    current = next
    const judgement = judge(current)
    trail.push(answer(judgement))
    const error = thrown(judgement)
    if (error === undefined) break
    ;({ next, result } = repairOf(current, { allow, error, rung }))
  }
  if (trail.at(-1) !== '200') trail.push(answer(judge(next)))
  return { trail, okBeforeSending }
}

/** What is wrong about the repair of a case; null when the provider takes it, and `ok` told the truth. */
function problemOf(damaged: Case): string | null {
  const { okBeforeSending, trail } = recover(damaged)
  const report = `${damaged.name}: ${trail.join(' → ')}`
  if (trail.at(-1) !== '200') return report
  // What the provider still refuses after an `ok`, no transcript could show.
  if (okBeforeSending && trail[0] !== '200' && !providerOnly.test(trail[0]!)) return `ok, but ${report}`
  return !okBeforeSending && trail[0] === '200' ? `not ok, but ${report}` : null
}

function problemsOf(cases: readonly Case[]): string[] {
  return cases.filter(isRepairable).flatMap((damaged) => problemOf(damaged) ?? [])
}

test('I3: the judge refuses a repaired request', () => {
  const cases = [...singleCases(4)]
  const seen = new Set(cases.flatMap(({ kinds }) => kinds))
  expect(anthropicCorruptions.filter(({ name }) => !seen.has(name))).toEqual([])
  expect(cases.length).toBeGreaterThan(400 * Math.min(1, scale))
  expect(problemsOf(cases)).toEqual([])
})

test('I3: the judge refuses a request repaired of two kinds of damage', () => {
  expect(problemsOf([...doubleCases(150)])).toEqual([])
})
