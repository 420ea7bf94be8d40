import { describe, expect, test } from 'vitest'
import { contentDigest } from '../../src/doctor/audit/journal/content-digest.ts'
import type { SessionStore } from '../../src/index.ts'
import { catchUp, isEarlier } from '../../src/storage/copy/catch-up.ts'
import {
  type CopiedSession,
  digestOf,
  isSameCopy,
  readCopied,
  writeCopied,
} from '../../src/storage/copy/copied-session.ts'
import { copyStore } from '../../src/storage/copy/copy-store.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { readStanding } from '../../src/storage/copy/read-standing.ts'
import { noFacts } from '../../src/storage/facts.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { tempFolder } from '../files/temp-folder.ts'

const journal = () => createJournalStore(tempFolder(), { durability: 'none' })

test('an id that the target cannot take stops a copy in its middle, or is not named', async () => {
  const from = createMemoryStore()
  for (const id of ['/'.repeat(60), 'well', 'x'.repeat(300)]) await from.messages.append(id, [user(id)])
  const to = journal()
  await expect(copyStore(from, to)).rejects.toMatchObject({
    code: 'invalid_value',
    message: expect.stringMatching(/^Nothing was copied\. .* 2 session ids: .*"\/{60}".*SQLite/),
  })
  expect(await to.messages.list()).toEqual([])
  await to.close()
})

test('a target that cannot be asked for an id is taken for one that refuses it', async () => {
  const from = createMemoryStore()
  await from.messages.append('a/b', [user('a')])
  const to = createMemoryStore()
  for (const cause of [new StoreError({ code: 'io', message: 'No disk.' }), new TypeError('no store')]) {
    const holder = (): Promise<never> => Promise.reject(cause)
    await expect(copyStore(from, { ...to, leases: { ...to.leases, holder } })).rejects.toBe(cause)
  }
  expect(await to.messages.list()).toEqual([])
})

test('a path as an id is lost, or becomes another, on its way through a journal', async () => {
  const [from, over, to] = [createMemoryStore(), journal(), createMemoryStore()]
  const ids = ['', '..', '../up', 'a%002fb', 'a/b', 'https://host/x?y', 'é']
  for (const id of ids) await from.messages.append(id, [user(id)])
  expect(await copyStore(from, over)).toMatchObject({ copied: ids.length })
  expect(await copyStore(over, to)).toMatchObject({ copied: ids.length })
  for (const id of ids) expect((await to.messages.load(id))?.messages[0]?.raw).toEqual(user(id).raw)
  await over.close()
})

/** A session with something of everything, and a clock that the test moves. */
async function scene() {
  const clock = { now: 1000 }
  const store = createMemoryStore({ now: () => clock.now })
  await store.messages.append('s', [user('a'), user('b')])
  await store.parts.record('s', { callId: 'open', name: 'act', input: {}, status: 'running' })
  await store.parts.record('s', { callId: 'asked', name: 'act', input: {}, status: 'pending' })
  await store.parts.record('s', { callId: 'done', name: 'act', input: {}, status: 'completed', output: 1 })
  await store.turns.begin('s', { turnID: 'open', input: 'Hi' })
  await store.turns.begin('s', { turnID: 'done' })
  await store.turns.advance('s', 'done', 'completed')
  for (const key of ['k', 'l']) await store.state.set('s', key, 1)
  await store.messages.setStanding('s', { request: { a: 1 }, betas: [] })
  return { clock, store, read: () => readAll(store) }
}

async function readAll(store: SessionStore): Promise<CopiedSession> {
  const read = await store.execute(readCopied, { sessionID: 's' })
  if (read === null || read === 'busy') throw new Error('The session cannot be read.')
  return read
}

test('a session without messages adds none of them, or less than it has', async () => {
  const store = createMemoryStore()
  await store.turns.begin('s', { turnID: 't' })
  const typesOf = async (): Promise<readonly string[]> => {
    const written = writeCopied.decide(
      { ...noFacts, session: null, floors: { revision: 0, token: 0 } },
      { sessionID: 's', copied: await readAll(store) },
      0,
    )
    return 'changes' in written ? written.changes.map(({ type }) => type) : []
  }
  expect(await typesOf()).toEqual(['session_saved', 'turn_saved'])
  await store.messages.append('s', [user('a'), user('b')])
  await store.state.set('s', 'k', 1)
  await store.parts.record('s', { callId: 'c', name: 'act', input: {}, status: 'running' })
  const all = ['session_saved', 'messages_added', 'part_saved', 'turn_saved', 'state_saved']
  expect(await typesOf()).toEqual(all)
})

describe('a copy', () => {
  test('of each outcome is counted as another, or told of another session', async () => {
    const { clock, store } = await scene()
    for (const id of ['held', 'there', 'known']) await store.messages.append(id, [user(id)])
    await store.leases.acquire('held', { ttlMs: 60_000 })
    const to = createMemoryStore({ now: () => clock.now })
    await to.messages.append('there', [user('of its own')])
    await to.messages.append('known', [user('known')])
    const told: string[] = []
    const copy = () => copyStore(store, to, async ({ outcome, sessionID }) => void told.push(`${sessionID} ${outcome}`))
    expect(await copy()).toEqual({ copied: 1, same: 1, busy: 1, conflict: 1 })
    expect(told.toSorted()).toEqual(['held busy', 'known same', 's copied', 'there conflict'])
    expect(digestOf(await readAll(to))).toBe(digestOf(await readAll(store)))
    await to.leases.acquire('s', { ttlMs: 60_000 })
    expect(await copy()).toEqual({ copied: 0, same: 1, busy: 2, conflict: 1 })
    clock.now += 60_000
    expect(await copy()).toEqual({ copied: 1, same: 2, busy: 0, conflict: 1 })
  })

  test.each<[what: string, meanwhile: (to: SessionStore) => Promise<unknown>]>([
    ['as another', (to) => to.messages.append('s', [user('more')])],
    ['as none', (to) => to.messages.remove('s')],
  ])('that reads back %s is taken for done', async (_, meanwhile) => {
    const { store } = await scene()
    const to = createMemoryStore()
    const lying: SessionStore = {
      ...to,
      execute: async (decision, command) => {
        const done = await to.execute(decision, command)
        if ((decision as unknown) === writeCopied) await meanwhile(to)
        return done
      },
    }
    await expect(copyStore(store, lying)).rejects.toMatchObject({ code: 'corrupt', sessionID: 's' })
  })

  test('that somebody took as soon as it was there is told to be corrupt', async () => {
    const { clock, store } = await scene()
    const to = createMemoryStore({ now: () => clock.now })
    const taken: SessionStore = {
      ...to,
      execute: async (decision, command) => {
        const done = await to.execute(decision, command)
        if ((decision as unknown) === writeCopied) await to.leases.acquire('s', { ttlMs: 60_000 })
        return done
      },
    }
    expect(await copyStore(store, taken)).toEqual({ copied: 0, same: 0, busy: 1, conflict: 0 })
    clock.now += 60_000
    expect(digestOf(await readAll(to))).toBe(digestOf(await readAll(store)))
  })

  test('onto a session that was removed brings its numbers again (I14)', async () => {
    const { store } = await scene()
    const to = createMemoryStore()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await to.messages.append('s', [user(name)])
    expect(await to.execute(readStanding, { sessionID: 's' })).toBe('living')
    await to.messages.remove('s')
    expect(await to.execute(readStanding, { sessionID: 's' })).toBe('removed')
    expect(await to.execute(readStanding, { sessionID: 't' })).toBe('unknown')
    const copied = await readAll(store)
    await to.execute(writeCopied, { sessionID: 's', copied })
    expect((await readAll(to)).session).toEqual({ ...copied.session, epoch: 1, revision: 6, floor: 5, nextKey: 6 })
    await expect(to.execute(writeCopied, { sessionID: 's', copied })).rejects.toMatchObject({
      code: 'invalid_value',
      sessionID: 's',
      message: expect.stringContaining('already has another session "s"'),
    })
  })

  test('onto a session that was removed is taken for another one when the copy is run again, or by an audit', async () => {
    const { store } = await scene()
    const to = createMemoryStore()
    for (const name of ['a', 'b', 'c']) await to.messages.append('s', [user(name)])
    await to.messages.remove('s')
    expect(await copyStore(store, to)).toMatchObject({ copied: 1, conflict: 0 })
    expect(await copyStore(store, to)).toMatchObject({ same: 1, conflict: 0 })
    expect(contentDigest(await readAll(to))).toBe(contentDigest(await readAll(store)))
    await to.messages.append('s', [user('more')])
    expect(await copyStore(store, to)).toMatchObject({ same: 0, conflict: 1 })
  })

  test('without messages has a revision, or its next one is an old one', async () => {
    const [store, to] = [createMemoryStore(), createMemoryStore()]
    await store.turns.begin('s', { turnID: 'open' })
    const old = await to.messages.append('s', [user('a')])
    await to.messages.remove('s')
    await copyStore(store, to)
    expect((await readAll(to)).session.revision).toBe(0)
    expect(await to.messages.append('s', [user('b')])).toBeGreaterThan(old)
  })
})

type Later = (store: SessionStore) => Promise<unknown>
const more: Later = (store) => store.messages.append('s', [user('c')])
const later: readonly [what: string, happens: Later[], written: string | false][] = [
  ['goes on', [more], 'session_saved messages_added'],
  [
    'goes on beside its messages as well',
    [
      more,
      (store) => store.parts.record('s', { callId: 'open', status: 'completed', output: 2 }),
      (store) => store.parts.record('s', { callId: 'asked', status: 'error', output: 3 }),
      (store) => store.parts.record('s', { callId: 'new', name: 'act', input: {}, status: 'pending' }),
      (store) => store.turns.advance('s', 'open', 'completed'),
      (store) => store.turns.begin('s', { turnID: 'new' }),
      (store) => store.state.set('s', 'k', 2),
      (store) => store.state.set('s', 'new', 2),
    ],
    'session_saved messages_added part_saved part_saved part_saved turn_saved turn_saved state_saved state_saved',
  ],
  ['stays as it is', [], false],
  ['only changes beside its messages', [(store) => store.state.set('s', 'k', 2)], false],
  ['loses a value', [more, (store) => store.state.clear('s', 'k')], false],
  ['needs something else', [more, (store) => store.messages.setStanding('s', null)], false],
  ['is replaced', [(store) => store.messages.replace('s', [user('c')], { expect: 1 })], false],
  ['is removed and begins anew', [(store) => store.messages.remove('s'), more, more], false],
]

/** What is written to take a copy from one moment to another. */
function typesOf(from: CopiedSession, to: CopiedSession): string {
  const { messages: contents, ...rest } = from
  const facts = { ...noFacts, ...rest, contents, floors: { revision: 0, token: 0 } }
  const decided = catchUp.decide(facts, { sessionID: 's', copied: to, expected: digestOf(from) }, 0)
  return 'changes' in decided ? decided.changes.map(({ type }) => type).join(' ') : 'refused'
}

describe('a conversation that was copied', () => {
  const cases = later.flatMap(([what, happens, written]) => [0, 5].map((ms) => ({ what, ms, happens, written })))
  test.each(cases)('and after $ms ms $what is not the earlier one, or is', async ({ happens, ms, written }) => {
    const { clock, read, store } = await scene()
    const before = await read()
    clock.now += ms
    for (const happen of happens) await happen(store)
    const after = await read()
    expect([isEarlier(before, after), isEarlier(after, before)]).toEqual([written !== false, false])
    if (written === false) return
    expect(typesOf(before, after)).toBe(written)
    expect(typesOf(after, after)).toBe('session_saved')
    // The copy is taken forward in one step, once, and only from what it was compared as.
    const copy = createMemoryStore({ now: () => clock.now })
    const forward = (copied: CopiedSession, expected: string | null) =>
      copy.execute(catchUp, { sessionID: 's', copied, expected })
    await forward(before, null)
    expect(await readAll(copy)).toEqual(before)
    await expect(forward(after, digestOf(after))).rejects.toMatchObject({
      code: 'stale_revision',
      sessionID: 's',
      message: expect.stringContaining('has changed since'),
    })
    await forward(after, digestOf(before))
    expect(digestOf(await readAll(copy))).toBe(digestOf(after))
    await copy.messages.remove('s')
    await expect(forward(after, digestOf(after))).rejects.toMatchObject({ code: 'stale_revision' })
  })

  const apart: readonly [what: string, change: (copy: CopiedSession) => CopiedSession][] = [
    ['another epoch', (copy) => ({ ...copy, session: { ...copy.session, epoch: 9 } })],
    ['another floor', (copy) => ({ ...copy, session: { ...copy.session, floor: 9 } })],
    ['another digest', (copy) => ({ ...copy, session: { ...copy.session, head: 'x' } })],
    ['another standing request', (copy) => ({ ...copy, session: { ...copy.session, standing: '{}' } })],
    ['the revision of the later one', (copy) => ({ ...copy, session: { ...copy.session, revision: 2 } })],
    [
      'another key',
      (copy) => ({ ...copy, messages: copy.messages.map((row, at) => ({ ...row, key: row.key + 9 * at })) }),
    ],
    [
      'another revision',
      (copy) => ({ ...copy, messages: copy.messages.map((row, at) => ({ ...row, revision: row.revision + at })) }),
    ],
    [
      'a place behind the next',
      (copy) => ({ ...copy, messages: copy.messages.map((row) => ({ ...row, place: 2 ** 40 })) }),
    ],
    [
      'a last place behind the next',
      (copy) => ({ ...copy, messages: copy.messages.map((row, at) => ({ ...row, place: at === 0 ? 1 : 2 ** 40 })) }),
    ],
    [
      'a call that was over otherwise',
      (copy) => ({ ...copy, parts: copy.parts.map((row) => ({ ...row, name: 'x', status: 'error' as const })) }),
    ],
    ['a call of its own', (copy) => ({ ...copy, parts: copy.parts.map((row) => ({ ...row, callId: 'x' })) })],
    ['another run of a call', (copy) => ({ ...copy, parts: copy.parts.map((row) => ({ ...row, occurrence: 1 })) })],
    [
      'a turn that was over otherwise',
      (copy) => ({ ...copy, turns: copy.turns.map((row) => ({ ...row, input: '1', state: 'interrupted' as const })) }),
    ],
    [
      'a turn that was heard of later',
      (copy) => ({ ...copy, turns: copy.turns.map((row) => ({ ...row, updatedAt: 9999 })) }),
    ],
    ['a turn of its own', (copy) => ({ ...copy, turns: copy.turns.map((row) => ({ ...row, turnID: 'x' })) })],
    [
      'a value that was set later',
      (copy) => ({ ...copy, states: copy.states.map((row) => ({ ...row, updatedAt: 9999 })) }),
    ],
    ['a value of another owner', (copy) => ({ ...copy, states: copy.states.map((row) => ({ ...row, owner: 'x' })) })],
    ['another value', (copy) => ({ ...copy, states: copy.states.map((row) => ({ ...row, key: 'x' })) })],
  ]
  test.each(apart)('with %s is taken for an earlier one', async (_what, change) => {
    const { clock, read, store } = await scene()
    const before = await read()
    clock.now += 5
    await more(store)
    const after = await read()
    expect([isEarlier(before, after), isEarlier(change(before), after)]).toEqual([true, false])
  })
  test('there is nothing apart', () => expect([later.length, apart.length]).toEqual([8, 18]))
})

test('two sessions with another part of any kind are one, or one is two by the order of its rows', async () => {
  const { read } = await scene()
  const copy = await read()
  const { session } = copy
  const others: Readonly<Record<string, CopiedSession>> = {
    ...Object.fromEntries(
      (['head', 'count', 'standing', 'createdAt', 'updatedAt', 'revision'] as const).map((name) => [
        name,
        { ...copy, session: { ...session, [name]: 'x' } },
      ]),
    ),
    ...Object.fromEntries(
      (['messages', 'parts', 'turns', 'states'] as const).map((name) => [
        name,
        { ...copy, [name]: copy[name].slice(1) },
      ]),
    ),
  }
  const alike = {
    ...copy,
    states: copy.states.toReversed(),
    messages: copy.messages.map((row) => ({ ...row, place: 1 })),
  }
  expect(digestOf(alike)).toBe(digestOf(copy))
  expect(new Set([copy, ...Object.values(others)].map(digestOf)).size).toBe(11)
  const same = Object.entries(others).flatMap(([name, other]) => (isSameCopy(copy, other) ? [name] : []))
  expect(same).toEqual(['revision'])
})

describe('the sessions of a copy', () => {
  test('that are gone by then, or whose ids are plain, are asked for, or one is begun before the other is told', async () => {
    const from = createMemoryStore()
    for (const id of ['a', 'b', 'x'.repeat(200)]) await from.messages.append(id, [user(id)])
    const [gone] = await from.messages.list()
    const messages = {
      ...from.messages,
      list: async () => [{ ...gone!, sessionID: 'gone' }, ...(await from.messages.list())],
    }
    const asked: string[] = []
    const to = createMemoryStore()
    const holder = async (id: string): Promise<null> => (asked.push(id), null)
    const steps: string[] = []
    const count = await copyStore(
      { ...from, messages },
      { ...to, leases: { ...to.leases, holder } },
      async ({ outcome }) => {
        steps.push(`${outcome} begins`)
        for (let turn = 0; turn < 50; turn += 1) await undefined
        steps.push('ends')
      },
    )
    expect([count, asked]).toEqual([{ copied: 3, same: 0, busy: 0, conflict: 0 }, []])
    expect(steps).toEqual(['copied begins', 'ends', 'copied begins', 'ends', 'copied begins', 'ends'])
  })

  test.each([5, 6])('that cannot be taken are not named, or all %i of them', async (count) => {
    const from = createMemoryStore()
    const ids = Array.from({ length: count }, (_, at) => `${'/'.repeat(300)}${at}`)
    for (const id of ids) await from.messages.append(id, [user(id)])
    const to = createMemoryStore()
    const holder = (id: string): Promise<null> =>
      Promise.reject(new StoreError({ code: 'invalid_value', message: `${id} is too long.` }))
    const error = await copyStore(from, { ...to, leases: { ...to.leases, holder } }).catch(String)
    const listed = (await from.messages.list()).map(({ sessionID }) => JSON.stringify(sessionID))
    expect(error).toContain(`take ${count} session ids: ${listed.slice(0, 5).join(', ')}${count > 5 ? ', …' : ''}.`)
    const failing = { ...to.leases, holder: () => Promise.reject(new Error('unreachable')) }
    await expect(copyStore(from, { ...to, leases: failing })).rejects.toThrow('unreachable')
  })
})
