import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  appendStreamEvent,
  appendTurnEvent,
  completeTurnEvent,
} from '../../../src/agents/hermes-webui/append-turn-event.ts'
import { lastRunSeq } from '../../../src/agents/hermes-webui/last-run-seq.ts'
import { appendRunEvent, listRuns, readRun } from '../../../src/agents/hermes-webui/run-journal.ts'
import { readTurnJournal } from '../../../src/agents/hermes-webui/read-turn-journal.ts'
import { isTerminalRunEvent, summariseRun, toRunEvent } from '../../../src/agents/hermes-webui/run-event.ts'
import { FaultFs } from '../../files/fault-fs.ts'
import { MemoryFs } from '../../files/memory-fs.ts'
import { tempFolder } from '../../files/temp-folder.ts'

const now = (): number => 1500

test('what an event of a turn lacks is filled in otherwise, or what it says is overwritten', () => {
  expect(completeTurnEvent('s', { event: 'submitted' }, 1500)).toStrictEqual({
    version: 1,
    turn_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    created_at: 1.5,
    event: 'submitted',
    session_id: 's',
  })
  const own = { version: 2, turn_id: 't', created_at: 7, event: 'completed', session_id: 'x', content: 'c' }
  expect(completeTurnEvent('s', own, 1500)).toStrictEqual({ ...own, session_id: 's', terminal: true })
})

test('an event of a turn is written elsewhere, for others to read, or for what is no session, no writer or no event', async () => {
  const folder = tempFolder()
  const options = { folder: join(folder, 'backups'), now }
  const one = await appendTurnEvent(folder, 's', { event: 'submitted', turn_id: 't' }, options)
  const two = await appendTurnEvent(folder, 's', { event: 'completed', turn_id: 't' }, { ...options, writer: 'w' })
  for (const [name, event] of [
    ['s.jsonl', one],
    ['s~w.jsonl', two],
  ] as const) {
    const path = join(folder, '_turn_journal', name)
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(event)}\n`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  for (const [session, event, writer] of [
    ['../s', 'submitted', undefined],
    ['s', '', undefined],
    ['s', 'submitted', '../w'],
  ] as const) {
    const more = writer === undefined ? options : { ...options, writer }
    await expect(appendTurnEvent(folder, session, { event }, more)).rejects.toMatchObject({ code: 'not_a_file' })
  }
})

test('an event of a run is written with other fields, behind a torn line, or the folder is not made durable once', async () => {
  const folder = tempFolder()
  const fs = new FaultFs()
  const options = { folder: join(folder, 'backups'), now, fs }
  const written = await appendRunEvent(folder, 's', 'r', { event: 'token', payload: { a: 1 } }, options)
  expect(written).toStrictEqual({
    version: 1,
    event: 'token',
    payload: { a: 1 },
    seq: 1,
    event_id: 'r:1',
    session_id: 's',
    run_id: 'r',
    created_at: 1.5,
  })
  const path = join(folder, '_run_journal', 's', 'r.jsonl')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const synced = (): number => fs.names.filter((name) => name === 'syncFolder').length
  const first = synced()
  appendFileSync(path, '{"torn')
  expect((await appendRunEvent(folder, 's', 'r', { event: 'done' }, options)).seq).toBe(2)
  const [, torn, last] = readFileSync(path, 'utf8').split('\n')
  expect([torn, last]).toEqual(['{"torn', expect.stringContaining('"seq":2')])
  expect([first, synced()]).toEqual([4, 4])
  const read = await readRun(folder, 's', 'r')
  expect([read?.events.map(({ seq }) => seq), read?.malformed, read?.bytes]).toEqual([[1, 2], [2], statSync(path).size])
  await appendRunEvent(folder, 's', 'a', { event: 'done' }, options)
  expect(await listRuns(folder, 's')).toEqual(['a', 'r'])
  expect([await listRuns(folder, '../s'), await listRuns(folder, 'none'), await readRun(folder, 's', 'none')]).toEqual([
    [],
    [],
    undefined,
  ])
  await expect(readRun(folder, 's', '../r')).rejects.toMatchObject({ code: 'not_a_file' })
  await expect(readRun(folder, '../s', 'r')).rejects.toMatchObject({ code: 'not_a_file' })
})

test('the number of the next event is looked for in all of a long run, or is not the one behind the last', async () => {
  const event = (seq: number, fill = 0): string => `${JSON.stringify({ event: 'token', seq, x: 'x'.repeat(fill) })}\n`
  const long = event(1).repeat(9_000)
  const rows: readonly (readonly [text: string, seq: number | undefined])[] = [
    ['', 0],
    ['{"torn', 0],
    ['\n\n', 0],
    [event(7), 7],
    [event(7).trimEnd(), 7],
    [`\n${event(7)}\n{"torn`, 7],
    [`${long}${event(9)}`, 9],
    [`${event(3)}${'x'.repeat(500_000)}\n`, 3],
    [`${event(2)}${event(4, 40_000)}`, 4],
    [`${'x'.repeat(200_000)}\n`, 0],
  ]
  for (const [text, seq] of rows) {
    const fs = new MemoryFs()
    fs.put('/r', text)
    expect([text.slice(0, 40), await lastRunSeq(fs, '/r')]).toEqual([text.slice(0, 40), seq])
  }
  const disk = new MemoryFs()
  disk.put('/r', long + event(9))
  const fs = new FaultFs(undefined, disk)
  expect([await lastRunSeq(fs, '/none'), await lastRunSeq(fs, '/r')]).toEqual([undefined, 9])
  expect(fs.names.filter((name) => name === 'read').length).toBeLessThan(3)
})

test('lines of several writers stand in another order than their times, or those of one in another than they were written', async () => {
  const fs = new MemoryFs()
  const shards: Readonly<Record<string, readonly (number | null)[]>> = {
    's.jsonl': [null, 5, 2, 9],
    's~a.jsonl': [1, 5, null],
    's~b.jsonl': [null, 9, 3],
  }
  for (const [name, times] of Object.entries(shards)) {
    const lines = times.map((created_at, at) => ({
      event: 'e',
      turn_id: `${name}:${at}`,
      ...(created_at && { created_at }),
    }))
    fs.put(`/h/_turn_journal/${name}`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  const { events } = await readTurnJournal(fs, '/h', 's')
  expect(events.map(({ turn_id }) => turn_id.replace('.jsonl', ''))).toEqual([
    // Without a time: before all that has one.
    's:0',
    's~b:0',
    's~a:0',
    // A clock that stepped back.
    's:1',
    's:2',
    's~a:1',
    's~a:2',
    's:3',
    's~b:1',
    's~b:2',
  ])
})

test.each<readonly [value: unknown, event: unknown]>([
  [
    { event: 'token', seq: 1 },
    { event: 'token', seq: 1 },
  ],
  [
    { event: 'token', seq: 2, payload: { a: 1 }, x: 1 },
    { event: 'token', seq: 2, payload: { a: 1 }, x: 1 },
  ],
  [
    { event: 'token', seq: 1, payload: 'text' },
    { event: 'token', seq: 1 },
  ],
  [{ event: '', seq: 1 }, undefined],
  [{ event: 7, seq: 1 }, undefined],
  [{ event: 'token', seq: 0 }, undefined],
  [{ event: 'token', seq: 1.5 }, undefined],
  [{ event: 'token', seq: '1' }, undefined],
  [{ event: 'token' }, undefined],
  [[], undefined],
  [null, undefined],
])('%j is read as another event of a run', (value, event) => {
  expect(toRunEvent(value)).toStrictEqual(event)
})

test('another event than one of an end ends a run', () => {
  const names = ['done', 'stream_end', 'cancel', 'apperror', 'error', 'token', 'toString', '']
  expect(names.filter((event) => isTerminalRunEvent({ event, seq: 1 }))).toEqual(names.slice(0, 5))
})

const ending = (event: string, type?: unknown): object => ({ event, ...(type !== undefined && { payload: { type } }) })

test.each<readonly [events: readonly object[], state: string]>([
  [[ending('done')], 'completed'],
  [[ending('stream_end')], 'completed'],
  [[ending('cancel')], 'interrupted-by-user'],
  [[ending('error')], 'errored'],
  [[ending('apperror')], 'errored'],
  [[ending('apperror', 'interrupted')], 'interrupted-by-crash'],
  [[ending('apperror', 'tool_limit_reached')], 'tool_limit_reached'],
  [[ending('apperror', 'lost-worker-bookkeeping')], 'lost-worker-bookkeeping'],
  [[ending('apperror', 'another')], 'errored'],
  [[ending('token'), ending('cancel'), ending('stream_end')], 'interrupted-by-user'],
  [[ending('error'), ending('done')], 'errored'],
])('%j is told as another end of a run', (events, terminal_state) => {
  const numbered = events.map((event, at) => toRunEvent({ ...event, seq: at + 1 })!)
  expect(summariseRun(numbered)).toEqual({ terminal_state, terminal: true, last_seq: events.length })
})

test('events of one stream that come at once begin a turn each', async () => {
  const folder = tempFolder()
  const options = { folder: tempFolder() }
  const written = await Promise.all(
    ['worker_started', 'assistant_started', 'completed'].map((event) =>
      appendStreamEvent(folder, 's', 'stream', { event }, options),
    ),
  )
  expect(new Set(written.map(({ turn_id }) => turn_id)).size).toBe(1)
})
