import { expect, test } from 'vitest'
import { type FormatName, formatNames } from '../../src/formats/format-name.ts'
import { requestsUntilAccepted } from '../../src/testing/contracts/requests-until-accepted.ts'
import { copyData } from '../../src/testing/provider/shared/copy-data.ts'
import {
  type AnthropicTranscript,
  anthropicCorruptions,
  createRandom,
  type Kit,
  kits,
  partsOf,
  withParts,
} from '../../src/testing.ts'
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
import { scale, searched } from '../seeds.ts'

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

/** The list as two writers leave it that stored the same messages from some place on, each in its own time. */
function writtenTwice(list: readonly unknown[], seed: number): unknown[] {
  const random = createRandom(seed * 7 + 1)
  const at = 1 + random.below(list.length - 1)
  const first = list.slice(at)
  const second = copyData(first) as unknown[]
  const both: unknown[] = []
  while (first.length + second.length > 0) {
    const isFirst = second.length === 0 || (first.length > 0 && random.below(2) === 0)
    both.push((isFirst ? first : second).shift())
  }
  return [...list.slice(0, at), ...both]
}

test.each(formatNames)('%s: a session that two writers stored at once takes more than two requests', (format) => {
  const kit: Kit<FormatName> = kits[format]
  let refused = 0
  // Of the last one Claude's code execution is stored twice while it waits for the client.
  for (const seed of [...searched(20), 116]) {
    const transcript = kit.generate({ seed, turns: 1 + (seed % 5) })
    const { messages } = partsOf(kit, transcript)
    if (!Array.isArray(messages) || messages.length < 2) continue
    const damaged = withParts(kit, transcript, { messages: writtenTwice(messages, seed) })
    if (kit.judge(damaged) === null) continue
    refused += 1
    const { refusals, requests } = requestsUntilAccepted(kit, damaged)
    expect({ seed, refusals, accepted: requests !== null && requests <= 2 }).toMatchObject({ seed, accepted: true })
  }
  expect(refused).toBeGreaterThan(4)
})
