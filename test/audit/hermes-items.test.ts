import { describe, expect, test } from 'vitest'
import type { HermesStore } from '../../src/agents/hermes-webui/hermes-store.ts'
import type { SessionCopy } from '../../src/agents/hermes-webui/session-copy.ts'
import type { AuditItem } from '../../src/doctor/audit/audit-item.ts'
import { auditDiscoverability } from '../../src/doctor/audit/hermes-webui/audit-discoverability.ts'
import { auditCopies, auditIndex, auditStateDb } from '../../src/doctor/audit/hermes-webui/audit-hermes-sessions.ts'
import { HermesDrafts } from '../../src/doctor/audit/hermes-webui/hermes-drafts.ts'
import { hermesRepairers } from '../../src/doctor/audit/hermes-webui/hermes-repairers.ts'
import { auditTurnJournals } from '../../src/doctor/audit/hermes-webui/audit-turn-journals.ts'

/** A copy by its sign: `-` there is none, `!` it cannot be read, else a message for each letter, which is the id of its turn, too. */
function copyOf(sign: string): SessionCopy {
  if (sign === '-') return { state: 'absent' }
  if (sign === '!') return { state: 'malformed' }
  return { state: 'sound', session: { messages: messagesOf(sign) } } as unknown as SessionCopy
}

function messagesOf(held: number | string): readonly unknown[] {
  if (typeof held === 'number') return Array.from({ length: held }, () => ({}))
  return [...held].map((content) => ({ role: 'user', content, turn_id: content }))
}

interface Given {
  /** By id: the session and its backup. */
  readonly sessions?: Readonly<Record<string, readonly [live: string, backup: string]>>
  readonly deleted?: readonly string[]
  readonly unclear?: boolean
  /** Ids that the database knows; without them it cannot be read. */
  readonly db?: readonly string[]
  /** Rows of the database: the number of their messages, or these as a copy has them. */
  readonly own?: Readonly<Record<string, number | string>>
  readonly quiet?: readonly string[]
  readonly versions?: number
  /** What the journal of `s` holds: events by turn, or nothing that can be read. */
  readonly journal?: 'unreadable' | readonly (readonly [event: string, turn: string])[]
  readonly malformed?: readonly object[]
  readonly index?: 'absent' | 'malformed' | Readonly<Record<string, unknown>>
}

function storeOf(given: Given): HermesStore {
  const {
    sessions = {},
    deleted = [],
    unclear = false,
    db,
    own = {},
    quiet = [],
    versions = 0,
    index = 'absent',
    journal = [],
    malformed = [],
  } = given
  const events = journal === 'unreadable' ? [] : journal.map(([event, turn_id]) => ({ event, turn_id, content: 'x' }))
  const entries = Object.entries(Object(index) as object).map(([session_id, message_count]) => ({
    session_id,
    message_count: message_count as unknown,
  }))
  return {
    sessions: new Map(
      Object.entries(sessions).map(([sessionID, [live, backup]]) => [
        sessionID,
        { sessionID, live: copyOf(live), backup: copyOf(backup) },
      ]),
    ),
    tombstones: { readable: !unclear, ids: new Set(deleted) },
    db: {
      readable: db !== undefined,
      ids: new Set(db),
      own: Object.entries(own).map(([id, held]) => ({ id, messages: messagesOf(held) })),
    },
    taken: new Set(),
    quiet: new Map(quiet.map((id) => [id, { live: 5, backup: 6 }])),
    versions: new Map(Object.keys(sessions).map((id) => [id, Array.from({ length: versions }, () => ({}))])),
    journals: new Map(journal === 'unreadable' ? [] : [['s', { sessionID: 's', events, malformed }]]),
    unreadableJournals: new Set(journal === 'unreadable' ? ['s'] : []),
    index: typeof index === 'string' ? { state: index } : { state: 'sound', entries },
  } as unknown as HermesStore
}

/** What an item says beyond what its kind says already. */
function shown({ session_id, kind, category, live_messages, bak_messages, ...more }: AuditItem): string {
  const extra = Object.entries(more).flatMap(([name, value]) => (name === 'recommendation' ? [] : value))
  const look = category === 'repairable' ? [] : ['look']
  return [session_id, kind, ...look, `${live_messages}/${bak_messages}`, ...extra]
    .filter((word) => word !== '')
    .join(' ')
}

describe('two copies of a session', () => {
  test.each<readonly [live: string, backup: string, more: Given, items: readonly string[]]>([
    ['ab', '-', {}, []],
    ['ab', 'ab', {}, []],
    ['abc', 'ab', {}, []],
    ['a', 'ab', { versions: 3 }, ['s shrunken_live 1/2']],
    ['ab', 'ac', {}, ['s diverged look 2/2 live backup']],
    ['ab', 'ac', { versions: 3 }, ['s diverged look 2/2 live backup 3']],
    ['!', '-', {}, ['s malformed_live look -1/-1']],
    ['!', '-', { versions: 1 }, ['s malformed_live look -1/-1 1']],
    ['!', '!', {}, ['s malformed_live look -1/-1', 's malformed_backup look -1/-1']],
    ['!', 'ab', {}, ['s shrunken_live -1/2']],
    ['ab', '!', {}, ['s malformed_backup look 2/-1']],
    ['ab', 'abc', { deleted: ['s'] }, ['s deleted_session_file look 2/3']],
    ['!', '-', { deleted: ['s'] }, ['s deleted_session_file look -1/-1']],
    ['ab', 'abc', { deleted: ['t'] }, ['s shrunken_live 2/3']],
    ['-', 'ab', {}, ['s orphan_backup -1/2']],
    ['-', 'ab', { unclear: true, versions: 2 }, ['s orphan_backup look -1/2 tombstones_malformed 2']],
    ['-', 'ab', { db: ['s'] }, ['s orphan_backup -1/2']],
    ['-', 'ab', { db: ['t'] }, ['s orphan_backup_without_state_row look -1/2']],
    ['-', '!', { db: [] }, ['s malformed_orphan_backup look -1/-1']],
    ['-', 'ab', { deleted: ['s'] }, []],
  ])('%s and %s with %j are found otherwise', (live, backup, more, items) => {
    const found = auditCopies(storeOf({ sessions: { s: [live, backup] }, ...more })).map(shown)
    expect(found).toEqual(items)
  })
})

describe('a row of the database', () => {
  test.each<readonly [count: number, more: Given, items: readonly string[]]>([
    [2, {}, ['s state_db_missing_sidecar -1/-1 2']],
    [2, { unclear: true }, ['s state_db_missing_sidecar look -1/-1 2 tombstones_malformed']],
    [0, {}, ['s state_db_orphan_webui_row look -1/-1']],
    [2, { deleted: ['s'] }, ['s state_db_deleted_webui_tombstone look -1/-1']],
    [2, { quiet: ['s'] }, []],
    [2, { sessions: { s: ['a', '-'] } }, []],
    [2, { sessions: { s: ['!', '-'] } }, []],
    [2, { sessions: { s: ['-', 'ab'] } }, []],
    [2, { sessions: { s: ['-', '!'] } }, ['s state_db_missing_sidecar -1/-1 2']],
    [0, { sessions: { s: ['-', 'ab'] } }, []],
    [2, { sessions: { s: ['-', 'ab'] }, deleted: ['s'] }, ['s state_db_deleted_webui_tombstone look -1/-1']],
  ])('with %i messages and %j is found otherwise', (count, more, items) => {
    expect(auditStateDb(storeOf({ own: { s: count }, ...more })).map(shown)).toEqual(items)
  })
})

describe('a list of sessions', () => {
  const sessions = { s: ['ab', 'abc'] } as const
  test.each<readonly [given: Given, items: readonly string[]]>([
    [{ sessions, index: 'absent' }, []],
    [{ sessions, index: 'malformed' }, ['index_malformed -1/-1']],
    [{ sessions, index: { s: 2 } }, []],
    [{ sessions, index: { s: 3 } }, ['s stale_index 2/3 3']],
    [{ sessions, index: { s: '3' } }, []],
    [{ sessions, index: { s: 3 }, deleted: ['s'] }, []],
    [{ sessions, index: {} }, ['s index_missing_entry 2/3']],
    [{ sessions, index: {}, deleted: ['s'] }, []],
    [{ sessions: { s: ['!', 'a'] }, index: {} }, []],
    [{ sessions: { s: ['!', 'a'] }, index: { s: 3 } }, []],
    [{ index: { s: 3 } }, ['s index_missing_file -1/-1']],
    [{ index: { s: 3 }, deleted: ['s'] }, []],
    [{ sessions: { s: ['-', 'abc'] }, index: { s: 3 } }, ['s index_missing_file -1/3']],
    [{ quiet: ['s'], index: { s: 5 } }, []],
    [{ quiet: ['s'], index: { s: 6 } }, ['s stale_index 5/6 6']],
    [{ quiet: ['s'], index: {} }, ['s index_missing_entry 5/6']],
    [
      { sessions: { z: ['a', '-'], a: ['a', '-'], s: ['a', '-'] }, quiet: ['m'], index: { lost: 1, s: 7 } },
      [
        's stale_index 1/-1 7',
        'lost index_missing_file -1/-1',
        'a index_missing_entry 1/-1',
        'm index_missing_entry 5/6',
        'z index_missing_entry 1/-1',
      ],
    ],
  ])('of %j is found otherwise', (given, items) => {
    expect(auditIndex(storeOf(given), []).map(shown)).toEqual(items)
  })

  test('is made again with a session that was deleted, or without one that cannot be read', () => {
    const sessions = { s: ['ab', '-'], t: ['a', '-'], m: ['!', '-'], n: ['a', '-'], o: ['-', 'a'] } as const
    const index = { s: 9, t: 1, m: 4, gone: 1, o: 1 }
    const drafts = new HermesDrafts({ ...storeOf({ sessions, deleted: ['t'], index }), folder: '/f' })
    expect(drafts.writes()).toEqual([])
    drafts.rebuildIndex()
    const [write, ...more] = drafts.writes()
    const entries = JSON.parse(String(write!.content)) as { session_id: string; message_count: number }[]
    expect([write!.path, more]).toEqual(['/f/_index.json', []])
    expect(entries.map(({ session_id, message_count }) => `${session_id} ${message_count}`)).toEqual([
      's 2',
      'm 4',
      'n 1',
    ])
    const without = new HermesDrafts({ ...storeOf({ sessions }), folder: '/f' })
    without.rebuildIndex()
    expect(without.writes()).toEqual([])
  })

  test('is told to be stale although the session itself is repaired', () => {
    const store = storeOf({ sessions: { s: ['a', 'ab'], t: ['a', '-'] }, index: { s: 2, t: 2 } })
    expect(auditIndex(store, auditCopies(store)).map(shown)).toEqual(['t stale_index 1/-1 2'])
  })
})

test('a line that is none is set aside for each finding of it, takes what follows it along, or a turn ends nowhere', () => {
  const texts = ['{"n":1}\n', 'bad\n', '{"n":2}\n', 'torn']
  const bytes = Buffer.from(texts.join(''))
  const lineOf = (at: number, isTorn: boolean): object => {
    const offset = texts.slice(0, at).join('').length
    return { shard: 's.jsonl', line: at + 1, offset, isTorn, bytes: Buffer.from(texts[at]!.trimEnd()) }
  }
  const malformed = [lineOf(1, false), lineOf(3, true)]
  const store = { ...storeOf({ malformed, journal: [['submitted', 'c']] }), folder: '/f' }
  Object.assign(store.journals.get('s')!, { shards: [{ name: 's.jsonl', bytes, seen: { sha256: 'abcdef0123' } }] })
  const drafts = new HermesDrafts(store)
  for (const item of auditTurnJournals(store, [])) hermesRepairers[item.kind]?.(item, drafts)
  expect(drafts.writes().map(({ path, content }) => [path, String(content).split('\n').length - 1])).toEqual([
    ['/f/_turn_journal/s.jsonl.abcdef01.quarantine', 2],
    ['/f/_turn_journal/s.jsonl', 2],
  ])
  expect(String(drafts.shard('s', 's.jsonl'))).toBe('{"n":1}\n{"n":2}\n')
})

describe('a journal of turns', () => {
  const asked = [['submitted', 'c']] as const
  const pending = 's turn_journal_pending_turn'
  const both = [
    ['submitted', 'a'],
    ['completed', 'a'],
    ['interrupted', 'a'],
  ] as const
  test.each<readonly [given: Given, items: readonly string[]]>([
    [{ sessions: { s: ['abc', '-'] }, journal: asked }, []],
    [{ sessions: { s: ['ab', '-'] }, journal: asked }, [`${pending} 2/-1 c submitted`]],
    [{ sessions: { s: ['ab', 'abc'] }, journal: asked }, [`${pending} 2/3 c submitted`]],
    [{ sessions: { s: ['!', 'abc'] }, journal: asked }, []],
    [{ sessions: { s: ['-', 'abc'] }, journal: asked }, []],
    [{ sessions: { s: ['!', 'ab'] }, journal: asked }, [`${pending} -1/2 c submitted`]],
    [{ sessions: { s: ['!', '-'] }, journal: asked }, [`${pending} look -1/-1 c submitted no_session_file`]],
    [{ sessions: { s: ['ab', '!'] }, journal: asked }, [`${pending} look 2/-1 c submitted no_session_file`]],
    [{ sessions: { t: ['ab', '!'] }, journal: asked }, [`${pending} look -1/-1 c submitted no_session_file`]],
    [{ own: { s: 2 }, journal: asked }, [`${pending} -1/-1 c submitted`]],
    [{ own: { r: 'ab', s: 'abc' }, journal: asked }, []],
    [{ own: { r: 'abc', s: 'ab' }, journal: asked }, [`${pending} -1/-1 c submitted`]],
    [{ own: { s: 0 }, journal: asked }, [`${pending} look -1/-1 c submitted no_session_file`]],
    [{ sessions: { s: ['ab', '-'] }, deleted: ['s'], journal: asked }, ['s journal_of_deleted_session look -1/-1']],
    [{ deleted: ['s'], journal: 'unreadable' }, ['s journal_of_deleted_session look -1/-1']],
    [{ deleted: ['t'], journal: 'unreadable' }, ['s turn_journal_malformed_event look -1/-1 unreadable']],
    [
      { sessions: { s: ['a', 'b'] }, malformed: [{ shard: 's.jsonl', line: 2, isTorn: true, bytes: 'left out' }] },
      ['s turn_journal_malformed_event 1/1 s.jsonl 2 true'],
    ],
    [
      { sessions: { s: ['ab', '-'] }, journal: both },
      ['s turn_journal_terminal_collision look 2/-1 a completed interrupted'],
    ],
  ])('of %j is found otherwise', (given, items) => {
    const store = storeOf(given)
    expect(auditTurnJournals(store, [...auditCopies(store), ...auditStateDb(store)]).map(shown)).toEqual(items)
  })
})

test.each<
  readonly [
    sidecar: object,
    stateDb: object,
    lineage: object,
    lists: readonly [hidden: string, listed: string],
    items: string,
  ]
>([
  [{ b: 1, a: 2 }, {}, {}, ['', ''], 'a api_missing_messageful file, b api_missing_messageful file'],
  [{ a: 1 }, { a: 1 }, {}, ['', 'b'], 'a api_missing_messageful file db'],
  [{}, { a: 1 }, {}, ['', ''], 'a state_db_messageful_missing_sidecar db'],
  [{ a: 0 }, { a: 1, b: 0 }, {}, ['', ''], 'a state_db_messageful_missing_sidecar db'],
  [{ a: 1 }, {}, {}, ['a', ''], 'a lineage_missing_visible_representative file'],
  [{ a: 1, b: 1 }, {}, { b: 'a' }, ['a', 'b'], ''],
  [{ a: 1, b: 1 }, {}, { b: 'a' }, ['', 'a'], 'b api_missing_messageful file'],
  [{ a: 1 }, {}, { b: 'a', c: 'b', x: 'a' }, ['a', 'c'], ''],
  [{ a: 1 }, {}, { b: 'a', a: 'b' }, ['', 'c'], 'a api_missing_messageful file'],
])(
  'with %j, %j, the lineage %j and the lists %j others than %j are not shown',
  (sidecar, stateDb, lineage, lists, told) => {
    const [hidden = [], listed = []] = lists.map((ids) => ids.split(' ').filter(Boolean))
    const { status, items } = auditDiscoverability({
      sidecar: { ...sidecar },
      stateDb: { ...stateDb },
      lineage: { ...lineage },
      hidden,
      listed,
    })
    const words = items.map(({ session_id, kind, present_in: { sidecar: file, state_db, api } }) =>
      [session_id, kind, file && 'file', state_db && 'db', api && 'api'].filter(Boolean).join(' '),
    )
    expect([words.join(', '), status]).toEqual([told, told === '' ? 'ok' : 'warn'])
  },
)
