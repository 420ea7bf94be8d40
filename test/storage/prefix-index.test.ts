import { describe, expect, test } from 'vitest'
import type { ChangeRow, SessionRow } from '../../src/storage/rows.ts'
import { PrefixIndex } from '../../src/storage/state/prefix-index.ts'
import { emptySession, type SessionState } from '../../src/storage/state/session-state.ts'

function session(sessionID: string, head: string, updatedAt = 0): SessionState {
  return emptySession({ sessionID, head, updatedAt } as SessionRow)
}
const found = (index: PrefixIndex, ...digests: string[]): string[] =>
  index
    .find(digests)
    .map(({ changes, digest, revision, session: row }) =>
      [digest, row.sessionID, revision ?? 'head', ...changes.map((change) => change.revision)].join(' '),
    )

describe('an index of prefixes', () => {
  test('forgets another digest, session or revision than it is told', () => {
    const index = new PrefixIndex()
    const [one, two] = [session('one', '', 2), session('two', '', 1)]
    index.add('a', one, 1)
    index.add('a', one, 2)
    index.add('a', two, 1)
    index.add('b', one, 1)
    expect(found(index, 'a', 'b', 'c')).toEqual(['a one 2', 'a one 1', 'a two 1', 'b one 1'])
    index.delete('a', one, 1)
    expect(found(index, 'a', 'b')).toEqual(['a one 2', 'a two 1', 'b one 1'])
    index.delete('a', one, 2)
    index.delete('c', one, 1)
    expect(found(index, 'a', 'b')).toEqual(['a two 1', 'b one 1'])
    index.delete('a', two, 9)
    index.delete('b', one, 1)
    expect(found(index, 'a', 'b')).toEqual(['a two 1'])
  })

  test('forgets twice what was known twice, when one of the two is gone', () => {
    const index = new PrefixIndex()
    const one = session('one', '')
    index.add('a', one, 1)
    index.add('a', one, 1)
    index.delete('a', one, 1)
    expect(found(index, 'a')).toEqual(['a one 1'])
    index.delete('a', one, 1)
    expect(found(index, 'a')).toEqual([])
  })

  test.each([0, 1, 2])(
    'keeps something of the session at place %i of its forks that is gone, or forgets another',
    (at) => {
      const index = new PrefixIndex()
      const forks = ['one', 'two', 'three'].map((sessionID, age) => session(sessionID, 'h', 9 - age))
      for (const fork of forks) {
        fork.messages.set(1, { prefix: 'm', revision: 1 } as never).set(2, { prefix: null } as never)
        fork.prefixes.push({ digest: 'p', revision: 2 })
        fork.changes.push({ formerHead: 'f' } as never)
        index.add('m', fork, 1)
        index.add('p', fork, 2)
        index.add('f', fork, null)
      }
      index.forget(forks[at]!)
      const left = ['one', 'two', 'three'].filter((_, place) => place !== at)
      expect(found(index, 'm', 'p', 'f')).toEqual([
        ...left.map((id) => `m ${id} 1`),
        ...left.map((id) => `p ${id} 2`),
        ...left.map((id) => `f ${id} head`),
      ])
    },
  )

  test('tells of changes that a session had before, or of none where it has changed since', () => {
    const index = new PrefixIndex()
    const one = session('one', 'h')
    for (const revision of [1, 2, 3]) one.changes.push({ revision } as ChangeRow)
    index.add('a', one, 2)
    index.add('b', one, null)
    expect(found(index, 'a', 'b')).toEqual(['a one 2 3', 'b one head'])
  })

  test('of many forks lists the furthest, or more than the other stores', () => {
    const index = new PrefixIndex()
    const forks = Array.from({ length: 40 }, (_, at) => session(`fork ${at}`, at === 3 ? 'a' : 'x', (at * 7) % 40))
    for (const fork of forks) index.add('a', fork, 1)
    const nearest = forks
      .toSorted((first, second) => second.row.updatedAt - first.row.updatedAt)
      .map(({ row }) => row.sessionID)
      .filter((id) => id !== 'fork 3')
    expect(found(index, 'a')).toEqual(['fork 3', ...nearest.slice(0, 15)].map((id) => `a ${id} 1`))
  })
})
