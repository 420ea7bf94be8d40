import { expect, test } from 'vitest'
import { readOnce } from '../../src/json/read-once.ts'

test('what was read of an object is read again, or is that of another, also where there is nothing', () => {
  const asked: object[] = []
  const firstOf = readOnce((list: readonly unknown[]) => {
    asked.push(list)
    return list[0]
  })
  const [full, empty] = [['a', 'b'], []] as const
  expect([firstOf(full), firstOf(empty), firstOf(full), firstOf(empty)]).toEqual(['a', undefined, 'a', undefined])
  expect(asked).toEqual([full, empty])
})
