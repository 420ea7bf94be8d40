import { describe, expect, test } from 'vitest'
import { writeCopied } from '../../src/storage/copy/copied-session.ts'
import { acquireLease } from '../../src/storage/decisions/acquire-lease.ts'
import { append } from '../../src/storage/decisions/append.ts'
import { clearAttempts } from '../../src/storage/decisions/clear-attempts.ts'
import { clearState } from '../../src/storage/decisions/clear-state.ts'
import { remove } from '../../src/storage/decisions/remove.ts'
import { replace } from '../../src/storage/decisions/replace.ts'
import { setReference } from '../../src/storage/decisions/set-reference.ts'
import { setStanding } from '../../src/storage/decisions/set-standing.ts'
import { setState } from '../../src/storage/decisions/set-state.ts'
import { takeAttempt } from '../../src/storage/decisions/take-attempt.ts'
import { type EditInput, transact } from '../../src/storage/decisions/transact.ts'
import { undo } from '../../src/storage/decisions/undo.ts'
import type { Decision, Outcome } from '../../src/storage/decision.ts'
import { toMessageInput } from '../../src/storage/rules/message-rows.ts'
import { applyChanges } from '../../src/storage/state/apply-changes.ts'
import { changesOf } from '../../src/storage/state/changes-of.ts'
import { factsOf } from '../../src/storage/state/facts-of.ts'
import { emptyState } from '../../src/storage/state/store-state.ts'

const sessionID = 's'
const NOW = 1000
const inputs = (...raws: readonly unknown[]) => raws.map((raw) => toMessageInput({ raw }))

/** A store that is nothing but decisions and their projection. */
class Ground {
  readonly state = emptyState()
  now = NOW

  run<Command, Result>(decision: Decision<Command, Result>, command: Command): Outcome<Result> {
    const outcome = decision.decide(factsOf(this.state, decision.needs(command)), command, this.now)
    if (outcome.refusal === undefined) {
      applyChanges(this.state, outcome.changes)
      // Rows of others may refer to it.
      const saved = outcome.changes.findIndex(({ type }) => /^session_(saved|removed)$/.test(type))
      if (saved > 0) throw new Error('The row of the session is not the first that is written.')
    }
    return outcome
  }
  /** The result; fails the test on a refusal. */
  ok<Command, Result>(decision: Decision<Command, Result>, command: Command): Result {
    const outcome = this.run(decision, command)
    if (outcome.refusal) throw new Error(outcome.refusal.message)
    return outcome.result
  }
  get session() {
    return this.state.sessions.get(sessionID)
  }
  get row() {
    return this.session?.row
  }
  get raws(): unknown[] {
    const { order = [], messages } = this.session ?? {}
    return order.map((key) => JSON.parse(messages!.get(key)!.raw) as unknown)
  }
  edit(op: EditInput['op'], index: number, after?: unknown): EditInput {
    const { order, messages } = this.session!
    const key = order[index]
    const before = op === 'insert' || key === undefined ? null : messages.get(key)!.contentDigest
    const [input = null] = after === undefined ? [] : inputs(after)
    return { op, index, before, after: input, because: ['tool_result_missing'], loss: 'synthesised' }
  }
  transact(...edits: EditInput[]) {
    return this.run(transact, { sessionID, edits, expect: this.row!.revision, meta: null })
  }
  undo(undoId: string | null = null) {
    return this.run(undo, { sessionID, undoId })
  }
}

function abc(): Ground {
  const ground = new Ground()
  ground.ok(append, { sessionID, messages: inputs('a', 'b', 'c') })
  return ground
}

describe('an append', () => {
  test('of nothing makes a revision, or a session', () => {
    const ground = new Ground()
    expect(ground.run(append, { sessionID, messages: [] })).toEqual({ changes: [], result: 0 })
    expect(ground.session).toBeUndefined()
  })

  test('loses its place, its number or its prefix', () => {
    const ground = abc()
    ground.now += 1
    expect(ground.ok(append, { sessionID, messages: inputs('d', 'e'), expect: 1 })).toBe(2)
    expect(ground.raws).toEqual(['a', 'b', 'c', 'd', 'e'])
    const rows = [...ground.session!.messages.values()]
    expect(new Set(rows.map(({ key }) => key)).size).toBe(5)
    expect(new Set(rows.map(({ prefix }) => prefix)).size).toBe(5)
    expect(ground.row).toMatchObject({ revision: 2, count: 5, head: rows.at(-1)!.prefix, createdAt: 1000 })
    expect([ground.row!.nextKey > rows.at(-1)!.key, ground.row!.updatedAt, ground.row!.epoch]).toEqual([true, 1001, 0])
  })

  test('on another revision than the expected one is made', () => {
    const ground = abc()
    expect(ground.run(append, { sessionID, messages: inputs('d'), expect: 0 })).toMatchObject({
      refusal: { code: 'stale_revision', revision: 1 },
    })
    expect(ground.raws).toHaveLength(3)
  })

  test('to a copy that stands below its floor gives a revision of a former life again (I14)', () => {
    const ground = abc()
    Object.assign(ground.session!, { row: { ...ground.row!, floor: 5 } })
    expect(ground.ok(append, { sessionID, messages: inputs('d') })).toBe(6)
  })

  test('or a copy into a store that has forgotten who was removed uses a revision of theirs (I14)', () => {
    const { sessions } = abc().state
    const { row: session, messages } = sessions.get(sessionID)!
    const copied = { session, messages: [...messages.values()], parts: [], turns: [], states: [] }
    const ground = new Ground()
    ground.state.floors.revision = 7
    ground.ok(writeCopied, { sessionID, copied })
    expect(ground.row!.revision).toBe(8)
    expect(ground.ok(append, { sessionID, messages: inputs('d') })).toBe(9)
  })
})

describe('a transaction', () => {
  const plans: readonly [string, (ground: Ground) => EditInput[], readonly unknown[], shrinks: boolean][] = [
    ['replaces the first', (at) => [at.edit('replace', 0, 'A')], ['A', 'b', 'c'], false],
    ['replaces the last', (at) => [at.edit('replace', 2, 'C')], ['a', 'b', 'C'], false],
    ['removes the first', (at) => [at.edit('remove', 0)], ['b', 'c'], true],
    ['removes the last', (at) => [at.edit('remove', 2)], ['a', 'b'], true],
    ['inserts before the first', (at) => [at.edit('insert', 0, 'x')], ['x', 'a', 'b', 'c'], false],
    ['inserts behind the last', (at) => [at.edit('insert', 3, 'x')], ['a', 'b', 'c', 'x'], false],
    [
      'does two things',
      (at) => [at.edit('remove', 0), at.edit('insert', 1, 'x'), at.edit('replace', 2, 'C')],
      ['x', 'b', 'C'],
      true,
    ],
    ['inserts twice', (at) => [at.edit('insert', 1, 'x'), at.edit('insert', 1, 'y')], ['a', 'x', 'y', 'b', 'c'], false],
  ]
  test.each(plans)('that %s does otherwise, or its undo is not the former state (I7)', (_, plan, after, shrinks) => {
    const ground = abc()
    const before = structuredClone([ground.raws, ground.row!.head])
    const former = [...ground.session!.order]
    expect(ground.transact(...plan(ground))).toMatchObject({ result: { revision: 2, undoId: 'u2' } })
    expect(ground.raws).toEqual(after)
    expect(ground.row).toMatchObject({ revision: 2, count: after.length, epoch: Number(shrinks) })
    expect(ground.row!.head).not.toBe(before[1])
    expect(ground.session!.changes).toMatchObject([{ kind: 'transact', revision: 2, undoes: null, undoneBy: null }])

    expect(ground.undo()).toMatchObject({ result: { revision: 3, undoId: 'u3', undone: 'u2' } })
    expect([ground.raws, ground.row!.head]).toEqual(before)
    // The former rows themselves, not copies of them.
    expect(ground.session!.order).toEqual(former)
    expect(ground.session!.changes).toMatchObject([{ undoneBy: 3 }, { kind: 'undo', undoes: 2, undoneBy: null }])

    expect(ground.undo()).toMatchObject({ refusal: { code: 'not_found' } })
    expect(ground.undo('u3')).toMatchObject({ result: { revision: 4, undone: 'u3' } })
    expect(ground.raws).toEqual(after)
    expect(ground.undo('u2')).toMatchObject({ result: { revision: 5, undone: 'u2' } })
    expect([ground.raws, ground.row!.head]).toEqual(before)
  })
  test('there are no plans', () => expect(plans).toHaveLength(8))

  const misfits: readonly [string, (ground: Ground) => EditInput[]][] = [
    ['a message before the first', (at) => [{ ...at.edit('remove', 0), index: -1 }]],
    ['a message behind the last', (at) => [{ ...at.edit('remove', 2), index: 3 }]],
    ['an insert behind the end', (at) => [at.edit('insert', 4, 'x')]],
    ['half a message', (at) => [{ ...at.edit('remove', 0), index: 0.5 }]],
    ['one message twice', (at) => [at.edit('replace', 1, 'x'), at.edit('remove', 1)]],
    ['another message than is there', (at) => [{ ...at.edit('remove', 1), before: at.edit('remove', 0).before }]],
    ['one that fits and one that does not', (at) => [at.edit('remove', 0), at.edit('insert', 9, 'x')]],
  ]
  test.each(misfits)('that addresses %s is made', (_, plan) => {
    const ground = abc()
    expect(ground.transact(...plan(ground))).toMatchObject({ refusal: { code: 'invalid_edit', sessionID } })
    expect([ground.raws, ground.row!.revision]).toEqual([['a', 'b', 'c'], 1])
  })
  test('there are no misfits', () => expect(misfits).toHaveLength(7))

  test('without an edit writes', () => {
    const ground = abc()
    expect(ground.transact()).toEqual({ changes: [], result: { revision: 1, undoId: null } })
  })

  test.each([
    ['of an unknown session', 'none', 0, 'not_found'],
    ['on an old revision', sessionID, 0, 'stale_revision'],
  ])('%s is made', (_, id, expected, code) => {
    const ground = abc()
    const command = { sessionID: id, edits: [ground.edit('remove', 0)], expect: expected, meta: null }
    expect(ground.run(transact, command)).toMatchObject({ refusal: { code } })
  })
})

describe('an undo', () => {
  test('takes back something else than the newest change, or what later ones rest on', () => {
    const ground = abc()
    ground.transact(ground.edit('replace', 0, 'A'))
    ground.transact(ground.edit('replace', 2, 'C'))
    expect(ground.undo()).toMatchObject({ result: { undone: 'u3' } })
    expect(ground.raws).toEqual(['A', 'b', 'c'])
    expect(ground.undo()).toMatchObject({ result: { undone: 'u2' } })
    expect(ground.raws).toEqual(['a', 'b', 'c'])
    expect(ground.undo()).toMatchObject({ refusal: { code: 'not_found' } })
  })

  test('of an earlier change moves it to the wrong place', () => {
    const ground = abc()
    ground.transact(ground.edit('replace', 2, 'C'))
    ground.transact(ground.edit('remove', 0))
    ground.ok(append, { sessionID, messages: inputs('d') })
    expect(ground.undo('u2')).toMatchObject({ result: { undone: 'u2' } })
    expect(ground.raws).toEqual(['b', 'c', 'd'])
  })

  test('of a change whose message was changed again is made', () => {
    const ground = abc()
    ground.transact(ground.edit('replace', 1, 'B'))
    ground.transact(ground.edit('replace', 1, 'BB'))
    expect(ground.undo('u2')).toMatchObject({ refusal: { code: 'undo_conflict' } })
    expect(ground.raws).toEqual(['a', 'BB', 'c'])
  })

  test.each(['u9', 'u1', '', 'x'])('of %j, which nobody made, is made', (undoId) => {
    const ground = abc()
    ground.transact(ground.edit('remove', 0))
    expect(ground.undo(undoId)).toMatchObject({ refusal: { code: 'not_found' } })
  })

  test('of a replaced history is made', () => {
    const ground = abc()
    ground.ok(replace, { sessionID, messages: inputs('a'), expect: 1 })
    expect(ground.undo('u2')).toMatchObject({ refusal: { code: 'not_found' } })
  })
})

describe('a replaced history', () => {
  const rows: readonly [string, readonly unknown[], epoch: number, kept: number][] = [
    ['grows', ['a', 'b', 'c', 'd'], 0, 3],
    ['shrinks', ['a'], 1, 1],
    ['ends', [], 1, 0],
    ['differs in the last', ['a', 'b', 'x'], 1, 2],
    ['differs in the first', ['x', 'b', 'c'], 1, 0],
  ]
  test.each(rows)('that %s keeps what is gone, or writes what is there anew', (_, raws, epoch, kept) => {
    const ground = abc()
    const former = [...ground.session!.order]
    expect(ground.ok(replace, { sessionID, messages: inputs(...raws), expect: 1 })).toBe(2)
    expect(ground.raws).toEqual(raws)
    expect(ground.session!.order.slice(0, kept)).toEqual(former.slice(0, kept))
    expect(ground.session!.order.slice(kept).some((key) => former.includes(key))).toBe(false)
    expect(ground.row).toMatchObject({ epoch, revision: 2, count: raws.length })
    expect(ground.session!.messages.size).toBe(raws.length)
    expect(ground.session!.changes.map(({ kind, from }) => [kind, from])).toEqual(epoch ? [['replace', kept]] : [])
  })
  test('there are no rows', () => expect(rows).toHaveLength(5))

  test('that is the same makes a revision', () => {
    const ground = abc()
    const command = { sessionID, messages: inputs('a', 'b', 'c'), expect: 1 }
    expect(ground.run(replace, command)).toEqual({ changes: [], result: 1 })
  })

  test('drops a message that an undo record needs', () => {
    const ground = abc()
    ground.transact(ground.edit('replace', 1, 'B'))
    const rows = ground.session!.messages.size
    ground.ok(replace, { sessionID, messages: inputs('a'), expect: 2 })
    expect(ground.raws).toEqual(['a'])
    // `b` and `B` are in the record; `c` is needed by nobody.
    expect(ground.session!.messages.size).toBe(rows - 1)
  })
})

describe('a removed session', () => {
  test('is forgotten, or its numbers come again (I14)', () => {
    const ground = abc()
    ground.ok(setStanding, { sessionID, standing: '{}' })
    const lease = ground.ok(acquireLease, { sessionID, owner: 'me', ttlMs: 5000 })
    const token = 'token' in lease ? lease.token : -1
    ground.now += 7
    expect(ground.ok(remove, { sessionID, lease: { token } })).toBe(true)
    expect(ground.session).toBeUndefined()
    expect(ground.state.tombstones.get(sessionID)).toMatchObject({
      revision: 0,
      count: 0,
      head: '',
      standing: null,
      floor: 1,
      epoch: 1,
      removedAt: 1007,
      updatedAt: 1007,
    })
    expect(ground.state.leases.get(sessionID)).toMatchObject({ owner: null, token: 1 })
    expect(ground.run(remove, { sessionID })).toEqual({ changes: [], result: false })
    expect(ground.undo()).toMatchObject({ refusal: { code: 'not_found' } })
    expect(ground.ok(append, { sessionID, messages: inputs('z') })).toBe(2)
    expect([ground.raws, ground.row!.epoch, ground.row!.removedAt]).toEqual([['z'], 1, null])
    expect(ground.state.tombstones.get(sessionID)).toBeUndefined()
  })
})

describe('what is kept beside the messages', () => {
  test('a standing request costs the session its messages, or cannot be taken back', () => {
    const ground = abc()
    ground.ok(setStanding, { sessionID, standing: '{"betas":["b"]}' })
    expect([ground.row!.standing, ground.row!.revision, ground.raws.length]).toEqual(['{"betas":["b"]}', 1, 3])
    ground.ok(setStanding, { sessionID, standing: null })
    expect(ground.row!.standing).toBeNull()
  })

  test('a response id leads to a session that has gone on, or to none', () => {
    const ground = abc()
    ground.ok(setReference, { sessionID, responseID: 'r1', replaces: null })
    ground.ok(setReference, { sessionID, responseID: 'r2', replaces: 'r1' })
    expect([...ground.session!.references]).toEqual(['r2'])
    expect([ground.state.references.get('r1'), ground.state.references.get('r2')]).toEqual([undefined, sessionID])
    ground.ok(remove, { sessionID })
    expect(ground.state.references.get('r2')).toBeUndefined()
  })

  const write = { sessionID, owner: '', key: 'k', value: '1', ttlMs: null, create: false }
  test.each([
    ['for ever', null, null],
    ['for a time', 50, NOW + 50],
    ['for no time', 0, NOW],
  ])('a state that was set %s ends otherwise', (_, ttlMs, expiresAt) => {
    const ground = abc()
    ground.ok(setState, { ...write, ttlMs })
    expect([...ground.session!.states.values()]).toEqual([
      { owner: '', key: 'k', value: '1', expiresAt, updatedAt: NOW },
    ])
  })

  test.each([
    ['a session that is not there', { ...write, sessionID: 'none' }, 'not_found'],
    ['a session, more than 2^20 characters', { ...write, value: 'x'.repeat(2 ** 20 + 1) }, 'too_large'],
  ])('a state is given to %s', (_, command, code) => {
    expect(abc().run(setState, command)).toMatchObject({ refusal: { code } })
  })

  test('a state of 2^20 characters is refused, or a new session for it', () => {
    const ground = new Ground()
    ground.ok(setState, { ...write, value: 'x'.repeat(2 ** 20), create: true })
    expect(ground.session!.states.size).toBe(1)
  })

  test.each<[string, string | null, string | null, string[]]>([
    ['one key', 'k', null, ['a/k', 'a/l', '/l']],
    ['one key of an owner', 'k', 'a', ['a/l', '/k', '/l']],
    ['all keys of an owner', null, 'a', ['/k', '/l']],
    ['all keys', null, null, []],
    ['a key that is not there', 'z', null, ['a/k', 'a/l', '/k', '/l']],
  ])('clearing %s clears more or less', (_, key, owner, left) => {
    const ground = abc()
    for (const owner of ['a', '']) for (const name of ['k', 'l']) ground.ok(setState, { ...write, owner, key: name })
    expect(ground.ok(clearState, { sessionID, key, owner })).toBe(4 - left.length)
    expect([...ground.session!.states.values()].map((entry) => `${entry.owner}/${entry.key}`)).toEqual(left)
  })

  test('an attempt is free again before attempts are cleared, or never (I9)', () => {
    const ground = abc()
    const attempt = { sessionID, fingerprint: 'f', rung: 'place' }
    expect(ground.ok(takeAttempt, attempt)).toBe(true)
    expect(ground.ok(takeAttempt, attempt)).toBe(false)
    expect(ground.ok(takeAttempt, { ...attempt, rung: 'turn' })).toBe(true)
    expect(ground.ok(takeAttempt, { ...attempt, fingerprint: 'g' })).toBe(true)
    ground.ok(clearAttempts, { sessionID })
    expect(ground.ok(takeAttempt, attempt)).toBe(true)
    expect(ground.run(clearAttempts, { sessionID: 'none' })).toEqual({ changes: [], result: undefined })
  })

  test('a change of a session that was never saved is dropped in silence', () => {
    const clear = [{ type: 'attempts_cleared', sessionID: 'none' }] as const
    expect(() => applyChanges(emptyState(), clear)).toThrow(/attempts_cleared belongs to a session/)
  })

  test('all that is kept of a session is not all of it, or something empty', () => {
    const ground = new Ground()
    ground.ok(setState, { sessionID, owner: '', key: 'k', value: '1', ttlMs: null, create: true })
    const types = () => changesOf(ground.state, sessionID).map(({ type }) => type)
    expect(types()).toEqual(['session_saved', 'state_saved'])
    ground.ok(append, { sessionID, messages: inputs('a', 'b') })
    ground.transact(ground.edit('replace', 0, 'A'))
    ground.ok(takeAttempt, { sessionID, fingerprint: 'f', rung: 'place' })
    ground.ok(setReference, { sessionID, responseID: 'r', replaces: null })
    ground.ok(acquireLease, { sessionID, owner: 'o', ttlMs: 5 })
    const all = ['session_saved', 'messages_added', 'prefixes_added', 'change_recorded', 'state_saved']
    expect(types()).toEqual([...all, 'attempt_added', 'reference_saved', 'lease_saved'])
    const copy = emptyState()
    applyChanges(copy, changesOf(ground.state, sessionID))
    expect(changesOf(copy, sessionID)).toEqual(changesOf(ground.state, sessionID))
    ground.ok(remove, { sessionID })
    expect(types()).toEqual(['session_removed', 'lease_saved'])
    expect(changesOf(ground.state, 'none')).toEqual([])
  })
})
