import { expect, test } from 'vitest'
import { type AnthropicTranscript, anthropicCorruptions } from '../../src/testing/index.ts'
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

function expectAccepted(damaged: Case): void {
  const { okBeforeSending, trail } = recover(damaged)
  expect(`${damaged.name}: ${trail.join(' → ')}`).toMatch(/200$/)
  // An honest `ok`: what the provider still refuses, no transcript could show.
  if (okBeforeSending && trail[0] !== '200') expect(`${damaged.name}: ${trail[0]}`).toMatch(providerOnly)
  if (!okBeforeSending) expect(`${damaged.name}: ok is false and ${trail[0]}`).not.toMatch(/200$/)
}

test('I3: the judge refuses a repaired request', () => {
  const seen = new Set<string>()
  let count = 0
  for (const damaged of singleCases(12)) {
    if (!isRepairable(damaged)) continue
    expectAccepted(damaged)
    for (const kind of damaged.kinds) seen.add(kind)
    count += 1
  }
  expect(count).toBeGreaterThan(700)
  expect(anthropicCorruptions.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(['no-messages'])
})

test('I3: the judge refuses a request repaired of two kinds of damage', () => {
  for (const damaged of doubleCases(700)) if (isRepairable(damaged)) expectAccepted(damaged)
})
