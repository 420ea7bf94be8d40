import { expect, test } from 'vitest'
import { replayRuns } from '../../src/audit.ts'
import { hermesScene } from './hermes-scene.ts'

const line = (seq: number, more: { readonly session_id?: string | undefined } = {}): string =>
  `${JSON.stringify({ event: 'token', seq, session_id: 's', ...more })}\n`
const run = (...lines: readonly string[]): string => lines.join('')

/** What a session has streamed: two runs, and after them those of a row. */
const sound = { 's/a.jsonl': run(line(1), line(2), line(3)), 's/b.jsonl': run(line(1), line(2)) }
const bytes = line(1).length

type Options = NonNullable<Parameters<typeof replayRuns>[3]>

const rows: readonly (readonly [
  cursor: string,
  answer: string,
  files?: Readonly<Record<string, string>>,
  options?: Options,
])[] = [
  ['a:1', 'ok 2 3 1 2'],
  ['a:3', 'ok 1 2'],
  ['b:1', 'ok 2'],
  ['b:2', 'ok'],
  ['a', 'cursor_invalid'],
  ['a:0', 'cursor_invalid'],
  ['a:1x', 'cursor_invalid'],
  ['xa:1:1', 'cursor_invalid'],
  ['../a:1', 'cursor_invalid'],
  ['_a:1', 'cursor_invalid'],
  [':1', 'cursor_invalid'],
  ['none:1', 'cursor_run_missing'],
  ['none:1', 'cursor_run_missing', { '_none/none.jsonl': line(1), 't/other.jsonl': line(1) }],
  ['none:1', 'cursor_session_mismatch', { 't/none.jsonl': line(1) }],
  ['none:1', 'cursor_run_missing', { 'stray.jsonl': line(1) }],
  ['none:1', 'cursor_session_mismatch', { 'stray.jsonl': line(1), 't/none.jsonl': line(1) }],
  ['a\\b:1', 'cursor_invalid'],
  ['a:4', 'cursor_event_missing'],
  ['a:1', 'replay_malformed', { 's/a.jsonl': run(line(1), '{"event":"tok\n', line(2)) }],
  ['a:1', 'replay_malformed', { 's/b.jsonl': '{"event":"tok' }],
  ['a:1', 'cursor_session_mismatch', { 's/b.jsonl': run(line(1), line(2, { session_id: 't' })) }],
  ['a:1', 'ok 2 3 1', { 's/b.jsonl': line(1, { session_id: undefined }) }],
  ['a:1', 'replay_noncontiguous', { 's/a.jsonl': run(line(1), line(3)) }],
  ['a:3', 'replay_noncontiguous', { 's/b.jsonl': line(2) }],
  ['a:2', 'ok 3 1 2', { 's/a.jsonl': run(line(1), line(2), line(3)) }],
  ['a:1', 'ok 2 3 1 2', {}, { maxRows: 4 }],
  ['a:1', 'replay_limit_rows', {}, { maxRows: 3 }],
  ['a:1', 'ok 2 3 1 2', {}, { maxBytes: 4 * bytes }],
  ['a:1', 'replay_limit_bytes', {}, { maxBytes: 4 * bytes - 1 }],
]

test.for(rows)('from %s on a reader is told otherwise than %j (row %$)', async ([cursor, answer, files, options]) => {
  const all = Object.entries({ ...sound, ...files }).map(([name, text]) => [`_run_journal/${name}`, text])
  const { folder } = hermesScene({ filesRaw: Object.fromEntries(all) })
  const { status, events } = await replayRuns(folder, 's', cursor, options)
  expect([status, ...events.map(({ seq }) => seq)].join(' ')).toBe(answer)
})

test('without limits of its own a reader is told less than 4,096 events or 4 MiB, or more', async () => {
  const answered = async (text: string): Promise<string> => {
    const { folder } = hermesScene({ filesRaw: { '_run_journal/s/a.jsonl': text } })
    return (await replayRuns(folder, 's', 'a:1')).status
  }
  const events = (count: number): string => run(...Array.from({ length: count }, (_, at) => line(at + 1)))
  expect([await answered(events(4097)), await answered(events(4098))]).toEqual(['ok', 'replay_limit_rows'])
  const long = (length: number): string => {
    const made = (text: string): string => `${JSON.stringify({ event: 'token', seq: 2, session_id: text })}\n`
    return made('').replace('""', `"s","text":"${'x'.repeat(length - made('').length - '"s","text":'.length)}"`)
  }
  expect(long(1000)).toHaveLength(1000)
  const limit = 4 * 1024 * 1024
  expect([await answered(run(line(1), long(limit))), await answered(run(line(1), long(limit + 1)))]).toEqual([
    'ok',
    'replay_limit_bytes',
  ])
})

test('a folder without runs is an error', async () => {
  expect(await replayRuns(hermesScene({}).folder, 's', 'a:1')).toEqual({ status: 'cursor_run_missing', events: [] })
})
