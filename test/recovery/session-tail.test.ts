import { expect, test } from 'vitest'
import {
  adoptedTail,
  answeredTail,
  answerMark,
  continuedTail,
  type SessionTail,
  startsWith,
  storedTail,
} from '../../src/recovery/session-tail.ts'
import type { StoredMessage } from '../../src/storage/message-store.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { assistant, call, text, user } from '../strategies/anthropic.ts'

const meta = { id: 'm', sessionID: 's', role: 'user', seq: 0, createdAt: 0 }
const own = (raw: unknown): StoredMessage => ({ raw, meta })
const answered = (raw: unknown): StoredMessage => ({ raw, meta: { ...meta, [answerMark]: true } })
const stored = (messages: StoredMessage[]): SessionTail => storedTail({ revision: 1, epoch: 0, messages })
const id = (name: string): string => `toolu_01A09q90qw90lq917835${name}`
const answer = (turn: number): object =>
  assistant(text('Yes.'), ...['a', 'b', 'c'].map((name) => call(id(name + turn))), call(`call_${turn}`))

test('the end of a conversation that goes on is another one than that of the stored conversation', () => {
  const rows: StoredMessage[] = []
  let tail = storedTail(null)
  expect(tail).toEqual({ length: 0, digest: '', settled: 0, settledDigest: '', proofs: new Set() })
  for (const turn of [1, 2, 3, 4]) {
    const raws = [user('a', call(id(`no${turn}`))), user('b')].slice(0, (turn % 2) + 1)
    tail = continuedTail(tail, raws)
    rows.push(...raws.map(own))
    expect(tail).toEqual(stored(rows))
    expect(answeredTail(tail, [])).toEqual(tail)
    tail = answeredTail(tail, [answer(turn)])
    rows.push(answered(answer(turn)))
    expect(tail).toEqual(stored(rows))
    expect([tail.length, tail.settled]).toEqual([rows.length, rows.length - 1])
  }
  // What proves a conversation is what its provider alone has said; the first eight ids are enough.
  expect([...tail.proofs]).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3'].map(id))
})

test('a history that was adopted still waits for its last answer, or forgets what proves it', () => {
  const raws = [user('a'), answer(1)]
  const former = stored([own(user('another')), answered(answer(2))])
  expect(adoptedTail(former, prefixDigests(raws))).toEqual({ ...stored(raws.map(own)), proofs: former.proofs })
})

test.each([
  [0, '', true],
  [1, 'x', true],
  [2, 'y', true],
  [1, 'y', false],
  [3, 'y', false],
  [3, '', false],
])('whether a list continues %i messages is not told by the last of them', (length, digest, isSo) => {
  expect(startsWith(['x', 'y'], length, digest)).toBe(isSo)
})
