import { expect, test, vi } from 'vitest'
import {
  adoptedTail,
  answeredTail,
  answerMark,
  continuedTail,
  responseMark,
  type SessionTail,
  startsWith,
  storedTail,
} from '../../src/recovery/sessions/session-tail.ts'
import { SessionTails } from '../../src/recovery/sessions/session-tails.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { StoredMessage } from '../../src/storage/message-store.ts'
import { knownDigests } from '../../src/recovery/sessions/known-digests.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { assistant, call, text, user } from '../strategies/anthropic.ts'

const meta = { id: 'm', sessionID: 's', role: 'user', seq: 0, createdAt: 0 }
const own = (raw: unknown): StoredMessage => ({ raw, meta })
const answered = (raw: unknown, responseID?: string): StoredMessage => ({
  raw,
  meta: { ...meta, [answerMark]: true, ...(responseID !== undefined && { [responseMark]: responseID }) },
})
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
    tail = answeredTail(tail, [answer(turn)], `resp_${turn}`)
    rows.push(answered(answer(turn), `resp_${turn}`))
    expect(tail).toEqual(stored(rows))
    expect([tail.length, tail.settled, tail.responseID]).toEqual([rows.length, rows.length - 1, `resp_${turn}`])
  }
  // What proves a conversation is what its provider alone has said; the first eight ids are enough.
  expect([...tail.proofs]).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3'].map(id))
})

test('a history that was adopted still waits for its last answer, or forgets what proves it', () => {
  const raws = [user('a'), answer(1)]
  const former = stored([own(user('another')), answered(answer(2))])
  expect(adoptedTail(former, prefixDigests(raws))).toEqual({ ...stored(raws.map(own)), proofs: former.proofs })
})

test('the ends of a thousand sessions are read again, or those of more are kept for ever', async () => {
  const store = createMemoryStore()
  const load = vi.spyOn(store.messages, 'load')
  const tails = new SessionTails(store)
  for (let session = 0; session <= 1000; session += 1)
    tails.set(`${session}`, { ...storedTail(null), revision: session })
  expect([(await tails.get('1')).revision, load.mock.calls.length]).toEqual([1, 0])
  expect([(await tails.get('0')).revision, load.mock.calls.length]).toEqual([0, 1])
  // What was read is known from then on, until it is forgotten.
  tails.forget('1')
  for (const id of ['0', '1', '1']) await tails.get(id)
  expect(load.mock.calls.map(([id]) => id)).toEqual(['0', '1'])
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

test('a turn that is appended makes every message of its conversation be read again, or an edited one is not', () => {
  let reads = 0
  const counted = (content: unknown): Record<string, unknown> => {
    const extra = {
      get read() {
        return (reads += 1) && true
      },
    }
    return { role: 'user', content, extra }
  }
  const [blocks, parts] = [[text('b')], [{ text: 'c' }]]
  const messages = [counted('a'), counted(blocks), Object.assign(counted(undefined), { parts })]
  const first = knownDigests([...messages])
  const once = reads
  expect(knownDigests([...messages, user('d')]).slice(0, 3)).toEqual(first)
  expect([reads, once]).toEqual([once, 3])
  const changes: (() => unknown)[] = [
    () => blocks.push(text('e')),
    () => (blocks[1] = text('f')),
    () => blocks.push(blocks[1]!),
    () => parts.push({ text: 'g' }),
    () => Object.assign(messages[0]!, { content: 'h' }),
    () => Object.assign(messages[0]!, { role: 'assistant' }),
    () => Object.assign(messages[1]!, { id: 'i' }),
    () => delete messages[1]!['id'],
  ]
  for (const [index, change] of changes.entries()) {
    change()
    expect([index, knownDigests([...messages])]).toEqual([index, prefixDigests(structuredClone(messages))])
  }
  // Behind another message the same one ends another prefix.
  expect(knownDigests(messages.toReversed())).toEqual(prefixDigests(structuredClone(messages.toReversed())))
  expect(knownDigests(['text', ...messages])).toEqual(prefixDigests(structuredClone(['text', ...messages])))
})
