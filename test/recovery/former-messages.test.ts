import { anything, array, assert, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../../src/json/is-same-json.ts'
import { FormerMessages } from '../../src/recovery/former-messages.ts'

const say = (content: string): object => ({ role: 'user', content })
const parsed = (list: readonly object[]): readonly unknown[] => JSON.parse(JSON.stringify(list)) as unknown[]

test('a message that a former request held is not the object from then', () => {
  const former = new FormerMessages()
  const first = former.recall(parsed([say('a'), say('b')]), 10)
  const second = former.recall(parsed([say('a'), say('b'), say('c')]), 10)
  expect(second).toEqual([say('a'), say('b'), say('c')])
  expect(second[0]).toBe(first[0])
  expect(second[1]).toBe(first[1])
})

test('a changed message, at the first place or the last, is taken for the former one', () => {
  const former = new FormerMessages()
  const first = former.recall(parsed([say('a'), say('b'), say('c')]), 10)
  const last = former.recall(parsed([say('a'), say('b'), say('d')]), 10)
  expect(last).toEqual([say('a'), say('b'), say('d')])
  expect(last[1]).toBe(first[1])
  expect(former.recall(parsed([say('x'), say('b'), say('c')]), 10)).toEqual([say('x'), say('b'), say('c')])
})

test('a fork makes the conversation that it left be forgotten', () => {
  const former = new FormerMessages()
  const first = former.recall(parsed([say('a'), say('b')]), 10)
  former.recall(parsed([say('a'), say('z')]), 10)
  expect(former.recall(parsed([say('a'), say('b'), say('c')]), 10)[1]).toBe(first[1])
})

test('requests beyond what is kept, or larger than all of it, are kept all the same', () => {
  const former = new FormerMessages()
  const large = former.recall(parsed([say('large')]), 2 ** 40)
  expect(former.recall(parsed([say('large')]), 1)[0]).not.toBe(large[0])
  const first = former.recall(parsed([say('first')]), 1)
  for (let index = 0; index < 64; index += 1) former.recall(parsed([say(`${index}`)]), 1)
  expect(former.recall(parsed([say('first')]), 1)[0]).not.toBe(first[0])
})

test('two values are the same although they are written differently, or differ although they are written alike', () => {
  assert(
    property(json(), json(), (one, two) => {
      const [first, second] = [JSON.parse(one) as unknown, JSON.parse(two) as unknown]
      expect(isSameJson(first, second)).toBe(JSON.stringify(first) === JSON.stringify(second))
      expect(isSameJson(first, JSON.parse(one))).toBe(true)
    }),
  )
  expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
  expect(isSameJson([], {})).toBe(false)
})

test('a value that is nested without end stops the process', () => {
  const deep = (): unknown => JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  expect(isSameJson(deep(), deep())).toBe(false)
  assert(property(array(anything()), (list) => void new FormerMessages().recall(list, 1)))
})
