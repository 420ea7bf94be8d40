import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import { type FactNeeds, noFacts } from '../../src/storage/facts.ts'
import { KnownFacts } from '../../src/storage/postgres/known-facts.ts'
import { loadStatement, readFacts } from '../../src/storage/postgres/load-from-postgres.ts'
import type { SessionRow } from '../../src/storage/rows.ts'
import { odd, session, position, message, change, part, turn, state, lease, stored, ID } from './sample-rows.ts'

const of = { sessionID: ID }

describe('facts', () => {
  test('have a value without its place in the statement, or another one than was asked for', () => {
    const needs: FactNeeds = {
      sessionID: ID,
      contents: [0, 2],
      parts: [{ callId: 'a"' }, { callId: 'b', occurrence: 3 }],
      turn: 't"',
      state: { owner: 'o"', key: 'k"' },
      attempt: { fingerprint: 'f"', rung: 'r"' },
    }
    const { text, values } = loadStatement('"x"', needs)
    const encoded = [[0, 2], ['a\\"', 'b'], [null, 3], 't\\"', 'o\\"', 'k\\"', 'f\\"', 'r\\"']
    expect(values).toEqual(['s\\"', ...encoded])
    const asked = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
    expect([...new Set(asked)].toSorted((a, b) => a - b)).toEqual(values!.map((_, at) => at + 1))
    const named = (given: FactNeeds): string[] =>
      [...loadStatement('"x"', given).text.matchAll(/\) AS (\w+)(?=,|$)/g)].map(([, name]) => name!)
    expect(named(needs)).toEqual(['head', 'session', 'contents', 'parts', 'turn', 'state', 'attempt'])
    expect(named({ sessionID: ID })).toEqual(['head', 'session'])
    const all = { positions: true, contents: 'all', changes: true, parts: 'all', turns: true, states: true } as const
    expect(named({ sessionID: ID, ...all })).toEqual(['head', 'session', ...Object.keys(all)])
  })

  test('of an answer are others than those of its rows', () => {
    const none = { ...noFacts, session: null }
    expect(readFacts({ sessionID: ID, lease: true }, { now: 5 })).toEqual({
      version: { number: 0, last: null },
      now: 5,
      facts: none,
    })
    const later = { ...stored.message, key: 9, place: 3 }
    const found = {
      now: '7',
      head: { version: 4, last: 'command 4', ...stored.lease },
      session: stored.session,
      positions: [stored.position],
      contents: [later, stored.message],
      changes: [stored.change],
      parts: [stored.part],
      turn: stored.turn,
      turns: [stored.turn],
      state: stored.state,
      states: [{ ...stored.state, key: 'z' }, stored.state],
      attempt: true,
    }
    const facts = {
      floors: { revision: 0, token: 0 },
      session,
      lease: null,
      positions: [position],
      contents: [message, { ...message, key: 9, place: 3 }],
      changes: [change],
      parts: [part],
      turn,
      turns: [turn],
      state,
      states: [state, { ...state, key: 'z' }],
      isAttempted: true,
    }
    expect(readFacts({ sessionID: ID }, found)).toEqual({ version: { number: 4, last: 'command 4' }, now: 7, facts })
    const leased = readFacts({ sessionID: ID, lease: true }, found)
    expect(leased.facts.lease).toEqual(lease)
    const never = { ...found, head: { version: 1, last: null, owner: null, token: 0, expires_at: 0 } }
    expect(readFacts({ sessionID: ID, lease: true }, never).facts.lease).toBeNull()
    expect(readFacts({ sessionID: ID }, { ...found, attempt: 'true' }).facts.isAttempted).toBe(false)
  })

  const version = (number: number) => ({ number, last: `command ${number}` })
  const known = (more: object = {}) => ({
    version: version(3),
    facts: { ...noFacts, session, ...more },
  })

  test('that are not known are answered from memory, or those that are not', () => {
    const facts = new KnownFacts()
    const learnt = (more: object): void => facts.learn(of, known(more), 'command 4', [])
    const answers = (needs: Partial<FactNeeds>): boolean => facts.get({ ...of, ...needs }) !== null
    expect(answers({})).toBe(false)
    learnt({ lease, turn })
    expect([answers({}), answers({ lease: true }), answers({ turn: odd }), answers({ turn: 'other' })]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(facts.get({ sessionID: 'other' })).toBeNull()
    const others: readonly Partial<FactNeeds>[] = [
      { positions: true },
      { contents: 'all' },
      { changes: true },
      { parts: [] },
      { turns: true },
      { state: { owner: '', key: 'k' } },
      { states: true },
      { attempt: { fingerprint: 'f', rung: 'r' } },
    ]
    expect(others.map(answers)).toEqual(others.map(() => false))
    expect([answers({ positions: false }), answers({ lease: false })]).toEqual([true, true])
    facts.forget(ID)
    expect(answers({})).toBe(false)
    learnt({})
    expect([answers({}), answers({ lease: true }), answers({ turn: odd })]).toEqual([true, false, false])
  })

  test('of a command are not those that it left behind', () => {
    const facts = new KnownFacts()
    const seen = (): unknown => facts.get(of)
    const after = (more: object, number = 4) => ({
      version: version(number),
      facts: { ...noFacts, session, lease: null, turn: null, ...more },
    })
    facts.learn(of, known({ lease, turn, positions: [position] }), 'command 4', [])
    expect(seen()).toEqual(after({ lease, turn }))
    // The next command, decided on what was known, asked for neither.
    facts.learn(of, { ...known(), version: version(4) }, 'command 5', [])
    expect(seen()).toEqual(after({ lease, turn }, 5))
    // Somebody else has written in between, as many commands or more.
    facts.learn(of, known({ lease, turn }), 'command 4', [])
    facts.learn(of, { ...known(), version: { number: 4, last: 'of another' } }, 'command 5', [])
    expect(seen()).toEqual(after({}, 5))
    facts.learn(of, { ...known(), version: version(9) }, 'command 10', [])
    expect(seen()).toEqual(after({}, 10))
    const saved: SessionRow = { ...session, revision: 99 }
    const rows: readonly (readonly [Change, object])[] = [
      [
        { ...of, type: 'session_saved', session: saved },
        { session: saved, lease, turn },
      ],
      [
        { ...of, type: 'session_removed', session: saved },
        { session: saved, lease, turn: null },
      ],
      [
        { ...of, type: 'lease_saved', lease: { ...lease, token: 7 } },
        { lease: { ...lease, token: 7 }, turn },
      ],
      [
        { ...of, type: 'turn_saved', turn: { ...turn, key: 7 } },
        { lease, turn: { ...turn, key: 7 } },
      ],
      [
        { ...of, type: 'attempts_cleared' },
        { lease, turn },
      ],
    ]
    for (const [one, left] of rows) {
      facts.learn(of, known({ lease, turn }), 'command 4', [one])
      expect(seen()).toEqual(after(left))
    }
  })
})
