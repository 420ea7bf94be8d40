import { expect, test } from 'vitest'
import { acquireLease } from '../../src/storage/decisions/acquire-lease.ts'
import { advanceTurn } from '../../src/storage/decisions/advance-turn.ts'
import { append } from '../../src/storage/decisions/append.ts'
import { beginTurn } from '../../src/storage/decisions/begin-turn.ts'
import { releaseLease } from '../../src/storage/decisions/release-lease.ts'
import { renewLease } from '../../src/storage/decisions/renew-lease.ts'
import { takeAttempt } from '../../src/storage/decisions/take-attempt.ts'
import { transact } from '../../src/storage/decisions/transact.ts'
import { type Facts, noFacts } from '../../src/storage/facts.ts'
import { toMessageInput } from '../../src/storage/rules/message-rows.ts'
import type { LeaseRow, SessionRow, TurnRow } from '../../src/storage/rows.ts'

const NOW = 1000
const sessionID = 's'
const session: SessionRow = {
  sessionID,
  epoch: 0,
  revision: 4,
  floor: 0,
  count: 2,
  head: 'h',
  nextKey: 3,
  standing: null,
  createdAt: 1,
  updatedAt: 1,
  removedAt: null,
}
const lease: LeaseRow = { owner: 'a', token: 5, expiresAt: NOW + 1 }
const facts = (more: Partial<Facts> = {}): Facts => ({
  ...noFacts,
  session,
  floors: { revision: 0, token: 0 },
  ...more,
})
const turn = (more: Partial<TurnRow> = {}): TurnRow => ({
  turnID: 't1',
  key: 1,
  state: 'submitted',
  input: '"x"',
  tools: null,
  data: null,
  provenance: null,
  createdAt: 1,
  updatedAt: 1,
  ...more,
})

const message = toMessageInput({ raw: 1 })
type Write = { readonly sessionID: string; readonly lease?: { readonly token: number } }
const begin = { turnID: 't1', input: '"x"', tools: null, provenance: null }
const advance = { turnID: 't1', state: 'submitted', data: null } as const
const writes = {
  append: (known: Facts, write: Write) => append.decide(known, { ...write, messages: [message] }, NOW),
  beginTurn: (known: Facts, write: Write) => beginTurn.decide(known, { ...write, ...begin }, NOW),
  advanceTurn: (known: Facts, write: Write) => advanceTurn.decide(known, { ...write, ...advance }, NOW),
  takeAttempt: (known: Facts, write: Write) =>
    takeAttempt.decide(known, { ...write, fingerprint: 'f', rung: 'r' }, NOW),
}

const holder = { owner: 'a', until: NOW + 1 }
const fences: readonly (readonly [string, LeaseRow | null, number, object])[] = [
  ['an older lease than the one that stands', lease, 4, { holder }],
  ['a newer lease than was ever given', lease, 6, { holder }],
  ['a lease that was released', { ...lease, owner: null }, 5, {}],
  ['a lease of which nobody knows', null, 5, {}],
]
for (const [name, decide] of Object.entries(writes))
  test.each(fences)(`${name} writes under %s (I15)`, (_, current, token, expected) => {
    const { refusal } = decide(facts({ lease: current, turn: turn() }), { sessionID, lease: { token } })
    expect(refusal).toEqual({ code: 'lease_lost', message: expect.stringContaining('"s"'), sessionID, ...expected })
  })

test.each(Object.entries(writes))('%s is refused under the lease that stands, or without one', (_, decide) => {
  expect(decide(facts({ lease, turn: turn() }), { sessionID, lease: { token: 5 } }).refusal).toBeUndefined()
  expect(decide(facts({ lease, turn: turn() }), { sessionID }).refusal).toBeUndefined()
})

const dead = { ...session, removedAt: 9 }
test.each([
  ['a session of which nobody knows', facts({ session: null, turn: turn() }), 'submitted', 'not_found'],
  ['a session that was removed', facts({ session: dead, turn: turn() }), 'submitted', 'not_found'],
  ['a turn of which nobody knows', facts(), 'submitted', 'not_found'],
  ['a turn that has ended otherwise', facts({ turn: turn({ state: 'completed' }) }), 'interrupted', 'turn_final'],
] as const)('%s is advanced', (_, known, state, code) => {
  expect(advanceTurn.decide(known, { sessionID, turnID: 't1', state, data: null }, NOW).refusal?.code).toBe(code)
})

test('a turn that is begun again is another one, or takes another input', () => {
  const known = facts({ turn: turn() })
  expect(beginTurn.decide(known, { sessionID, ...begin }, NOW)).toEqual({ changes: [], result: turn() })
  expect(beginTurn.decide(known, { sessionID, ...begin, input: '"y"' }, NOW).refusal?.code).toBe('turn_conflict')
})

test.each([
  ['alive for one more millisecond', lease, { held: true, by: 'a', until: NOW + 1 }],
  ['expired in this millisecond', { ...lease, expiresAt: NOW }, { owner: 'b', token: 6, expiresAt: NOW + 50 }],
  ['released', { ...lease, owner: null }, { owner: 'b', token: 6, expiresAt: NOW + 50 }],
  ['never given', null, { owner: 'b', token: 1, expiresAt: NOW + 50 }],
])('a lease that is %s is given wrongly', (_, current, result) => {
  const outcome = acquireLease.decide(facts({ lease: current }), { sessionID, owner: 'b', ttlMs: 50 }, NOW)
  const changes = 'held' in result ? [] : [{ type: 'lease_saved', sessionID, lease: result }]
  expect(outcome).toEqual({ changes, result })
})

test('a new lease has a token that a row which is gone had', () => {
  const known = facts({ floors: { revision: 0, token: 8 }, lease: { ...lease, owner: null } })
  expect(acquireLease.decide(known, { sessionID, owner: 'b', ttlMs: 50 }, NOW)).toMatchObject({ result: { token: 9 } })
})

test.each([
  ['nobody has', null, 5],
  ['was released', { ...lease, owner: null }, 5],
  ['another has taken over', lease, 4],
])('a lease that %s is renewed or released', (_, current, token) => {
  const known = facts({ lease: current })
  expect(renewLease.decide(known, { sessionID, token, ttlMs: 50 }, NOW)).toEqual({ changes: [], result: null })
  expect(releaseLease.decide(known, { sessionID, token }, NOW)).toEqual({ changes: [], result: undefined })
})

test('a repair without an edit asks for a conversation that it does not touch', () => {
  const command = { sessionID: 's', expect: 1, meta: null }
  expect(transact.needs({ ...command, edits: [] })).toEqual({ sessionID: 's', lease: false })
  const insert = { op: 'insert', index: 0, before: null, after: null, because: [], loss: 'none' } as const
  expect(transact.needs({ ...command, edits: [insert, { ...insert, op: 'replace', index: 4 }] })).toEqual({
    sessionID: 's',
    lease: false,
    positions: true,
    contents: [4],
  })
})
