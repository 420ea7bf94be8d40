import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import { type FactNeeds, noFacts } from '../../src/storage/facts.ts'
import {
  changeColumns,
  columnList,
  fromColumns,
  leaseColumns,
  messageColumns,
  partColumns,
  positionColumns,
  sessionColumns,
  stateColumns,
  toColumns,
  toRecord,
  turnColumns,
} from '../../src/storage/postgres/columns.ts'
import { encodeChanges } from '../../src/storage/postgres/encode-changes.ts'
import { KnownFacts } from '../../src/storage/postgres/known-facts.ts'
import { loadStatement, readFacts } from '../../src/storage/postgres/load-from-postgres.ts'
import type {
  ChangeRow,
  LeaseRow,
  MessageRow,
  PartRow,
  PositionRow,
  SessionRow,
  StateRow,
  TurnRow,
} from '../../src/storage/rows.ts'

/** What UTF-8 and the syntax of a composite value would change, and how it stands in a column. */
const odd = 'a"\\\ud800'
const oddStored = String.raw`a\"\\\ud800`

const session: SessionRow = {
  sessionID: odd,
  epoch: 1,
  revision: 2,
  floor: 3,
  count: 4,
  head: 'h',
  nextKey: 5,
  standing: '{}',
  createdAt: 6,
  updatedAt: 7,
  removedAt: null,
}
const position: PositionRow = { key: 1, place: null, contentDigest: 'd' }
const message: MessageRow = { ...position, place: 2, prefix: null, revision: 3, meta: '{}', raw: '{"a":"\\\\"}' }
const change: ChangeRow = {
  revision: 1,
  epoch: 2,
  kind: 'transact',
  from: 3,
  undoes: null,
  undoneBy: 4,
  meta: null,
  createdAt: 5,
  formerHead: 'f',
  edits: [{ op: 'remove', index: 0, before: 1, after: null, because: ['orphan'], loss: 'lossy' }],
}
const part: PartRow = {
  callId: odd,
  occurrence: 1,
  name: odd,
  input: '{}',
  status: 'running',
  output: null,
  isError: null,
  synthetic: true,
  startedAt: 2,
  endedAt: null,
}
const turn: TurnRow = {
  turnID: odd,
  key: 1,
  state: 'assistant_started',
  input: '{}',
  tools: null,
  data: '[]',
  provenance: { provider: 'p' } as unknown as TurnRow['provenance'],
  createdAt: 2,
  updatedAt: 3,
}
const state: StateRow = { owner: '', key: odd, value: '1', expiresAt: null, updatedAt: 2 }
const lease: LeaseRow = { owner: odd, token: 1, expiresAt: 2 }

const positionStored = { key: 1, place: null, content_digest: 'd' }
const tables = {
  session: [
    sessionColumns,
    session,
    {
      session: oddStored,
      epoch: 1,
      revision: 2,
      floor: 3,
      count: 4,
      head: 'h',
      next_key: 5,
      standing: '{}',
      created_at: 6,
      updated_at: 7,
      removed_at: null,
    },
  ],
  position: [positionColumns, position, positionStored],
  message: [
    messageColumns,
    message,
    { ...positionStored, place: 2, prefix: null, revision: 3, meta: '{}', raw: message.raw },
  ],
  change: [
    changeColumns,
    change,
    {
      revision: 1,
      epoch: 2,
      kind: 'transact',
      from_seq: 3,
      undoes: null,
      undone_by: 4,
      meta: null,
      created_at: 5,
      former_head: 'f',
      edits: JSON.stringify(change.edits),
    },
  ],
  part: [
    partColumns,
    part,
    {
      call_id: oddStored,
      occurrence: 1,
      name: oddStored,
      input: '{}',
      status: 'running',
      output: null,
      is_error: null,
      synthetic: true,
      started_at: 2,
      ended_at: null,
    },
  ],
  turn: [
    turnColumns,
    turn,
    {
      turn_id: oddStored,
      key: 1,
      state: 'assistant_started',
      input: '{}',
      tools: null,
      data: '[]',
      provenance: '{"provider":"p"}',
      created_at: 2,
      updated_at: 3,
    },
  ],
  state: [stateColumns, state, { owner: '', key: oddStored, value: '1', expires_at: null, updated_at: 2 }],
  lease: [leaseColumns, lease, { owner: oddStored, token: 1, expires_at: 2 }],
} as const

describe('a row of PostgreSQL', () => {
  test.each(Object.entries(tables))('that is a %s is written or read otherwise', (_, [columns, row, stored]) => {
    const known = columns as typeof leaseColumns
    expect(toColumns(known, row as LeaseRow)).toEqual(stored)
    expect(fromColumns(known, stored)).toEqual(row)
    expect(columnList(known)).toBe(Object.keys(stored).join(', '))
  })

  test('has columns that take what this library does not write, or an error tells what it holds (I12)', () => {
    let columnsSeen = 0
    for (const [columns, , stored] of Object.values(tables))
      for (const [column, kind] of Object.values<readonly [string, string]>(columns)) {
        columnsSeen += 1
        const wrong = {
          number: ['7', true],
          flag: [1, 'true'],
          text: [7, {}],
          name: [7, 'secret"'],
          value: [7, 'secret'],
        }
        for (const value of [...wrong[kind as keyof typeof wrong], undefined]) {
          const told = { code: 'invalid_row', message: expect.stringContaining(`invalid (${column}).`) as string }
          expect(() => fromColumns(columns as typeof leaseColumns, { ...stored, [column]: value })).toThrow(
            expect.objectContaining(told),
          )
        }
        expect(fromColumns(columns as typeof leaseColumns, { ...stored, [column]: null })).toBeDefined()
      }
    expect(columnsSeen).toBe(58)
  })

  test('that lacks a field is written with another value than null', () => {
    expect(toColumns<Partial<LeaseRow>>(leaseColumns, { token: 1 })).toEqual({
      owner: null,
      token: 1,
      expires_at: null,
    })
  })

  test('is no composite value when a text of it has quotes', () => {
    expect(toRecord(leaseColumns, lease)).toBe(String.raw`("a\\\"\\\\\\ud800","1","2")`)
    expect(toRecord(stateColumns, state)).toBe(String.raw`("","a\\\"\\\\\\ud800","1",,"2")`)
  })
})

const ID = 's"'
const stored = (key: keyof typeof tables): object => tables[key][2]
const of = { sessionID: ID }
const owned = { session: 's\\"' }
const changes: readonly (readonly [Change, unknown])[] = [
  [{ ...of, type: 'session_removed', session }, stored('session')],
  [
    {
      ...of,
      type: 'messages_placed',
      places: [
        [1, 2],
        [3, null],
      ],
    },
    [
      { key: 1, place: 2 },
      { key: 3, place: null },
    ],
  ],
  [{ ...of, type: 'messages_dropped', keys: [1, 2] }, [{ key: 1 }, { key: 2 }]],
  [
    { ...of, type: 'prefixes_added', prefixes: [{ digest: 'd', revision: 3 }] },
    [{ ...owned, digest: 'd', revision: 3 }],
  ],
  [
    { ...of, type: 'change_recorded', change },
    { ...owned, ...stored('change') },
  ],
  [
    { ...of, type: 'change_undone', revision: 1, undoneBy: 2 },
    { revision: 1, undone_by: 2 },
  ],
  [
    { ...of, type: 'part_saved', part },
    { ...owned, ...stored('part') },
  ],
  [
    { ...of, type: 'turn_saved', turn },
    { ...owned, ...stored('turn') },
  ],
  [
    { ...of, type: 'state_saved', entry: state },
    { ...owned, ...stored('state') },
  ],
  [
    { ...of, type: 'state_cleared', owner: 'o"', key: 'k"' },
    { owner: 'o\\"', key: 'k\\"' },
  ],
  [{ ...of, type: 'lease_saved', lease }, stored('lease')],
  [
    { ...of, type: 'attempt_added', fingerprint: 'f"', rung: 'r"' },
    { ...owned, fingerprint: 'f\\"', rung: 'r\\"' },
  ],
  [{ ...of, type: 'attempts_cleared' }, null],
  [
    { ...of, type: 'reference_saved', id: 'i"' },
    { ...owned, id: 'i\\"' },
  ],
  [{ ...of, type: 'reference_dropped', id: 'i"' }, { id: 'i\\"' }],
]

describe('the changes of a decision', () => {
  test.each(changes)('are encoded otherwise: %o', (one, row) => {
    const [first, messages, rest] = encodeChanges([one])
    expect([first, messages, JSON.parse(String(rest))]).toEqual([null, null, [{ type: one.type, row }]])
  })

  test('have their session and its messages elsewhere', () => {
    const saved: Change = { ...of, type: 'session_saved', session }
    const added: Change = { ...of, type: 'messages_added', messages: [message] }
    const row = toRecord(sessionColumns, session)
    const messages = JSON.stringify([{ ...owned, ...stored('message') }])
    expect(encodeChanges([])).toEqual([null, null, null])
    expect(encodeChanges([saved])).toEqual([row, null, null])
    expect(encodeChanges([saved, added])).toEqual([row, messages, null])
    expect(encodeChanges([added])).toEqual([null, messages, null])
    const cleared: Change = { ...of, type: 'attempts_cleared' }
    const rest = (type: string, encoded: unknown): string => JSON.stringify([{ type, row: encoded }])
    expect(encodeChanges([saved, cleared])).toEqual([row, null, rest('attempts_cleared', null)])
    // Not the first: it stays in its order.
    const [none, , later] = encodeChanges([cleared, saved])
    expect([none, JSON.parse(String(later)).at(-1)]).toEqual([null, { type: 'session_saved', row }])
  })
})

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
    expect(readFacts({ sessionID: ID, lease: true }, { now: 5 })).toEqual({ version: 0, now: 5, facts: none })
    const later = { ...stored('message'), key: 9, place: 3 }
    const found = {
      now: '7',
      head: { version: 4, ...stored('lease') },
      session: stored('session'),
      positions: [stored('position')],
      contents: [later, stored('message')],
      changes: [stored('change')],
      parts: [stored('part')],
      turn: stored('turn'),
      turns: [stored('turn')],
      state: stored('state'),
      states: [{ ...stored('state'), key: 'z' }, stored('state')],
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
    expect(readFacts({ sessionID: ID }, found)).toEqual({ version: 4, now: 7, facts })
    const leased = readFacts({ sessionID: ID, lease: true }, found)
    expect(leased.facts.lease).toEqual(lease)
    const never = { ...found, head: { version: 1, owner: null, token: 0, expires_at: 0 } }
    expect(readFacts({ sessionID: ID, lease: true }, never).facts.lease).toBeNull()
    expect(readFacts({ sessionID: ID }, { ...found, attempt: 'true' }).facts.isAttempted).toBe(false)
  })

  const known = (more: object = {}) => ({
    version: 3,
    facts: { ...noFacts, session, ...more },
  })

  test('that are not known are answered from memory, or those that are not', () => {
    const facts = new KnownFacts()
    const learnt = (more: object): void => facts.learn(of, known(more), [])
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
    const after = (more: object, version = 4) => ({
      version,
      facts: { ...noFacts, session, lease: null, turn: null, ...more },
    })
    facts.learn(of, known({ lease, turn, positions: [position] }), [])
    expect(seen()).toEqual(after({ lease, turn }))
    // The next command, decided on what was known, asked for neither.
    facts.learn(of, { ...known(), version: 4 }, [])
    expect(seen()).toEqual(after({ lease, turn }, 5))
    // Somebody else has written in between.
    facts.learn(of, { ...known(), version: 9 }, [])
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
      facts.learn(of, known({ lease, turn }), [one])
      expect(seen()).toEqual(after(left))
    }
  })
})
