import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
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
import type { LeaseRow } from '../../src/storage/rows.ts'
import { session, position, message, change, part, turn, state, lease, stored, ID, owned } from './sample-rows.ts'

const tables = {
  session: [sessionColumns, session, stored.session],
  position: [positionColumns, position, stored.position],
  message: [messageColumns, message, stored.message],
  change: [changeColumns, change, stored.change],
  part: [partColumns, part, stored.part],
  turn: [turnColumns, turn, stored.turn],
  state: [stateColumns, state, stored.state],
  lease: [leaseColumns, lease, stored.lease],
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

const of = { sessionID: ID }
const changes: readonly (readonly [Change, unknown])[] = [
  [{ ...of, type: 'session_removed', session }, stored.session],
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
    { ...owned, ...stored.change },
  ],
  [
    { ...of, type: 'change_undone', revision: 1, undoneBy: 2 },
    { revision: 1, undone_by: 2 },
  ],
  [
    { ...of, type: 'part_saved', part },
    { ...owned, ...stored.part },
  ],
  [
    { ...of, type: 'turn_saved', turn },
    { ...owned, ...stored.turn },
  ],
  [
    { ...of, type: 'state_saved', entry: state },
    { ...owned, ...stored.state },
  ],
  [
    { ...of, type: 'state_cleared', owner: 'o"', key: 'k"' },
    { owner: 'o\\"', key: 'k\\"' },
  ],
  [{ ...of, type: 'lease_saved', lease }, stored.lease],
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
    const messages = JSON.stringify([{ ...owned, ...stored.message }])
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
