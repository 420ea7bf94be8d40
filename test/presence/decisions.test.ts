import { describe, expect, test } from 'vitest'
import type { ProcessIdentity } from '../../src/files/process-identity.ts'
import { beatPresence } from '../../src/presence/decisions/beat-presence.ts'
import { claimPresence } from '../../src/presence/decisions/claim-presence.ts'
import { leavePresence } from '../../src/presence/decisions/leave-presence.ts'
import { openPresence } from '../../src/presence/decisions/open-presence.ts'
import { peekPresence } from '../../src/presence/decisions/peek-presence.ts'
import { sweepPresence } from '../../src/presence/decisions/sweep-presence.ts'
import type { Moment } from '../../src/presence/presence-clock.ts'
import { parsePresence, type PresenceRow, presenceState, statusAt } from '../../src/presence/presence-row.ts'
import { redactSecrets } from '../../src/presence/redact-secrets.ts'
import type { Change } from '../../src/storage/change.ts'
import { type Facts, noFacts } from '../../src/storage/facts.ts'
import type { SessionRow, StateRow } from '../../src/storage/rows.ts'

const sessionID = 's'
const NOW = 9000
const wall = (wallMs: number): Moment => ({ wallMs, boot: null })
const boot = (id: string, ms: number, wallMs = 0): Moment => ({ wallMs, boot: { id, ms } })
const self: ProcessIdentity = { host: 'h', bootId: 'b', pid: 7, startTime: '1' }

/** Held until 1100; then it can be claimed until 1150. */
const row: PresenceRow = {
  owner: 'one',
  process: self,
  proof: null,
  token: 5,
  transport: { pane: 1 },
  cwd: '/work',
  metadata: { a: 1 },
  openedAt: 900,
  beat: wall(1000),
  left: null,
  claimed: null,
  attempts: 0,
  ttlMs: 100,
  graceMs: 50,
  expiredAt: null,
}
const holder = { owner: 'one', until: 1100 }
const session: SessionRow = {
  sessionID,
  epoch: 0,
  revision: 0,
  floor: 0,
  count: 0,
  head: '',
  nextKey: 1,
  standing: null,
  createdAt: 1,
  updatedAt: 1,
  removedAt: null,
}
const entry = (value: unknown): StateRow => ({
  ...presenceState,
  value: JSON.stringify(value),
  expiresAt: null,
  updatedAt: NOW,
})
const lease = { owner: 'one', token: 5, expiresAt: 1100 }
const known = (more: Partial<PresenceRow> | null = {}, others: Partial<Facts> = {}): Facts => ({
  ...noFacts,
  session,
  floors: { revision: 0, token: 0 },
  lease,
  state: more && entry({ ...row, ...more }),
  ...others,
})
const saved = (more: Partial<PresenceRow>): Change => ({
  type: 'state_saved',
  sessionID,
  entry: entry({ ...row, ...more }),
})
const leased = (owner: string, token: number, ttlMs: number): Change => ({
  type: 'lease_saved',
  sessionID,
  lease: { owner, token, expiresAt: NOW + ttlMs },
})
const ended: Change = { type: 'lease_saved', sessionID, lease: { ...lease, owner: null } }
const cleared: Change = { type: 'state_cleared', sessionID, ...presenceState }

describe('a session', () => {
  test.each<[at: number, more: Partial<PresenceRow>, isGone: boolean, status: string]>([
    [1000, {}, false, 'active'],
    [900, {}, false, 'active'],
    [1100, {}, false, 'active'],
    [1101, {}, false, 'disconnected'],
    [1150, {}, false, 'disconnected'],
    [1151, {}, false, 'expired'],
    [1000, {}, true, 'disconnected'],
    [1151, {}, true, 'expired'],
    [1000, { left: wall(1000) }, false, 'disconnected'],
    [1050, { left: wall(1000) }, false, 'disconnected'],
    [1051, { left: wall(1000) }, false, 'expired'],
    [1000, { expiredAt: 1 }, false, 'expired'],
  ])('at %i with %j (its process gone: %j) is not %s', (at, more, isGone, status) => {
    expect(statusAt({ ...row, ...more }, wall(at), isGone)).toBe(status)
  })

  test.each<[Moment, Moment, status: string]>([
    [boot('b', 10), boot('b', 110, 99_999), 'active'],
    [boot('b', 10, 99_999), boot('b', 111), 'disconnected'],
    [boot('b', 10), boot('b', 161), 'expired'],
    [boot('b', 10, 1000), boot('c', 999_999, 1100), 'active'],
    [boot('b', 10, 1000), boot('c', 11, 1101), 'disconnected'],
    [boot('b', 10, 1000), wall(1101), 'disconnected'],
    [wall(1000), boot('b', 10, 1101), 'disconnected'],
  ])('whose last sign of life was %j is not, at %j, %s', (beat, at, status) => {
    expect(statusAt({ ...row, beat }, at, false)).toBe(status)
  })

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    owner: [null, 7],
    process: [7, 'x'],
    proof: [7],
    token: [null, '5'],
    cwd: [7],
    openedAt: [null],
    beat: [null, 1000, { wallMs: 'x' }],
    left: [7, {}],
    claimed: [7, {}],
    attempts: [null, 'x'],
    ttlMs: [null],
    graceMs: [null],
    expiredAt: ['x'],
  }
  test.each(Object.entries(wrong))('is read although its %s is none', (name, values) => {
    for (const value of values)
      expect(() => parsePresence(JSON.stringify({ ...row, [name]: value }))).toThrow(
        expect.objectContaining({ code: 'invalid_row' }),
      )
    expect(() => parsePresence(JSON.stringify({ ...row, [name]: undefined }))).toThrow('cannot be read')
  })

  test('is not read as it was written, or damage to it is', () => {
    const full = { ...row, proof: 'p', left: wall(1), claimed: wall(2), expiredAt: 3 }
    const empty = { ...row, process: null, cwd: null, transport: null, metadata: null }
    for (const each of [row, full, empty]) expect(parsePresence(JSON.stringify(each))).toEqual(each)
    expect(() => parsePresence('{')).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) as Error }))
    for (const text of ['[]', 'null', '7'])
      expect(() => parsePresence(text)).toThrow(expect.objectContaining({ code: 'invalid_row' }))
    expect(peekPresence.decide(known(), { sessionID }, NOW)).toEqual({ changes: [], result: row })
    expect(peekPresence.decide(known(null), { sessionID }, NOW)).toEqual({ changes: [], result: null })
  })
})

describe('a sign of life', () => {
  const beat = (more: Partial<PresenceRow> | null, at: number, token = 5) =>
    beatPresence.decide(known(more), { sessionID, at: wall(at), token, ttlMs: 30 }, NOW)

  test('is taken from whoever has lost the session, or brings back what is over', () => {
    expect(beat(null, 1000)).toEqual({ changes: [], result: { ok: false, why: 'not_found' } })
    expect(beat({}, 1000, 4)).toEqual({ changes: [], result: { ok: false, why: 'taken', holder } })
    const expired = { ok: false, why: 'expired' }
    expect(beat({}, 1151)).toEqual({ changes: [saved({ expiredAt: 1151 })], result: expired })
    expect(beat({ expiredAt: 1150 }, 1151)).toEqual({ changes: [], result: expired })
  })

  test.each<[string, Partial<PresenceRow>, at: number, next: Partial<PresenceRow>]>([
    ['in time', {}, 1050, {}],
    ['late', {}, 1150, {}],
    ['after a goodbye', { left: wall(1000) }, 1050, {}],
    ['of one that has just claimed', { claimed: wall(1000), attempts: 2 }, 1050, { claimed: wall(1000), attempts: 2 }],
    ['of one that claimed long ago', { claimed: wall(999), attempts: 2 }, 1050, {}],
    [
      'of one that left since',
      { claimed: wall(9), attempts: 2, left: wall(1040) },
      1050,
      { claimed: wall(9), attempts: 2 },
    ],
  ])('%s is not counted', (_, more, at, next) => {
    const stored = saved({ ttlMs: 30, beat: wall(at), ...next })
    expect(beat(more, at)).toEqual({ changes: [leased('one', 5, 30), stored], result: { ok: true, until: at + 30 } })
  })
})

describe('who leaves', () => {
  const leave = (facts: Facts, at: number, isOver: boolean, token = 5) =>
    leavePresence.decide(facts, { sessionID, at: wall(at), token, isOver }, NOW)

  test('takes the session of a successor along, or keeps it', () => {
    for (const isOver of [false, true]) {
      expect(leave(known(null), 1000, isOver)).toEqual({ changes: [], result: false })
      expect(leave(known(), 1000, isOver, 4)).toEqual({ changes: [], result: false })
    }
    expect(leave(known(), 1000, true)).toEqual({ changes: [ended, cleared], result: true })
    expect(leave(known(), 1150, false)).toEqual({ changes: [ended, saved({ left: wall(1150) })], result: true })
    expect(leave(known(), 1151, false)).toEqual({ changes: [ended], result: false })
    expect(leave(known(), 1151, true)).toEqual({ changes: [ended, cleared], result: true })
  })

  test.each([
    ['none', null],
    ['one that was given back', { ...lease, owner: null }],
    ['another one', { ...lease, token: 6 }],
  ])('gives back a lease that is %s', (_, other) => {
    expect(leave(known({}, { lease: other }), 1000, true)).toEqual({ changes: [cleared], result: true })
  })
})

describe('a claim', () => {
  const command = { sessionID, owner: 'two', process: null, proof: null, ttlMs: 30, maxAttempts: 3, gone: null }
  const claim = (more: Partial<PresenceRow> | null, at: number, given: object = {}, others: Partial<Facts> = {}) =>
    claimPresence.decide(known(more, others), { ...command, at: wall(at), ...given }, NOW)
  const refused = (why: string, more: object = {}) => ({ changes: [], result: { why, ...more } })

  test('of a session that is held, over, secret or claimed too often is given', () => {
    expect(claim(null, 1120)).toEqual(refused('not_found'))
    expect(claim({}, 1120, {}, { session: { ...session, removedAt: 5 } })).toEqual(refused('not_found'))
    expect(claim({}, 1100)).toEqual(refused('alive', { holder }))
    expect(claim({}, 1100, { gone: { ...self, pid: 8 } })).toEqual(refused('alive', { holder }))
    expect(claim({}, 1151)).toEqual(refused('expired'))
    expect(claim({ attempts: 3 }, 1120)).toEqual(refused('attempts'))
    // The proof comes first: without it nobody is told anything.
    for (const proof of [null, 'other'])
      expect(claim({ proof: 'secret', attempts: 3 }, 1151, { proof })).toEqual(refused('denied'))
    expect(claim({ proof: 'secret' }, 1100, { proof: 'secret' })).toEqual(refused('alive', { holder }))
  })

  const taken = (at: number, more: Partial<PresenceRow> = {}) => {
    const next = { owner: 'two', token: 6, process: null, ttlMs: 30, beat: wall(at), left: null, claimed: wall(at) }
    return { ...row, ...next, attempts: 1, ...more }
  }
  const won = (stored: PresenceRow, state: object = {}) => ({
    changes: [leased('two', stored.token, 30), saved(stored)],
    result: { row: stored, state },
  })
  test.each<[string, Partial<PresenceRow>, at: number, given: object, next: Partial<PresenceRow>]>([
    ['late', {}, 1101, {}, {}],
    ['gone', {}, 1000, { gone: self }, {}],
    ['away', { left: wall(1000) }, 1000, {}, {}],
    ['claimed twice before', { attempts: 2 }, 1120, {}, { attempts: 3 }],
    ['secret', { proof: 'p' }, 1120, { proof: 'p' }, { proof: 'p' }],
  ])('of a session whose owner is %s is refused', (_, more, at, given, next) => {
    expect(claim(more, at, given)).toEqual(won(taken(at, next)))
  })

  test('gets a token that was given before', () => {
    expect(claim({}, 1120, {}, { lease: null })).toEqual(won(taken(1120, { token: 1 })))
    const floors = { revision: 0, token: 40 }
    expect(claim({}, 1120, {}, { lease: null, floors })).toEqual(won(taken(1120, { token: 41 })))
    expect(claim({}, 1120, {}, { floors: { revision: 0, token: 2 } })).toEqual(won(taken(1120)))
  })

  test('gets what other agents have stored, or not what its predecessor has', () => {
    const value = (owner: string, key: string, expiresAt: number | null = null): StateRow => ({
      owner,
      key,
      value: JSON.stringify(`${owner}/${key}`),
      expiresAt,
      updatedAt: 1,
    })
    const states = [
      value('', 'shared'),
      value('one', 'own'),
      value('other', 'theirs'),
      value('@presence', 'session'),
      value('one', 'late', NOW + 1),
      value('one', 'over', NOW),
    ]
    const state = { shared: '/shared', own: 'one/own', late: 'one/late' }
    expect(claim({}, 1120, {}, { states })).toEqual(won(taken(1120), state))
    const reserved = claim({ owner: '@x' }, 1120, {}, { states: [value('@x', 'a')] })
    expect(reserved).toMatchObject({ result: { state: {} } })
    // Nothing is counted for what cannot be read.
    const torn = { ...value('one', 'own'), value: '{' }
    expect(() => claim({}, 1120, {}, { states: [torn] })).toThrow(SyntaxError)
  })
})

/** What is stored, whatever the order of its fields. */
const read = (outcome: unknown): unknown =>
  JSON.parse(JSON.stringify(outcome), (name, value: unknown) =>
    name === 'value' ? (JSON.parse(String(value)) as unknown) : value,
  )

describe('who opens', () => {
  const command = { sessionID, owner: 'one', process: self, proof: null, transport: null, cwd: null, metadata: null }
  const open = (facts: Facts, at: number, given: object = {}) =>
    read(openPresence.decide(facts, { ...command, ttlMs: 30, graceMs: 40, gone: null, at: wall(at), ...given }, NOW))
  const opened = (at: number, more: Partial<PresenceRow>): PresenceRow => {
    const nothing = { proof: null, transport: null, cwd: null, metadata: null }
    return { ...row, ...nothing, token: 6, ttlMs: 30, graceMs: 40, openedAt: at, beat: wall(at), ...more }
  }
  const held = (stored: PresenceRow, ...first: readonly Change[]): unknown =>
    read({ changes: [...first, leased(stored.owner, stored.token, 30), saved(stored)], result: { row: stored } })

  test.each<[string, Partial<PresenceRow>, at: number, given: object, refusal: string]>([
    ['of somebody else', {}, 1000, { owner: 'two' }, 'alive'],
    ['of its own name in another process', {}, 1000, { process: { ...self, pid: 8 } }, 'alive'],
    ['of a process that nobody can tell', { process: null }, 1000, {}, 'alive'],
    ['in a process that nobody can tell', {}, 1000, { process: null }, 'alive'],
    ['that somebody can claim', {}, 1101, { owner: 'two' }, 'recoverable'],
    ['whose owner is gone', {}, 1000, { owner: 'two', gone: self }, 'recoverable'],
  ])('a session %s gets it', (_, more, at, given, reason) => {
    expect(open(known(more), at, given)).toEqual({ changes: [], result: { refused: reason, holder } })
  })

  test('a session that is its own loses what was known of it', () => {
    const before = { proof: 'p', claimed: wall(950), attempts: 2 }
    const { transport, cwd, metadata, openedAt } = row
    const kept = opened(1050, { ...before, transport, cwd, metadata, openedAt })
    expect(open(known(before), 1050)).toEqual(held(kept))
    const given = { proof: 'q', transport: 'tty', cwd: '/other', metadata: 'm' }
    const changed = { ...kept, ...given }
    expect(open(known(before), 1050, given)).toEqual(held(changed))
    const late = open(known({ left: wall(1040) }), 1050, { process: { ...self, pid: 8 } })
    expect(late).toMatchObject({ result: { row: { process: { pid: 8 }, left: null, openedAt: 900 } } })
  })

  test('a session that is over, or unknown, gets what was known of it, or an old token', () => {
    const fresh = opened(1151, { owner: 'two' })
    for (const more of [{ proof: 'p', attempts: 2, claimed: wall(9) }, { expiredAt: 1 }])
      expect(open(known(more), 1151, { owner: 'two' })).toEqual(held(fresh))
    const first = opened(5, { token: 1 })
    const made: Change = {
      type: 'session_saved',
      sessionID,
      session: { ...session, createdAt: NOW, updatedAt: NOW },
    }
    const unknown = known(null, { session: null, lease: null })
    expect(open(unknown, 5)).toEqual(held(first, made))
    const after = open(known(null, { lease: null, floors: { revision: 0, token: 40 } }), 5)
    expect(after).toMatchObject({ result: { row: { token: 41 } } })
  })
})

describe('a sweep', () => {
  const sweep = (facts: Facts, at: number) =>
    sweepPresence.decide(facts, { sessionID, at: wall(at), retentionMs: 1000 }, NOW)
  const result = (more: object = {}) => ({ expired: false, removed: false, clearedStates: 0, ...more })

  test('ends the living, or lists what is over for ever', () => {
    expect(sweep(known(null), 9999)).toEqual({ changes: [], result: result() })
    expect(sweep(known(), 1150)).toEqual({ changes: [], result: result() })
    expect(sweep(known(), 1151)).toEqual({
      changes: [ended, saved({ expiredAt: 1151 })],
      result: result({ expired: true }),
    })
    expect(sweep(known({ expiredAt: 2000 }), 3000)).toEqual({ changes: [], result: result() })
    expect(sweep(known({ expiredAt: 2000 }), 3001)).toEqual({ changes: [cleared], result: result({ removed: true }) })
  })

  test('drops what has not run out, or keeps what has', () => {
    const value = (owner: string, key: string, expiresAt: number | null): StateRow => ({
      owner,
      key,
      value: '1',
      expiresAt,
      updatedAt: 1,
    })
    const states = [
      value('a', 'first', NOW),
      value('a', 'none', null),
      value('b', 'late', NOW + 1),
      value('', 'last', 1),
    ]
    expect(sweep(known({}, { states }), 1000)).toEqual({
      changes: [
        { type: 'state_cleared', sessionID, owner: 'a', key: 'first' },
        { type: 'state_cleared', sessionID, owner: '', key: 'last' },
      ],
      result: result({ clearedStates: 2 }),
    })
  })
})

test('each command asks for other facts than it looks at', () => {
  const base = { sessionID, lease: true, state: presenceState }
  const at = { sessionID } as never
  expect([beatPresence.needs(at), leavePresence.needs(at), openPresence.needs(at)]).toEqual([base, base, base])
  expect([claimPresence.needs(at), sweepPresence.needs(at)]).toEqual(
    [true, true].map((states) => ({ ...base, states })),
  )
  expect(peekPresence.needs(at)).toEqual({ sessionID, state: presenceState })
})

test('secrets are stored, or words are taken for some', () => {
  const environment = { API_KEY: 'hunter2hunter2', LONG_TOKEN: 'hunter2hunter2-and-more', HOME: '/home/someone' }
  const clean = (value: unknown): unknown => redactSecrets(value, environment)
  expect(clean(['x hunter2hunter2 y hunter2hunter2', 'hunter2hunter2-and-more', '/home/someone'])).toEqual([
    'x [masked] y [masked]',
    '[masked]',
    '/home/someone',
  ])
  expect(clean({ password: 'eightlong', token: 'short77', name: 'eightlong', api_key: ['eightlong'] })).toEqual({
    password: '[masked]',
    token: 'short77',
    name: 'eightlong',
    api_key: ['[masked]'],
  })
  expect([clean(7), clean(null), clean(undefined), clean(true)]).toEqual([7, null, undefined, true])
  expect(clean({ deep: [{ text: 'hunter2hunter2' }] })).toEqual({ deep: [{ text: '[masked]' }] })
})
