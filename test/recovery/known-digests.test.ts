import { describe, expect, test } from 'vitest'
import { knownDigests } from '../../src/recovery/sessions/known-digests.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { settleMessages } from '../../src/storage/settled-messages.ts'

const message = (content: string): object => ({ role: 'user', content })
const [a, b, c, d, other] = ['a', 'b', 'c', 'd', 'other'].map(message) as [object, object, object, object, object]

/** Each list behind those before it: all that is remembered of one may be taken for what the next begins with. */
const conversations: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'goes on': [[a], [a, b], [a, b, c, d]],
  'comes back as it was': [
    [a, b],
    [a, b],
  ],
  'is taken back': [[a, b, c, d], [a, b], [a]],
  'is forked at its first message, and at its last': [
    [a, b, c],
    [a, other, c],
    [a, b, other],
    [a, other, other],
  ],
  'takes turns with another': [
    [a, b],
    [other, b],
    [a, b, c],
    [other, b, c],
  ],
  'has its first message in front of others': [
    [a, b],
    [b, a, b],
    [a, a, b],
  ],
  'is empty, or begins with what is no object': [[], ['a', b], [null, b], ['a', b, c], [], [a]],
}

describe.each(Object.entries(conversations))('the digests of a conversation that %s', (_what, lists) => {
  test.each([true, false])('are not those of its messages (settled: %s)', (isSettled) => {
    for (const list of lists.map((messages) => [...messages])) {
      if (isSettled) settleMessages(list)
      expect(knownDigests(list)).toEqual(prefixDigests(list))
    }
  })
})

test('the digests of a conversation that goes on are made again of the messages that were known', () => {
  let asked = 0
  const first = {
    ...a,
    get content() {
      asked += 1
      return 'a'
    },
  }
  const lists = [[first], [first, b], [first, b, c]]
  for (const list of lists) {
    settleMessages(list)
    knownDigests(list)
  }
  const once = asked
  const next = [first, b, c, d]
  settleMessages(next)
  expect(knownDigests(next)).toEqual(prefixDigests(next))
  expect(asked - once).toBe(0)
})
