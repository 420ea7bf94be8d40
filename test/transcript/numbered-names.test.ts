import { expect, test } from 'vitest'
import { NumberedNames } from '../../src/transcript/numbered-names.ts'

const numbered = (stem: string) => (count: number) => `${stem} ${count}`

test('a name is given twice, or one that is taken', () => {
  const names = new NumberedNames(['a 1', 'a 3'])
  const given = ['a', 'a', 'b', 'a'].map((stem) => names.take(stem, numbered(stem)))
  expect(given).toEqual(['a 2', 'a 4', 'b 1', 'a 5'])
})

test('a name that another stem makes is given again', () => {
  const names = new NumberedNames()
  expect(names.take('a', () => 'same')).toBe('same')
  expect(names.take('b', (count) => (count === 1 ? 'same' : 'other'))).toBe('other')
})

test('each name of a stem tries all numbers before its own', () => {
  const names = new NumberedNames()
  let tries = 0
  for (let index = 0; index < 100; index += 1) names.take('a', (count) => ((tries += 1), `a ${count}`))
  expect(tries).toBe(100)
})
