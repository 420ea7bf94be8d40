import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import type { MessageRow, SessionRow } from '../../src/storage/rows.ts'
import { shortAppend } from '../../src/storage/sqlite/short-append.ts'

const former: SessionRow = {
  sessionID: 's',
  epoch: 1,
  revision: 4,
  floor: 2,
  count: 3,
  head: 'before',
  nextKey: 7,
  standing: '{}',
  createdAt: 10,
  updatedAt: 20,
  removedAt: null,
}
const next: SessionRow = { ...former, revision: 5, count: 5, head: 'second', nextKey: 9, updatedAt: 30 }
const [first, second]: readonly [MessageRow, MessageRow] = [
  { key: 7, place: 70, contentDigest: 'a', prefix: 'first', revision: 5, meta: '{}', raw: '{}' },
  { key: 8, place: 80, contentDigest: 'b', prefix: 'second', revision: 5, meta: '{}', raw: '{}' },
]
const saved = (fields: Partial<SessionRow> = {}): Change => ({
  type: 'session_saved',
  sessionID: 's',
  session: { ...next, ...fields },
})
const added = (...messages: readonly MessageRow[]): Change => ({ type: 'messages_added', sessionID: 's', messages })
const attempt: Change = { type: 'attempt_added', sessionID: 's', fingerprint: 'f', rung: 'place' }

/** As many messages behind the former row, with the row that follows. */
function many(count: number, raw = '{}'): readonly Change[] {
  const messages = Array.from({ length: count }, (_, index) => ({ ...first, key: 7 + index, prefix: `${index}`, raw }))
  return [saved({ count: 3 + count, nextKey: 7 + count, head: `${count - 1}` }), added(...messages)]
}

describe('a short append', () => {
  test.each<[string, readonly Change[]]>([
    ['two messages', [saved(), added(first, second)]],
    ['messages that are told first', [added(first, second), saved()]],
    ['eight messages', many(8)],
    ['a message of a page', many(1, 'x'.repeat(4094))],
    ['with what stands beside', [attempt, saved(), added(first, second), attempt]],
  ])('is none: %s', (_, changes) => {
    const short = shortAppend(former, changes)
    expect(short?.session.nextKey).toBe(former.nextKey + short!.messages.length)
    expect(short?.others).toEqual(changes.filter(({ type }) => type === 'attempt_added'))
  })

  test.each<[string, readonly Change[], SessionRow | null]>([
    ['of a session that is not known', [saved(), added(first, second)], null],
    ['of one that was removed', [saved(), added(first, second)], { ...former, removedAt: 1 }],
    ['that removes the session', [saved({ removedAt: 1 }), added(first, second)], former],
    ['to another session', [saved({ sessionID: 't' }), added(first, second)], former],
    ['with another epoch', [saved({ epoch: 2 }), added(first, second)], former],
    ['with another floor', [saved({ floor: 3 }), added(first, second)], former],
    ['with another standing request', [saved({ standing: null }), added(first, second)], former],
    ['with another beginning', [saved({ createdAt: 11 }), added(first, second)], former],
    ['with another count', [saved({ count: 6 }), added(first, second)], former],
    ['with another next key', [saved({ nextKey: 10 }), added(first, second)], former],
    ['with another head', [saved({ head: 'first' }), added(first, second)], former],
    ['with another revision', [saved({ revision: 6 }), added(first, second)], former],
    ['of a message with another key', [saved(), added(first, { ...second, key: 9 })], former],
    ['of a message without a place', [saved(), added({ ...first, place: null }, second)], former],
    ['of a message without a prefix', [saved(), added({ ...first, prefix: null }, second)], former],
    ['without messages', [saved()], former],
    ['of no messages', [saved({ count: 3, nextKey: 7, head: 'before' }), added()], former],
    ['without the session', [added(first, second)], former],
    ['that saves the session twice', [saved(), saved(), added(first, second)], former],
    ['in two halves', [saved(), added(first), added(second)], former],
    ['with a move', [saved(), added(first, second), { type: 'messages_placed', sessionID: 's', places: [] }], former],
    ['of nine messages', many(9), former],
    ['of a longer message', many(1, 'x'.repeat(4095)), former],
    ['of messages that are longer together', many(2, 'x'.repeat(2050)), former],
  ])('is one %s', (_, changes, session) => {
    expect(shortAppend(session, changes)).toBeNull()
  })
})
