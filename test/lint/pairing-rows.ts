import { describe, expect, test } from 'vitest'
import type { Rules } from '../../src/formats/rules.ts'
import { itemsOfResponses } from '../../src/lint/items-of-responses.ts'
import { pairCalls } from '../../src/lint/pair-calls.ts'
import { resultsAnywhere } from '../../src/lint/results-anywhere.ts'
import { nameOf, viewsOf } from './views.ts'

export const rules: Rules = { results: 'next-turn', callIdScope: 'turn', callIdsOptional: false } as Rules

/** Who answers whom, and each list that is not empty. */
function paired(lines: readonly string[], more: Partial<Rules>): Record<string, readonly string[]> {
  const pairing = pairCalls(viewsOf(lines), { ...rules, ...more }, itemsOfResponses, resultsAnywhere)
  const lists = {
    pairs: [...pairing.resultOf].map(([call, result]) => `${nameOf(call)} ${nameOf(result)}`),
    unanswered: pairing.unanswered.map(nameOf),
    frontier: pairing.frontier.map(nameOf),
    orphans: pairing.orphans.map(nameOf),
    displaced: pairing.displaced.map(({ call, result }) => `${nameOf(call)} ${nameOf(result)}`),
    duplicates: pairing.duplicates.map(({ kept, loser }) => `${nameOf(kept)} not ${nameOf(loser)}`),
    repeated: pairing.repeated.map(
      ({ call, first, result, inCopy }) =>
        `${nameOf(call)} of ${nameOf(first)}${result ? ` ${nameOf(result)}` : ''}${inCopy ? ' copy' : ''}`,
    ),
    strays: pairing.hasStrays ? ['some'] : [],
  }
  expect([...pairing.owned].map(([result, call]) => `${nameOf(call)} ${nameOf(result)}`)).toEqual(lists.pairs)
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

type Row = readonly [what: string, lines: readonly string[], expected: Record<string, readonly string[]>]

export function holds(name: string, more: Partial<Rules>, rows: readonly Row[]): void {
  describe(`calls and results, ${name}`, () => {
    test.each(rows)('%s is paired wrongly', (_, lines, expected) => expect(paired(lines, more)).toEqual(expected))
    test('there are no rows', () => expect(rows.length).toBeGreaterThan(2))
  })
}
