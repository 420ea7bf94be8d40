import { describe, expect, test } from 'vitest'
import { type FactNeeds, noFacts } from '../../src/storage/facts.ts'
import { memoryBackend } from '../../src/storage/memory/memory-backend.ts'
import { isEnough, loadStatement } from '../../src/storage/postgres/load-from-postgres.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { sqliteBackend } from '../../src/storage/sqlite/sqlite-backend.ts'
import type { StoreBackend } from '../../src/storage/store-backend.ts'
import { storeOver } from '../../src/storage/store-over.ts'

const limits = { maxSessions: 10, maxSize: 1_000_000 }
const file = { busyTimeoutMs: 0, synchronous: 'normal', readOnly: false } as const
const backends: Readonly<Record<string, () => StoreBackend>> = {
  memory: () => memoryBackend(limits, () => 0),
  SQLite: () => sqliteBackend(':memory:', file),
}
const raws = ['a', 'b', 'c', 'd'].map((content) => ({ role: 'user', content }))
const digests = ['', ...prefixDigests(raws)]
const none = { because: [], loss: 'none' } as const

/** What is read behind a beginning of the four messages, as their keys; the repair, if any, comes first. */
async function keysRead(
  backend: StoreBackend,
  positions: NonNullable<FactNeeds['positions']>,
  repaired?: number,
): Promise<number[]> {
  const store = storeOver(backend, () => 0)
  const wanted = repaired === undefined ? raws : raws.with(repaired, { role: 'user', content: 'former' })
  const expect = await store.messages.append(
    's',
    wanted.map((raw) => ({ raw })),
  )
  if (repaired !== undefined) {
    const edit = { ...none, op: 'replace', index: repaired, before: wanted[repaired], after: raws[repaired] } as const
    await store.transact('s', [edit], { expect })
  }
  const { positions: rows } = await backend.load({ sessionID: 's', positions })
  await store.close()
  return rows.map(({ key }) => key).toSorted((first, second) => first - second)
}

const known = (length: number, digest = digests[length]!): { length: number; digest: string } => ({ length, digest })

describe.each(Object.keys(backends))('of a session in %s', (name) => {
  test.each<[what: string, positions: NonNullable<FactNeeds['positions']>, keys: readonly number[], repaired?: number]>(
    [
      ['all of which is asked for', true, [1, 2, 3, 4]],
      ['that is known to its end', known(4), []],
      ['that is known but for its last message', known(3), [4]],
      ['of which nothing is known', known(0), [1, 2, 3, 4]],
      ['that begins in another way', known(3, digests[2]), [1, 2, 3, 4]],
      ['that is shorter', known(5, digests[4]), [1, 2, 3, 4]],
      // That it stands last, and not where an equal one stood, a database cannot tell without the others.
      ['whose last message was repaired', known(3), name === 'SQLite' ? [1, 2, 3, 4, 5] : [5], 3],
    ],
  )('%s, more or less is read than what stands behind the beginning', async (_, positions, keys, repaired) => {
    expect(await keysRead(backends[name]!(), positions, repaired)).toEqual(keys)
  })
})

test.each(Object.keys(backends))('in %s, replacements are read for the edits that they do not have', async (name) => {
  const backend = backends[name]!()
  const store = storeOver(backend, () => 0)
  const rows = raws.map((raw) => ({ raw }))
  let revision = await store.messages.append('s', rows)
  const edit = { ...none, op: 'remove', index: 3, before: raws[3] } as const
  ;({ revision } = await store.transact('s', [edit], { expect: revision }))
  revision = await store.messages.replace('s', rows.slice(0, 2), { expect: revision })
  await store.transact('s', [{ ...edit, index: 1, before: raws[1] }], { expect: revision })
  const kindsOf = async (changes: true | 'edited'): Promise<string[]> =>
    (await backend.load({ sessionID: 's', changes })).changes.map(({ kind }) => kind)
  expect(await kindsOf('edited')).toEqual(['transact', 'transact'])
  expect(await kindsOf(true)).toEqual(['transact', 'replace', 'transact'])
  await store.close()
})

test('a database does not see that the newest message stands in front of others', async () => {
  // The row of the former message is there as well: an undo needs it.
  expect(await keysRead(backends['SQLite']!(), known(3), 1)).toEqual([1, 2, 3, 4, 5])
  expect(await keysRead(backends['memory']!(), known(3), 1)).toEqual([4])
})

test('PostgreSQL is asked for other rows, or asked again for nothing', async () => {
  const needs: FactNeeds = { sessionID: 's', positions: known(3) }
  expect(loadStatement('"x"', needs)).toMatchObject({
    text: expect.stringMatching(/ORDER BY key DESC\s+LIMIT [^$]+\$1\) - \$2::bigint/),
    values: ['s', 3],
  })
  const changesIn = (changes: true | 'edited'): string | undefined =>
    /changes WHERE session = \$1(.*) ORDER BY revision/.exec(
      loadStatement('"x"', { sessionID: 's', changes }).text,
    )?.[1]
  expect([changesIn('edited'), changesIn(true)]).toEqual([` AND kind <> 'replace'`, ''])
  const store = memoryBackend(limits, () => 0)
  await storeOver(store, () => 0).messages.append(
    's',
    raws.map((raw) => ({ raw })),
  )
  const facts = await store.load(needs)
  const other = { ...facts, positions: [{ ...facts.positions[0]!, contentDigest: digests[1]! }] }
  expect([isEnough(needs, facts), isEnough(needs, other), isEnough({ ...needs, positions: true }, other)]).toEqual([
    true,
    false,
    true,
  ])
  expect(isEnough(needs, { ...noFacts, session: null })).toBe(true)
})
