import { describe, expect, test } from 'vitest'
import { faultFamilies } from '../../src/faults/fault-catalogue.ts'
import { isAllowed, type Loss, worseLoss } from '../../src/faults/loss.ts'
import { isSynthetic, marked, syntheticText } from '../../src/faults/synthetic-text.ts'
import { strategies } from '../../src/strategies/index.ts'

test('a fault type of the catalogue has no strategy, or a strategy no place in the catalogue', () => {
  const listed = Object.values(faultFamilies).flat()
  expect(strategies.map(({ type }) => type).toSorted()).toEqual(listed.toSorted())
  expect(new Set(listed).size).toBe(listed.length)
})

test.each<[loss: Loss, allow: Loss, isWithin: boolean, worse: Loss]>([
  ['none', 'none', true, 'none'],
  ['none', 'synthesised', true, 'synthesised'],
  ['none', 'lossy', true, 'lossy'],
  ['synthesised', 'none', false, 'synthesised'],
  ['synthesised', 'synthesised', true, 'synthesised'],
  ['synthesised', 'lossy', true, 'lossy'],
  ['lossy', 'none', false, 'lossy'],
  ['lossy', 'synthesised', false, 'lossy'],
  ['lossy', 'lossy', true, 'lossy'],
])('a repair that is %s passes where %s is allowed, or fails', (loss, allow, isWithin, worse) => {
  expect(isAllowed(loss, allow)).toBe(isWithin)
  expect(worseLoss(loss, allow)).toBe(worse)
})

describe('a text of a repair', () => {
  test('is no sentence, says what another says, or puts words into the mouth of the user (I5)', () => {
    const texts = Object.values(syntheticText)
    expect(texts.filter((text) => !/^[A-Z][\w ,.:;]+\.$/.test(text) || /\b(?:I|you|your|me|my)\b/i.test(text))).toEqual(
      [],
    )
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts).toHaveLength(13)
  })

  test.each<[payload: unknown, isOurs: boolean]>([
    [marked('gone'), true],
    ['[session-recovery] gone', true],
    ['gone [session-recovery] ', false],
    ['', false],
    [[marked('gone'), 'real'], true],
    [['real', marked('gone')], false],
    [[{ type: 'text', text: marked('gone') }], true],
    [[], false],
    [{ type: 'text', text: marked('gone') }, true],
    [{ type: 'text', text: 'real' }, false],
    [{ size: 7, text: 'real' }, false],
    [{ text: { inner: marked('gone') } }, false],
    [null, false],
    [undefined, false],
    [7, false],
  ])('is not known again, or a real one passes for it: %j', (payload, isOurs) => {
    expect(isSynthetic(payload)).toBe(isOurs)
  })
})
