import type { Loss } from '../../src/faults/loss.ts'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import { invertEdits } from '../../src/transcript/invert-edits.ts'
import { type Case, deepFreeze, doubleCases, repairOf, singleCases } from './cases.ts'

type Law = (damaged: Case) => Generator<string>

const grades: readonly Loss[] = ['none', 'synthesised', 'lossy']

// Made once for all laws: to make them costs as much as to repair them.
const cases = [...singleCases(2), ...doubleCases(80)]

/** The cases that break a law, with what is wrong. */
function breaches(law: Law): string[] {
  const found: string[] = []
  for (const damaged of cases) for (const breach of law(damaged)) found.push(`${damaged.name}: ${breach}`)
  return found
}

function areSame(actual: readonly unknown[], expected: readonly unknown[]): boolean {
  return actual.length === expected.length && expected.every((message, index) => actual[index] === message)
}

function* isSettled({ allow, transcript }: Case): Generator<string> {
  const { next, result } = repairOf(transcript, { allow })
  const again = repairOf(structuredClone(transcript), { allow }).result
  if (JSON.stringify(again) !== JSON.stringify(result)) yield 'two runs differ'
  const second = repairOf(next, { allow }).result
  if (second.edits.length > 0 || second.request !== undefined) yield 'a second repair changes something'
  if (second.messages !== next.messages) yield 'a second repair copies the list'
}

function* isReversible({ allow, transcript }: Case): Generator<string> {
  const messages: readonly unknown[] = deepFreeze(transcript).messages
  const { edits, messages: repaired } = repairOf(transcript, { allow }).result
  const applied = applyEdits(messages, edits)
  if (!areSame(applied, repaired)) yield 'the edits lead elsewhere'
  if (!areSame(applyEdits(applied, invertEdits(messages, edits)), messages)) yield 'the edits do not lead back'
  const touched = new Set(edits.flatMap((edit) => (edit.op === 'insert' ? [] : [messages[edit.index]])))
  const kept = new Set(repaired)
  if (!messages.every((message) => kept.has(message) || touched.has(message)))
    yield 'a message was copied without an edit'
  if (edits.length === 0 && repaired !== messages) yield 'the list was copied without an edit'
}

function* isHonest({ allow, transcript }: Case): Generator<string> {
  const { edits, loss, ok, remaining } = repairOf(transcript, { allow }).result
  if (ok !== (remaining.length === 0)) yield 'ok and remaining disagree'
  if (grades.indexOf(loss) > grades.indexOf(allow)) yield `${loss} was not allowed`
  if (edits.some((edit) => grades.indexOf(edit.loss) > grades.indexOf(loss))) yield 'an edit costs more than the repair'
  const careful = repairOf(transcript, { allow: 'none' }).result
  if (careful.loss !== 'none') yield `${careful.loss} although nothing was allowed`
  if (!careful.changed && !isDeepStrictEqual(careful.remaining, careful.faults)) yield 'a fault is hidden'
}

test('I2: two runs differ, or a second repair changes something', () => {
  expect(breaches(isSettled)).toEqual([])
})

test('I6, I7: edits do not lead to the repaired list, or not back', () => {
  expect(breaches(isReversible)).toEqual([])
})

test('the verdict contradicts itself', () => {
  expect(breaches(isHonest)).toEqual([])
})
