import { describe, expect, test } from 'vitest'
import { appendStreamEvent, appendTurnEvent } from '../../../src/agents/hermes-webui/append-turn-event.ts'
import { readTurnJournal } from '../../../src/agents/hermes-webui/read-turn-journal.ts'
import { appendRunEvent, listRuns, readRun } from '../../../src/agents/hermes-webui/run-journal.ts'
import { restoreEarlierVersion } from '../../../src/agents/hermes-webui/earlier-versions.ts'
import { deleteSession, saveSession } from '../../../src/agents/hermes-webui/save-session.ts'
import { readSessionCopy } from '../../../src/agents/hermes-webui/session-copy.ts'
import { readTombstones } from '../../../src/agents/hermes-webui/tombstones.ts'
import type { Fs } from '../../../src/files/fs.ts'
import { provesFaults, provesWaiting } from '../../files/call-proofs.ts'
import { MemoryFs } from '../../files/memory-fs.ts'

const HOME = '/home/sessions'
const on = (fs: Fs) => ({ fs, folder: '/backups', now: () => 5000 }) as const
const session = (...texts: string[]) => ({
  session_id: 's',
  messages: texts.map((content) => ({ role: 'user', content })),
})

async function messagesOf(fs: Fs, name: string): Promise<number | string> {
  const copy = await readSessionCopy(fs, `${HOME}/${name}`)
  return copy.state === 'sound' ? copy.session.messages.length : copy.state
}

const turnsOf = async (fs: Fs): Promise<unknown[]> =>
  (await readTurnJournal(fs, HOME, 's')).events.map(({ event }) => event)
const runOf = async (fs: Fs): Promise<unknown> =>
  (await readRun(HOME, 's', 'r', { fs }))?.events.map(({ seq, event }) => `${seq} ${event}`)

interface Work {
  readonly run: (fs: Fs) => Promise<unknown>
  /** What is known after a power loss right behind it. */
  readonly look: (fs: Fs) => Promise<unknown>
  readonly after: unknown
  readonly harmless?: readonly string[]
}

const works: Readonly<Record<string, Work>> = {
  'an event of a turn': {
    run: (fs) => appendTurnEvent(HOME, 's', { event: 'completed', turn_id: 't' }, on(fs)),
    look: turnsOf,
    after: ['submitted', 'completed'],
    harmless: ['unlink'],
  },
  'an event of another writer': {
    run: async (fs) => {
      const { turn_id } = await appendStreamEvent(
        HOME,
        's',
        'stream',
        { event: 'completed' },
        { ...on(fs), writer: 'w' },
      )
      return turn_id
    },
    look: turnsOf,
    after: ['submitted', 'completed'],
    harmless: ['unlink'],
  },
  'the end of a run': {
    run: (fs) => appendRunEvent(HOME, 's', 'r', { event: 'done' }, on(fs)),
    look: runOf,
    after: ['1 token', '2 done'],
    harmless: ['unlink'],
  },
  'the first event of a run': {
    run: (fs) => appendRunEvent(HOME, 's', 'new', { event: 'token' }, { ...on(fs), fsyncMode: 'eager' }),
    look: (fs) => listRuns(HOME, 's', fs),
    after: ['new', 'r'],
    harmless: ['unlink'],
  },
  'a longer session': {
    run: (fs) => saveSession(HOME, session('a', 'b', 'c'), on(fs)),
    look: async (fs) => [await messagesOf(fs, 's.json'), await messagesOf(fs, 's.json.bak')],
    after: [3, 'absent'],
    harmless: ['close', 'fstat', 'lstat', 'open', 'read', 'readdir', 'unlink'],
  },
  'a deleted session': {
    run: (fs) => deleteSession(HOME, 's', on(fs)),
    look: async (fs) => [
      await messagesOf(fs, 's.json'),
      await turnsOf(fs),
      await listRuns(HOME, 's', fs),
      [...(await readTombstones(fs, HOME)).ids],
    ],
    after: ['absent', [], [], ['s']],
    harmless: ['close', 'fstat', 'lstat', 'open', 'read', 'readdir', 'unlink'],
  },
}
const rows = Object.entries(works)

/** What may fail without harm, so that it is only asked whether it waits. */
const versions: Readonly<Record<string, Work['run']>> = {
  'a session that has shrunk again': (fs) => saveSession(HOME, session('a'), { ...on(fs), versions: 2 }),
  'a version that is back': (fs) => restoreEarlierVersion(HOME, 's', 2, { ...on(fs), versions: 2 }),
}

async function disk(): Promise<MemoryFs> {
  const fs = new MemoryFs()
  fs.put(`${HOME}/s.json`, JSON.stringify(session('a', 'b')))
  await appendTurnEvent(HOME, 's', { event: 'submitted', turn_id: 't', stream_id: 'stream' }, on(fs))
  await appendRunEvent(HOME, 's', 'r', { event: 'token' }, { ...on(fs), fsyncMode: 'eager' })
  return fs.copy()
}

describe('what a folder of Hermes is given', () => {
  test.each(rows)('%s: the call does not wait for the system, or leaves a file open', async (_, { run }) => {
    expect((await provesWaiting(await disk(), run)).overlaps).toEqual([])
  })

  test.each(Object.entries(versions))('%s: the call does not wait until older ones are gone', async (_, run) => {
    const fs = await disk()
    for (const [count, end] of ['bak', 'bak.1', 'bak.2'].entries())
      fs.put(`${HOME}/s.json.${end}`, JSON.stringify(session(...'abcdef'.slice(count))))
    expect((await provesWaiting(fs, run)).overlaps).toEqual([])
    expect(fs.paths().filter((path) => path.includes('.bak'))).toEqual([`${HOME}/s.json.bak`, `${HOME}/s.json.bak.3`])
  })

  test.each(rows)('%s: the call is over before it is durable (I8)', async (_, { run, look, after }) => {
    const fs = await disk()
    expect(await look(fs)).not.toEqual(after)
    await run(fs)
    expect(await look(fs)).toEqual(after)
    expect(await look(fs.powerLoss(() => 0.6))).toEqual(after)
  })

  test.each(rows)(
    '%s: a fault is hidden, or half of it stays (I10)',
    async (_, { run, look, after, harmless = [] }) => {
      const proof = provesFaults(disk, run, async (fs, { name, place }, isDone) => {
        const seen = await look(fs)
        expect([place, isDone ? seen : after]).toEqual([place, after])
        const left = fs.paths().filter((path) => name !== 'unlink' && path.endsWith('repair-tmp'))
        expect([place, left]).toEqual([place, []])
      })
      expect(await proof).toEqual(harmless)
    },
  )
})
