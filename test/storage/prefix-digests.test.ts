import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { derivedOnce, settleMessages } from '../../src/storage/settled-messages.ts'

describe('prefix digests', () => {
  test('a continued chain differs from one that was computed at once', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(), (messages, at) => {
        const known = prefixDigests(messages.slice(0, at))
        expect([...known, ...prefixDigests(messages.slice(at), known.at(-1))]).toEqual(prefixDigests(messages))
      }),
    )
  })

  test('a message that took the way through JSON gets another digest', () => {
    fc.assert(
      fc.property(fc.object({ withDate: true, withSparseArray: true, withUnicodeString: true }), (message) => {
        expect(prefixDigests([JSON.parse(JSON.stringify(message))])).toEqual(prefixDigests([message]))
      }),
    )
  })

  test('different messages get equal digests', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), (a, b) => {
        fc.pre(JSON.stringify(a) !== JSON.stringify(b) && canonicalJson(a) !== canonicalJson(b))
        expect(prefixDigests([a])).not.toEqual(prefixDigests([b]))
      }),
    )
    expect(prefixDigests(['\ud800'])).not.toEqual(prefixDigests(['\ud801']))
    expect(prefixDigests([{ a: [1] }])).not.toEqual(prefixDigests([{ a: '[1]' }]))
    expect(prefixDigests(['a', 'b'])[1]).not.toEqual(prefixDigests(['b', 'a'])[1])
  })

  test('a cache hint that moved, or another key order, makes a message unknown', () => {
    const block = { type: 'text', text: 'a' }
    const hinted = { content: [{ cache_control: { type: 'ephemeral' }, ...block }], role: 'user' }
    expect(prefixDigests([hinted])).toEqual(prefixDigests([{ role: 'user', content: [block] }]))
  })

  test('a value without JSON form, a cycle or endless nesting crashes', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    let deep: unknown = 0
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    for (const message of [undefined, 10n, cyclic, deep])
      expect(() => prefixDigests([message])).toThrow(expect.objectContaining({ code: 'invalid_value' }))
  })
})

test('what is derived of a message that nobody changes is derived again, or that of another one is kept', () => {
  const [settled, open] = [{ content: 'a' }, { content: 'b' }]
  let times = 0
  const timesOf = (value: unknown): number => {
    times = 0
    for (const _ of [1, 2]) derivedOnce(value, 'part', () => ((times += 1), {} as never))
    return times
  }
  expect([settled, open, 'text', null].map(timesOf)).toEqual([2, 2, 2, 2])
  const list = [settled, 'text', null]
  settleMessages(list)
  expect([settled, list, open, 'text', null].map(timesOf)).toEqual([1, 1, 2, 2, 2])
  // What is known of a message outlives the list that it came in.
  settleMessages([settled])
  expect(timesOf(settled)).toBe(0)
})
