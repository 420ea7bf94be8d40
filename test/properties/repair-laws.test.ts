import { expect, test } from 'vitest'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import { invertEdits } from '../../src/transcript/invert-edits.ts'
import { type Case, deepFreeze, doubleCases, repairOf, singleCases } from './cases.ts'

function* cases(): Generator<Case> {
  yield* singleCases(6)
  yield* doubleCases(400)
}

test('I2: two runs differ, or a second repair changes something', () => {
  for (const { allow, name, transcript } of cases()) {
    const { next, result } = repairOf(transcript, { allow })
    const again = repairOf(structuredClone(transcript), { allow })
    expect(`${name}: ${JSON.stringify(again.result)}`).toBe(`${name}: ${JSON.stringify(result)}`)
    const settled = repairOf(next, { allow })
    expect({ name, edits: settled.result.edits }).toEqual({ name, edits: [] })
    expect(settled.result.messages, name).toBe(next.messages)
    expect(settled.result.request, name).toBeUndefined()
  }
})

test('I6, I7: edits do not lead to the repaired list, or not back', () => {
  for (const { allow, name, transcript } of cases()) {
    const messages: readonly unknown[] = deepFreeze(transcript).messages
    const { result } = repairOf(transcript, { allow })
    const applied = applyEdits(messages, result.edits)
    expectSameObjects(applied, result.messages, name)
    expectSameObjects(applyEdits(applied, invertEdits(messages, result.edits)), messages, name)
    const touched = new Set(result.edits.map((edit) => (edit.op === 'insert' ? undefined : messages[edit.index])))
    const kept = new Set(result.messages)
    for (const message of messages) expect(kept.has(message) || touched.has(message), name).toBe(true)
    if (result.edits.length === 0) expect(result.messages, name).toBe(messages)
  }
})

test('the verdict contradicts itself', () => {
  const grades = ['none', 'synthesised', 'lossy']
  for (const { allow, name, transcript } of cases()) {
    const { result } = repairOf(transcript, { allow })
    expect({ name, ok: result.ok }).toEqual({ name, ok: result.remaining.length === 0 })
    expect(grades.indexOf(result.loss), name).toBeLessThanOrEqual(grades.indexOf(allow))
    for (const edit of result.edits)
      expect(grades.indexOf(edit.loss), name).toBeLessThanOrEqual(grades.indexOf(result.loss))
    const careful = repairOf(transcript, { allow: 'none' }).result
    expect({ name, loss: careful.loss }).toEqual({ name, loss: 'none' })
  }
})

function expectSameObjects(actual: readonly unknown[], expected: readonly unknown[], name: string): void {
  expect(actual.length, name).toBe(expected.length)
  for (const [index, message] of expected.entries()) expect(actual[index], `${name} at ${index}`).toBe(message)
}
