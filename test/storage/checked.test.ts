import { expect, test } from 'vitest'
import { createMemoryStore, StoreError } from '../../src/index.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'

type Command = (store: SessionStore, options: never) => Promise<unknown>

const messages = [{ raw: { role: 'user', content: 'a' } }]
const notRecords: readonly unknown[] = [null, 5, 'x', [], true]
const notCounts: readonly unknown[] = [null, Number.NaN, -1, 1.5, Infinity, '1', {}]
const notTexts: readonly unknown[] = [null, 5, {}, []]
const notLeases = [...notRecords, {}, { token: null }, { token: Number.NaN }]
const notTimes: readonly unknown[] = [null, 0, -1, Number.NaN, Infinity, '9', {}]

const commands: readonly (readonly [
  name: string,
  Command,
  valid: object,
  wrong: Readonly<Record<string, readonly unknown[]>>,
])[] = [
  [
    'append',
    ({ messages: store }, options) => store.append('s', messages, options),
    {},
    { expect: notCounts, lease: notLeases, parts: [null, {}, 'x', [null], ['x']] },
  ],
  [
    'replace',
    ({ messages: store }, options) => store.replace('s', messages, options),
    { expect: 1 },
    {
      expect: [undefined, ...notCounts],
      lease: notLeases,
      known: [
        ...notRecords,
        {},
        { length: 1 },
        { digest: 'x' },
        { length: null, digest: 'x' },
        { length: 1, digest: null },
      ],
    },
  ],
  ['remove', ({ messages: store }, options) => store.remove('s', options), {}, { lease: notLeases }],
  [
    'setReference',
    ({ messages: store }, options) => store.setReference('s', 'resp_1', options),
    {},
    { replaces: notTexts, lease: notLeases },
  ],
  ['setStanding', ({ messages: store }, options) => store.setStanding('s', null, options), {}, { lease: notLeases }],
  ['recordAll', ({ parts }, options) => parts.recordAll('s', [], options), {}, { lease: notLeases }],
  [
    'begin',
    ({ turns }, options) => turns.begin('s', options),
    {},
    { turnID: [...notTexts, ''], provenance: notRecords, lease: notLeases },
  ],
  [
    'set',
    ({ state }, options) => state.set('s', 'k', 1, options),
    {},
    { owner: notTexts, ttlMs: notTimes, create: [null, 1, 'yes'], lease: notLeases },
  ],
  ['get', ({ state }, options) => state.get('s', 'k', options), {}, { owner: notTexts }],
  ['list', ({ state }, options) => state.list('s', options), {}, { owner: notTexts }],
  ['clear', ({ state }, options) => state.clear('s', 'k', options), {}, { owner: notTexts, lease: notLeases }],
  [
    'acquire',
    ({ leases }, options) => leases.acquire('other', options),
    { ttlMs: 5 },
    { ttlMs: [undefined, ...notTimes], owner: notTexts },
  ],
  ['take', ({ attempts }, options) => attempts.take('s', 'f', 'place', options), {}, { lease: notLeases }],
  [
    'transact',
    (store, options) => store.transact('s', [], options),
    { expect: 1 },
    { expect: notCounts, lease: notLeases },
  ],
  ['undo', (store, options) => store.undo('s', undefined, options), {}, { lease: notLeases }],
]

test.each(commands)(
  'an option of %s that is none of its values is an error without a name',
  async (_, run, valid, wrong) => {
    const store = createMemoryStore({ now: () => 1 })
    await store.messages.append('s', messages)
    const codeOf = (options: unknown): Promise<unknown> =>
      run(store, options as never).then(
        () => 'taken',
        (error: unknown) => (error instanceof StoreError ? [error.code, error.message] : error),
      )
    for (const options of notRecords)
      expect(await codeOf(options)).toEqual(['invalid_value', expect.stringContaining('an object')])
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        expect([value, await codeOf({ ...valid, [name]: value })]).toEqual([
          value,
          ['invalid_value', expect.stringContaining(`\`${name}\` must be`)],
        ])
    const left = Object.fromEntries(Object.keys(wrong).map((name) => [name, undefined]))
    const told = await codeOf({ ...left, ...valid })
    expect(Array.isArray(told) ? told[0] : told).not.toBe('invalid_value')
  },
)

test.each<[string, Command]>([
  ['messages', (store, value) => store.messages.append('s', value)],
  ['messages', (store, value) => store.messages.replace('s', value, { expect: 0 })],
  ['parts', (store, value) => store.parts.recordAll('s', value)],
  ['edits', (store, value) => store.transact('s', value, { expect: 0 })],
])('%s that are no list are an error without a name', async (name, run) => {
  for (const value of [null, undefined, {}, 'x', 5])
    await expect(run(createMemoryStore(), value as never)).rejects.toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining(`\`${name}\` must be a list`),
    })
})
