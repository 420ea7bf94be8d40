import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  appendRunEvent,
  appendStreamEvent,
  appendTurnEvent,
  deleteTurnJournals,
  foldTurns,
  readRun,
  readTurnJournal,
  replayRuns,
  staleRunEvent,
  summariseRun,
  type NewTurnEvent,
  type RunEvent,
} from '../../src/audit.ts'
import { pendingTurns, type FoldedTurn } from '../../src/agents/hermes-webui/fold-turns.ts'
import type { TurnEvent } from '../../src/agents/hermes-webui/turn-event.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { casesOf, promised } from './hermes-cases.ts'
import { hermesScene } from './hermes-scene.ts'

type Pairs = readonly (readonly [string, Record<string, unknown>])[]
const runOf = (pairs: unknown): readonly RunEvent[] =>
  (pairs as Pairs).map(([event, payload], at) => ({ event, payload, seq: at + 1 }))

test.each(casesOf('journal.read'))('$id: a turn journal reads otherwise', async (given) => {
  const { folder } = hermesScene(given.given)
  const { events, malformed } = await readTurnJournal(nodeFs, folder, 's')
  const observed = { events: events.map(({ event }) => event), malformed }
  expect(observed).toMatchObject(promised(given, observed))
})

test.each(casesOf('journal.derive'))('$id: events fold to another state', (given) => {
  const events = given.given['events'] as Parameters<typeof foldTurns>[0]
  const timed = [...events].sort((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0))
  // As one writer wrote them, and as the clocks of several tell: a final state stays in both.
  for (const each of [events, timed]) expect(foldTurns(each)).toMatchObject(promised(given, foldTurns(each)))
})

test.each<readonly [events: readonly Omit<TurnEvent, 'turn_id'>[], turn: Partial<FoldedTurn>]>([
  [[{ event: 'odd' }, { event: 'odder' }], { state: 'odder', isTerminal: false }],
  [[{ event: 'worker_started' }, { event: 'submitted' }], { state: 'worker_started', isTerminal: false }],
  [[{ event: 'completed' }, { event: 'assistant_started' }], { state: 'completed', isTerminal: true }],
  [[{ event: 'completed' }, { event: 'interrupted' }], { state: 'interrupted', isTerminal: true }],
  [
    [
      { event: 'worker_started', created_at: 1, content: '', attachments: 'no list' },
      { event: 'submitted', created_at: 2, content: 'first', attachments: [1], stream_id: 'x' },
      { event: 'submitted', created_at: 3, content: 'second', attachments: [2], stream_id: 'y' },
    ],
    { state: 'worker_started', isTerminal: false, content: 'first', attachments: [1], submittedAt: 2, streamID: 'x' },
  ],
  [
    [
      { event: 'worker_started', created_at: 1 },
      { event: 'completed', created_at: 2 },
    ],
    { state: 'completed', isTerminal: true, submittedAt: 1 },
  ],
])('%j fold to another turn', (events, turn) => {
  const { turns, collisions } = foldTurns(events.map((event) => ({ ...event, turn_id: 't' }) as TurnEvent))
  expect(turns).toEqual([{ turnID: 't', ...turn }])
  const finals = events.map(({ event }) => event).filter((event) => event === 'completed' || event === 'interrupted')
  expect(collisions).toEqual(finals.length > 1 ? [{ turn_id: 't', events: finals }] : [])
})

const hi = (more: object = {}): object => ({ role: 'user', content: 'hi', timestamp: 100, ...more })
test.each<readonly [turns: string, messages: readonly unknown[], pending: string]>([
  ['t', [], 't'],
  ['t', [hi()], ''],
  ['t', [hi({ timestamp: 105 })], ''],
  ['t', [hi({ timestamp: 95 })], ''],
  ['t', [hi({ timestamp: 105.1 })], 't'],
  ['t', [hi({ timestamp: '100' })], 't'],
  ['t', [hi({ role: 'assistant' })], 't'],
  ['t', [hi({ content: 'ho' })], 't'],
  ['t', [{ role: 'user', content: 'ho', turn_id: 't' }], ''],
  ['t', [{ role: 'user', content: 'ho', _turn_id: 't' }], ''],
  ['t', [{ role: 'user', content: 'ho', turn_id: 'u' }], 't'],
  ['t', [{ role: 'assistant', turn_id: 't' }], 't'],
  ['t', [null, 'hi', hi()], ''],
  ['t u', [hi()], 'u'],
  ['t u', [hi(), hi()], ''],
  ['t U', [hi()], 't'],
  ['T', [], ''],
])('of the turns %s with %j others than %j wait for an answer', (ids, messages, pending) => {
  // A capital has ended.
  const turns = ids.split(' ').map((turnID): FoldedTurn => {
    return { turnID, state: 'x', isTerminal: turnID !== turnID.toLowerCase(), content: 'hi', submittedAt: 100 }
  })
  expect(
    pendingTurns(turns, messages)
      .map(({ turnID }) => turnID)
      .join(' '),
  ).toBe(pending)
})

test('a turn that asks for nothing waits, or one of unknown time is taken for a message by its text alone', () => {
  const turn = { turnID: 't', state: 'submitted', isTerminal: false }
  expect(pendingTurns([turn], [])).toEqual([])
  expect(pendingTurns([{ ...turn, content: 'hi' }], [hi()])).toHaveLength(1)
})

test.each(casesOf('journal.append'))('$id: an append is not what was asked for', async (given) => {
  const { folder, backups } = hermesScene(given.given)
  const fs = new FaultFs()
  const sessionID = String(given.given['sessionId'] ?? 's')
  const [event] = (given.given['append'] ?? [{ event: 'submitted' }]) as NewTurnEvent[]
  const written = await appendTurnEvent(folder, sessionID, event!, { ...backups, fs }).catch(
    (cause: Error) => cause.message,
  )
  const journal = join(folder, '_turn_journal', 's.jsonl')
  const lines = typeof written === 'string' ? [] : readFileSync(journal, 'utf8').trim().split('\n')
  const refused = typeof written === 'string' ? written : undefined
  expect(refused?.includes(String(given.then['throws'])) ?? given.then['throws'] === undefined).toBe(true)
  expect(lines.map((line) => JSON.parse(line))).toEqual(refused ? [] : [written])
  expect(fs.names.includes('fsync') && fs.names.includes('syncFolder')).toBe(refused === undefined)
})

test.each(casesOf('journal.appendForStream'))('$id: a stream is another turn', async (given) => {
  const { folder, backups } = hermesScene({})
  for (const event of given.given['append'] as NewTurnEvent[]) await appendTurnEvent(folder, 's', event, backups)
  const { stream, event } = given.when
  const written = await appendStreamEvent(folder, 's', String(stream), { event: String(event) }, backups)
  expect(written.turn_id).toMatch(given.then['turn_id'] === '<generated>' ? /^[0-9a-f]{32}$/ : /^t1$/)
  expect(written.event).toBe(event)
})

test.each(casesOf('journal.delete'))('$id: a delete takes other journals', async (given) => {
  const { folder } = hermesScene(given.given)
  const removed = await deleteTurnJournals(folder, String(given.when['session']))
  const observed = { removed, left: readdirSync(join(folder, '_turn_journal')) }
  expect(observed).toEqual(given.then)
})

test.each(casesOf('journal.append+read'))('$id: a separator in a text splits its line', async (given) => {
  const { folder, backups } = hermesScene({})
  const content = `${String(given.given['appendContent'])}\u2028\u2029\u0085`
  await appendTurnEvent(folder, 's', { event: 'submitted', content }, backups)
  const { events, malformed } = await readTurnJournal(nodeFs, folder, 's')
  expect(events).toMatchObject([{ content }])
  expect({ events: events.length, malformed: malformed.length }).toEqual(given.then)
})

test.each(casesOf('journal.append {submitted t2} to the same file, then read'))(
  '$id: a torn line takes the next one with it',
  async (given) => {
    const { folder, backups } = hermesScene(given.given)
    await appendTurnEvent(folder, 's', { event: 'submitted', turn_id: 't2' }, backups)
    const { events, malformed } = await readTurnJournal(nodeFs, folder, 's')
    expect({ turns: events.map(({ turn_id }) => turn_id), malformed: malformed.length }).toEqual(given.then)
  },
)

test.each(casesOf('run.summary'))('$id: a run ended otherwise', (given) => {
  expect(summariseRun(runOf(given.given['run']))).toEqual(given.then)
})

test.each(casesOf('run.staleEvent'))('$id: a reader waits for ever, or is told an end that was none', (given) => {
  const stale = staleRunEvent(runOf(given.given['run']))
  const observed = { ...stale, event: stale?.event ?? null, written: false }
  expect(observed).toMatchObject(promised(given, observed))
})

async function writeRun(folder: string, runID: string, pairs: unknown, sessionID = 's1'): Promise<void> {
  for (const { event } of runOf(pairs))
    await appendRunEvent(folder, sessionID, runID, { event }, { folder: join(folder, '..', 'backups') })
}

test.each(casesOf('run.read'))('$id: a part of a run is another part', async (given) => {
  const { folder } = hermesScene({})
  await writeRun(folder, 'r', given.given['run'])
  const run = await readRun(folder, 's1', 'r', {
    afterSeq: Number(given.when['after_seq']),
    maxSeq: Number(given.when['max_seq']),
  })
  expect(run?.events.map(({ seq }) => seq)).toEqual(given.then['seqs'])
})

test.each(casesOf('run.append'))('$id: a run has gaps, or is synced at another moment', async (given) => {
  const { folder, backups } = hermesScene({})
  const { run = [['token', {}]], concurrentAppends = 1, fsyncMode, appendWithSeq = 0 } = given.given
  const fs = new FaultFs()
  const options = {
    ...backups,
    fs,
    fsyncMode: fsyncMode === 'eager' ? 'eager' : 'terminal-only',
    seq: Number(appendWithSeq),
  } as const
  const written = await Promise.all(
    Array.from({ length: Number(concurrentAppends) }, async () => {
      let seq = 0
      for (const { event } of runOf(run)) seq = (await appendRunEvent(folder, 's', 'r', { event }, options)).seq
      return seq
    }),
  )
  const last = Math.max(...written)
  const seqs = (await readRun(folder, 's', 'r'))!.events.map(({ seq }) => seq)
  const isGapless = seqs.every((seq, at) => seq === Number(appendWithSeq) + at + 1)
  const observed = {
    seqs: isGapless ? `1..${seqs.length} unique, gapless` : seqs,
    seq: last,
    fsyncs: fs.names.filter((name) => name === 'fsync').length,
  }
  expect(observed).toMatchObject(promised(given, observed))
})

test.each(casesOf('replay'))('$id: a reader is told too much, too little, or a part', async (given) => {
  const { folder } = hermesScene({})
  const { runs, foreign, dropSeq, appendSeq, maxBytes } = given.given
  for (const [runID, pairs] of Object.entries(Object(runs))) await writeRun(folder, runID, pairs)
  for (const [other, names] of Object.entries(Object(foreign)))
    for (const runID of names as string[]) await writeRun(folder, runID, [['token', {}]], other)
  if (dropSeq !== undefined) {
    const [runID, seq] = dropSeq as [string, number]
    const path = join(folder, '_run_journal', 's1', `${runID}.jsonl`)
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    const added = JSON.stringify({ event: 'token', seq: (appendSeq as [string, number])[1] })
    writeFileSync(path, `${[...lines.filter((line) => JSON.parse(line).seq !== seq), added].join('\n')}\n`)
  }
  const options = maxBytes === undefined ? {} : { maxBytes: Number(maxBytes) }
  const { status, events } = await replayRuns(folder, 's1', String(given.when['cursor']), options)
  expect({ status, events: events.map(({ event_id }) => event_id) }).toEqual(given.then)
})

test('a writer that shares its shard with a torn line of another session reads it', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, '_turn_journal'))
  writeFileSync(
    join(folder, '_turn_journal', 's~w.jsonl'),
    '{"event":"submitted","turn_id":"a","created_at":9}\n{"event":"com',
  )
  await appendTurnEvent(
    folder,
    's',
    { event: 'completed', turn_id: 'a' },
    { writer: 'w', folder: join(folder, 'backups') },
  )
  expect(foldTurns((await readTurnJournal(nodeFs, folder, 's')).events).states).toEqual({ a: 'completed' })
})

test('what is no message of a person answers for a turn', () => {
  const { turns } = foldTurns([{ event: 'submitted', turn_id: 'a', content: 'a', created_at: 1 } as TurnEvent])
  const others = [null, 'a', 7, { role: 'assistant', turn_id: 'a' }, { content: 'a', timestamp: 1 }]
  expect(pendingTurns(turns, others)).toEqual(turns)
  expect(pendingTurns(turns, [...others, { role: 'user', turn_id: 'a' }])).toEqual([])
})
