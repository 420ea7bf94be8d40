import { expect, test } from 'vitest'
import type { ReportsByType } from '../../src/detection/grammar.ts'
import { reports } from '../../src/reports/index.ts'
import { isNeeded, withoutAlternatives } from './proof.ts'

const owned = (Object.entries(reports) as [keyof ReportsByType, ReportsByType[keyof ReportsByType]][]).flatMap(
  ([type, { wordings }]) => wordings.map((wording) => ({ type, wording })),
)

test('wordings change no verdict: the grammar covers them', () => {
  const idle = owned.filter(({ type, wording }) => !isNeeded(type, wording))
  const covered = idle.map(({ type, wording }) => `${type}: ${wording.pattern.source}`)
  expect(owned.length).toBeGreaterThan(300)
  expect(covered).toEqual([])
})

test('alternatives of wordings have no sentence that only they tell: the grammar covers them', () => {
  const cuts = owned.flatMap(({ type, wording }) =>
    withoutAlternatives(wording.pattern).map((cut) => ({ type, wording, ...cut })),
  )
  const idle = cuts.filter(({ pattern, type, wording }) => !isNeeded(type, wording, pattern))
  expect(cuts.length).toBeGreaterThan(900)
  expect(idle.map(({ alternative, type, wording }) => `${type}: ${alternative} of ${wording.pattern.source}`)).toEqual(
    [],
  )
})
