import { describe, expect, test } from 'vitest'
import type { ChangeRow, MessageRow, PartRow, RowEdit, SessionRow, TurnRow } from '../../src/storage/rows.ts'
import type { PartInput } from '../../src/storage/part-input.ts'
import { choosePrefix } from '../../src/storage/rules/choose-prefix.ts'
import { byBeginning, byChange } from '../../src/storage/rules/listing-order.ts'
import { newRow, rewrittenRow, toMessageInput, toStoredMessage } from '../../src/storage/rules/message-rows.ts'
import { settlePart, toPartInput, toStoredPart } from '../../src/storage/rules/part-rows.ts'
import { arrange } from '../../src/storage/rules/places.ts'
import { moveMessages } from '../../src/storage/rules/move-messages.ts'
import { rebaseEdits, withoutUndonePairs } from '../../src/storage/rules/row-edits.ts'
import { isFinal, isTurnState, mergeData, toTurn } from '../../src/storage/rules/turn-rows.ts'
import { fromJsonText, toJsonText } from '../../src/storage/to-json-text.ts'
import type { KnownPrefix } from '../../src/storage/store-backend.ts'

const NOW = 1000
const part: PartRow = {
  callId: 'c',
  occurrence: 2,
  name: 'run',
  input: '{}',
  status: 'pending',
  output: null,
  isError: null,
  synthetic: false,
  startedAt: null,
  endedAt: null,
}
const running: PartRow = { ...part, status: 'running', startedAt: 5 }
const done: PartRow = { ...running, status: 'completed', output: '"o"', isError: false, endedAt: 9 }
const invented: PartRow = { ...running, status: 'error', output: '"?"', isError: true, synthetic: true, endedAt: 9 }
const record = (more: Partial<PartInput>): PartInput => ({
  callId: 'c',
  status: 'pending',
  input: null,
  output: null,
  ...more,
})

describe('a tool call', () => {
  const first: PartRow = { ...part, occurrence: 0, name: '', input: null }
  test.each<[string, PartRow | null, Partial<PartInput>, PartRow | null]>([
    ['that is new', null, {}, first],
    [
      'with a number that is new',
      null,
      { occurrence: 4, name: 'n', input: '1' },
      { ...first, occurrence: 4, name: 'n', input: '1' },
    ],
    ['that runs at once', null, { status: 'running' }, { ...first, status: 'running', startedAt: NOW }],
    [
      'that told when it began',
      null,
      { status: 'running', startedAt: 3 },
      { ...first, status: 'running', startedAt: 3 },
    ],
    [
      'that ends at once',
      null,
      { status: 'completed', output: '1' },
      { ...first, status: 'completed', output: '1', endedAt: NOW },
    ],
    ['that waits', part, {}, part],
    ['that runs', part, { status: 'running' }, { ...running, startedAt: NOW }],
    [
      'that runs on',
      running,
      { status: 'running', name: 'other', input: '7' },
      { ...running, name: 'other', input: '7' },
    ],
    ['that waits again', running, {}, null],
    ['that ended', running, { status: 'completed', output: '"o"', isError: false, endedAt: 9 }, done],
    ['that ended in silence', running, { status: 'error' }, { ...running, status: 'error', endedAt: NOW }],
    [
      'whose end was invented',
      running,
      { status: 'error', output: '"?"', isError: true, synthetic: true, endedAt: 9 },
      invented,
    ],
    ['that waits with an output', part, { output: '1', isError: true, synthetic: true, endedAt: 4 }, part],
    ['that ended and ends again', done, { status: 'completed', output: '"x"' }, null],
    ['that ended and runs again', done, { status: 'running' }, null],
    ['that ended and is invented', done, { status: 'error', output: '"?"', synthetic: true }, null],
    [
      'that was invented and ended',
      invented,
      { status: 'completed', output: '"r"', endedAt: 11 },
      { ...done, output: '"r"', isError: null, endedAt: 11 },
    ],
    ['that was invented twice', invented, { status: 'completed', output: '"?"', synthetic: true }, null],
    ['that was invented and runs', invented, { status: 'running' }, null],
    ['that is made again', done, {}, { ...first, occurrence: 3 }],
    ['that is made again after an invented end', invented, {}, { ...first, occurrence: 3 }],
    ['that waits again under its number', done, { occurrence: 2 }, null],
  ])('%s is stored otherwise (I5)', (_, current, given, expected) => {
    expect(settlePart(current, record(given), NOW)).toEqual(expected)
  })

  test('is told otherwise than it is stored', () => {
    const told = { callId: 'c', occurrence: 2, name: 'run', input: {} }
    expect(toStoredPart(part)).toEqual({ ...told, status: 'pending' })
    expect(toStoredPart({ ...part, input: null })).toEqual({ ...told, input: undefined, status: 'pending' })
    const ended = { startedAt: 5, endedAt: 9 }
    expect(toStoredPart(done)).toEqual({ ...told, ...ended, status: 'completed', output: 'o', isError: false })
    const made = { ...told, ...ended, status: 'error', output: '?', isError: true, synthetic: true }
    expect(toStoredPart(invented)).toEqual(made)
  })

  test('is taken without what names it', () => {
    const given = { callId: 'c', status: 'pending' } as const
    expect(toPartInput(given)).toEqual({ ...given, input: null, output: null })
    expect(toPartInput({ ...given, input: null, output: 0, occurrence: 0 })).toMatchObject({
      input: 'null',
      output: '0',
    })
    for (const wrong of [
      { callId: 7 },
      { status: 'toString' },
      { status: '' },
      { occurrence: -1 },
      { occurrence: 0.5 },
    ])
      expect(() => toPartInput({ ...given, ...wrong } as never)).toThrow(
        expect.objectContaining({ code: 'invalid_value' }),
      )
  })
})

describe('a turn', () => {
  test.each([
    [null, null, null],
    ['1', null, '1'],
    [null, '2', '2'],
    ['1', '2', '2'],
    ['{"a":1,"b":1}', '{"b":2}', '{"a":1,"b":2}'],
    ['{"a":1}', '[2]', '[2]'],
    ['[1]', '{"b":2}', '{"b":2}'],
  ])('with %s that is given %s holds something else', (former, given, merged) => {
    expect(mergeData(former, given)).toBe(merged)
  })

  test('ends too early, or is told otherwise than it is stored', () => {
    const states = ['submitted', 'worker_started', 'assistant_started', 'completed', 'interrupted'] as const
    expect(states.map(isFinal)).toEqual([false, false, false, true, true])
    expect([...states, 'toString', '', 7].map(isTurnState)).toEqual([true, true, true, true, true, false, false, false])
    const none = { input: null, tools: null, data: null, provenance: null }
    const row: TurnRow = { turnID: 't', key: 1, state: 'submitted', ...none, createdAt: 2, updatedAt: 3 }
    const told = { sessionID: 's', turnID: 't', state: 'submitted', createdAt: 2, updatedAt: 3 }
    expect(toTurn('s', row)).toEqual(told)
    const given = { input: '1', tools: '[2]', data: '{"d":3}', provenance: { provider: 'p' } }
    const full = { ...told, input: 1, tools: [2], data: { d: 3 }, provenance: { provider: 'p' } }
    expect(toTurn('s', { ...row, ...given })).toEqual(full)
  })
})

describe('a message', () => {
  const metaOf = (raw: unknown, meta?: object): unknown =>
    JSON.parse(newRow(toMessageInput({ raw, ...(meta && { meta }) } as never), 1, 'own', 2, NOW).meta)

  test('has the identity of another one, or loses its own', () => {
    expect(metaOf({ role: 'user' })).toEqual({ id: 'own', role: 'user', createdAt: NOW })
    expect([metaOf({}), metaOf('text')]).toEqual(
      Array.from([1, 2], () => ({ id: 'own', role: 'unknown', createdAt: NOW })),
    )
    const given = { id: 'i', role: 'r', createdAt: 5, sessionID: 'old', seq: 9, x: 1 }
    expect(metaOf({ role: 'user' }, given)).toEqual({ id: 'i', role: 'r', createdAt: 5, x: 1 })
    expect(metaOf({ role: 'user' }, { x: 1 })).toEqual({ id: 'own', role: 'user', createdAt: NOW, x: 1 })
    expect(metaOf({}, { x: 1 })).toEqual({ id: 'own', role: 'unknown', createdAt: NOW, x: 1 })
  })

  test('that is rewritten gets another role than its new content, or another identity', () => {
    const former = newRow(toMessageInput({ raw: { role: 'user' }, meta: { id: 'i', x: 1 } } as never), 1, 'own', 2, NOW)
    const rewritten = (raw: unknown) => rewrittenRow(former, toMessageInput({ raw } as never), 7, 8)
    const told = { meta: { id: 'i', role: 'user', createdAt: NOW, x: 1, sessionID: 's', seq: 3 }, raw: { a: 1 } }
    expect(toStoredMessage(rewritten({ a: 1 }), 's', 3)).toEqual(told)
    expect(toStoredMessage(rewritten({ role: 'assistant' }), 's', 3).meta.role).toBe('assistant')
    expect(rewritten({ a: 1 })).toMatchObject({ key: 7, place: null, prefix: null, revision: 8, raw: '{"a":1}' })
  })
})

test('sessions or turns of one moment are listed in the order of chance', () => {
  const session = (sessionID: string, updatedAt: number): SessionRow => ({ sessionID, updatedAt }) as SessionRow
  const sessions = [session('b', 1), session('a', 1), session('c', 2)]
  expect(sessions.toSorted(byChange).map(({ sessionID }) => sessionID)).toEqual(['c', 'a', 'b'])
  const turn = (sessionID: string, createdAt: number, key: number) => ({
    sessionID,
    turn: { createdAt, key } as TurnRow,
  })
  const turns = [turn('b', 1, 1), turn('a', 1, 2), turn('a', 1, 1), turn('z', 0, 9)]
  expect(turns.toSorted(byBeginning).map(({ sessionID, turn: { key } }) => sessionID + String(key))).toEqual([
    'z9',
    'a1',
    'a2',
    'b1',
  ])
})

describe('edits that are undone later', () => {
  const edit = (op: RowEdit['op'], index: number): RowEdit => ({
    op,
    index,
    before: 1,
    after: 2,
    because: [],
    loss: 'none',
  })
  const change = (edits: readonly RowEdit[], more: Partial<ChangeRow> = {}): ChangeRow =>
    ({ kind: 'transact', edits, ...more }) as ChangeRow

  test.each<[string, RowEdit, readonly RowEdit[], at: number | null]>([
    ['behind an insert', edit('replace', 3), [edit('insert', 2)], 4],
    ['at an insert', edit('replace', 3), [edit('insert', 3)], 4],
    ['before an insert', edit('replace', 3), [edit('insert', 4)], 3],
    [
      'behind two inserts and a removal',
      edit('remove', 5),
      [edit('insert', 0), edit('insert', 1), edit('remove', 2)],
      6,
    ],
    ['at a removal', edit('replace', 3), [edit('remove', 3)], null],
    ['at a replacement', edit('remove', 3), [edit('replace', 3)], null],
    ['behind a replacement', edit('replace', 3), [edit('replace', 2)], 3],
    ['that insert where something was inserted', edit('insert', 3), [edit('insert', 3)], null],
    ['that insert where something was removed', edit('insert', 3), [edit('remove', 3)], 3],
    ['that insert behind an insert', edit('insert', 3), [edit('insert', 2)], 4],
    ['that insert before an insert', edit('insert', 3), [edit('insert', 4)], 3],
    ['that insert behind a removal', edit('insert', 3), [edit('remove', 2)], 2],
    ['before a removal', edit('replace', 3), [edit('remove', 4)], 3],
  ])('%s go elsewhere', (_, own, later, at) => {
    const rebased = (edits: readonly RowEdit[]) => rebaseEdits(edits, change(later))
    expect(rebased([own])).toEqual(at === null ? null : [{ ...own, index: at }])
    // One that cannot be moved holds up the others.
    expect(rebased([edit('replace', 99), own]) === null).toBe(at === null)
    expect(rebased([own, edit('replace', 99)]) === null).toBe(at === null)
  })

  test('stand behind a history that was replaced', () => {
    const replaced = change([], { kind: 'replace', from: 3 })
    expect(rebaseEdits([edit('replace', 2), edit('insert', 1)], replaced)).toHaveLength(2)
    for (const edits of [
      [edit('replace', 3), edit('replace', 1)],
      [edit('replace', 1), edit('insert', 3)],
    ])
      expect(rebaseEdits(edits, replaced)).toBeNull()
  })

  test('are hindered by pairs that left nothing behind', () => {
    const pairs = (...changes: readonly (readonly [revision: number, undoes: number | null])[]): number[] =>
      withoutUndonePairs(changes.map(([revision, undoes]) => ({ revision, undoes }))).map(({ revision }) => revision)
    expect(pairs([2, null], [3, 2])).toEqual([])
    expect(pairs([2, null], [3, null], [4, 3], [5, 2])).toEqual([])
    expect(pairs([2, null], [3, null], [4, 2])).toEqual([2, 3, 4])
    expect(pairs([2, 1], [3, null])).toEqual([2, 3])
  })
})

test('more edits than a call takes arguments end in an overflow of the stack', () => {
  const session = { sessionID: 's', revision: 1, epoch: 0, nextKey: 0 } as SessionRow
  const edits = Array.from({ length: 150_000 }, (_, index): RowEdit => {
    return { op: 'remove', index: index + 1, before: index + 1, after: null, because: [], loss: 'none' }
  })
  const positions = [0, ...edits.map(({ index }) => index)].map((key) => ({ key, place: key, contentDigest: `${key}` }))
  const move = {
    session,
    positions,
    edits,
    added: [],
    change: { kind: 'replace', revision: 2, undoes: null, meta: null },
  }
  expect(moveMessages(move as Parameters<typeof moveMessages>[0], NOW).at(-1)).toMatchObject({ change: { from: 1 } })
})

test.each<[places: readonly (number | null)[], arranged: readonly number[]]>([
  [
    [10, null, 12],
    [10, 11, 12],
  ],
  [
    [10, null, 11],
    [1 << 20, 2 << 20, 3 << 20],
  ],
  [
    [10, null, null, 19],
    [10, 13, 16, 19],
  ],
  [
    [null, 9],
    [4, 9],
  ],
  [
    [10, null],
    [10, 10 + Math.floor(((4 << 20) - 10) / 2)],
  ],
])('messages at %j have no place between two, or one that moves the others', (places, arranged) => {
  const rows = places.map((place, key) => ({ key, place, contentDigest: '' }))
  expect(arrange(rows, 4).map(({ place }) => place)).toEqual(arranged)
})

const turnRow = { state: 'submitted', input: null, tools: null, data: null } as TurnRow
const messageRow = { meta: '{}', raw: '1' } as MessageRow
test.each<[what: string, read: (torn: string) => unknown]>([
  ['message', (raw) => toStoredMessage({ ...messageRow, raw }, 's', 1)],
  ['meta of a message', (meta) => toStoredMessage({ ...messageRow, meta }, 's', 1)],
  ['input of a part', (input) => toStoredPart({ ...done, input })],
  ['output of a part', (output) => toStoredPart({ ...done, output })],
  ['input of a turn', (input) => toTurn('s', { ...turnRow, input })],
  ['tools of a turn', (tools) => toTurn('s', { ...turnRow, tools })],
  ['data of a turn', (data) => toTurn('s', { ...turnRow, data })],
  ['data of a turn', (former) => mergeData(former, '{}')],
  ['data of a turn', (given) => mergeData('{}', given)],
])('of a row whose %s is torn nobody learns what it is', (what, read) => {
  const message = expect.stringContaining(`A stored ${what} is not JSON.`)
  expect(() => read('{"torn')).toThrow(expect.objectContaining({ code: 'invalid_row', message }))
})

test('a text that is no JSON is told with what it holds, or a value that is none is kept (I12)', () => {
  const told = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return [Object(error).code, String(error)]
    }
  }
  const stored = told(() => fromJsonText('{"secret', 'state'))
  expect(stored).toEqual([
    'invalid_row',
    expect.stringMatching(/^StoreError: A stored state is not JSON\. (?!.*secret)/),
  ])
  const cycle: unknown[] = []
  cycle.push(cycle)
  for (const value of [cycle, 1n])
    expect(told(() => toJsonText(value, 'state'))).toEqual(['invalid_value', expect.any(String)])
  expect(told(() => toJsonText(undefined, 'state'))).toMatchObject([
    'invalid_value',
    expect.stringContaining('The state is not a JSON value. Give a value that `JSON.stringify` can write.'),
  ])
})

describe('the prefix of a conversation', () => {
  const known = (digest: string, sessionID: string, more: Partial<KnownPrefix> = {}, row: Partial<SessionRow> = {}) =>
    ({
      digest,
      revision: 3,
      changes: [],
      ...more,
      session: { sessionID, head: 'h', updatedAt: 1, ...row },
    }) as KnownPrefix
  const cut = (from: number) => ({ changes: [{ revision: 4, undoes: null, from } as ChangeRow] })

  test.each<[string, KnownPrefix[], unknown]>([
    ['nobody knows', [], null],
    ['one knows', [known('a', 's')], { sessionID: 's', length: 5, current: true }],
    ['the longest of which counts', [known('a', 's'), known('b', 't')], { sessionID: 't', length: 6, current: true }],
    ['changed behind it', [known('b', 's', cut(6))], { sessionID: 's', length: 6, current: true }],
    ['changed in it', [known('b', 's', cut(5))], null],
    [
      'changed in it, and is that again',
      [known('b', 's', cut(5), { head: 'b' })],
      { sessionID: 's', length: 6, current: true },
    ],
    ['is a former one', [known('b', 's', { revision: null })], { sessionID: 's', length: 6, current: false }],
    [
      'is a former one of two',
      [known('b', 's', { revision: null }), known('b', 't', { revision: null }, { updatedAt: 9 })],
      { sessionID: 't', length: 6, current: false },
    ],
    [
      'is a former one, and another is current',
      [known('b', 's', { revision: null }, { updatedAt: 9 }), known('b', 't')],
      { sessionID: 't', length: 6, current: true },
    ],
    [
      'is known twice',
      [known('a', 's'), known('a', 't', {}, { updatedAt: 9 })],
      { sessionID: 't', length: 5, current: true },
    ],
    [
      'ends one of two',
      [known('a', 's', {}, { head: 'a' }), known('a', 't', {}, { updatedAt: 9 })],
      { sessionID: 's', length: 5, current: true },
    ],
  ])('that %s leads elsewhere', (_, all, match) => {
    expect(choosePrefix(['a', 'b'], 5, all)).toEqual(match)
  })
})
