import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { AgentSession, SessionRef } from '../../../src/agents/agent.ts'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import { undoRepair } from '../../../src/doctor/undo-repair.ts'
import type { LivenessOptions } from '../../../src/files/who-holds.ts'
import { backupFolderPath } from '../../../src/files/backup-folder.ts'
import { FileWorkError } from '../../../src/files/file-work-error.ts'
import { undo } from '../../../src/files/undo.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import {
  assistantData,
  change,
  nextTurn,
  opencodeId,
  opencodeMessages,
  rowsOf,
  setData,
  storeOpencode,
} from '../subjects/opencode-subject.ts'
import { openElsewhere } from './rival.ts'

const edit: Edit = { op: 'remove', index: 3, before: opencodeMessages[3], because: [], loss: 'none' }
const shorter = opencodeMessages.slice(0, 3)
const liveness: LivenessOptions = { recentMs: 1000 }

interface Scene {
  readonly home: string
  readonly path: string
  readonly ref: SessionRef
  readonly options: { readonly folder: string; readonly reason: string; readonly liveness: LivenessOptions }
  readonly open: () => Promise<AgentSession>
}

function scene(): Scene {
  const home = tempFolder()
  const path = storeOpencode(home)
  const ref: SessionRef = { agent: 'opencode', id: opencodeId, path, sizeBytes: 0, modifiedMs: 0 }
  const options = { folder: backupFolderPath({ HOME: home }), reason: 'test', liveness }
  return { home, path, ref, options, open: () => opencode.open(ref) }
}

/** An answer whose row was written this long ago. */
const answered = (path: string, id: string, session: string, agoMs: number, time: object): void =>
  change(path, (database) => {
    const at = Date.now() - agoMs
    const data = JSON.stringify(assistantData({ time: { created: at, ...time } }))
    database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run(id, session, at, at, data)
  })

const otherSession = (path: string): void => {
  change(path, (database) =>
    database
      .prepare('INSERT INTO session VALUES (?, ?, NULL, ?, ?, ?, NULL, 1, 2)')
      .run('ses_other', 'global', '/w', 'title', '1.18.33'),
  )
  answered(path, 'msg_other', 'ses_other', 0, {})
}

test('a running opencode blocks writes to all of its sessions', async () => {
  const { open, options, path, ref } = scene()
  otherSession(path)
  await openElsewhere(path, 'SELECT 1 FROM part')
  const before = rowsOf(path)
  const { backupId } = await (await open()).plan([edit]).apply(options)
  expect((await open()).messages).toEqual(shorter)
  await undo(backupId, options)
  expect(rowsOf(path)).toEqual(before)
  expect(await opencode.live({ ...ref, id: 'ses_other' }, 1000)).toMatchObject({ live: true })
  // One of which there is nothing, not even a row.
  expect(await opencode.live({ ...ref, id: 'ses_none' }, 1000)).toMatchObject({ live: false })
})

test('a reader of another process keeps a session from being repaired, or its undo from being exact', async () => {
  const { open, options, path } = scene()
  await openElsewhere(path, 'BEGIN; SELECT 1 FROM part')
  const before = rowsOf(path)
  const { backupId } = await (await open()).plan([edit]).apply(options)
  expect((await open()).messages).toEqual(shorter)
  await undo(backupId, options)
  expect(rowsOf(path)).toEqual(before)
})

describe('a session in which the running opencode is in a turn is written to, or one in which it is not stays refused:', () => {
  const minute = 60_000
  test.each([
    ['an answer that waits for the model for five minutes', {}, 5 * minute, '', 'live'],
    ['an answer that waits for the model for eleven minutes', {}, 11 * minute, '', undefined],
    ['an answer whose tool runs for half an hour', {}, 30 * minute, '"status":"running"', 'live'],
    ['an answer that is complete', { completed: 6 }, 5 * minute, '', undefined],
  ])('%s', async (_what, time, quietMs, marker, refused) => {
    const { open, options, path } = scene()
    await openElsewhere(path, 'SELECT 1 FROM part')
    answered(path, 'msg_9', opencodeId, 0, time)
    if (marker)
      change(path, (database) =>
        database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)').run('prt_9', 'msg_9', opencodeId, `{${marker}}`),
      )
    const before = rowsOf(path)
    const write = (await open()).plan([edit])
    const later = { ...options, liveness: { ...liveness, now: () => Date.now() + quietMs } }
    const outcome = await write.apply(later).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    expect(outcome === undefined).toBe(refused === undefined)
    expect({ refused, untouched: isDeepStrictEqual(rowsOf(path), before) }).toEqual({
      refused: outcome instanceof FileWorkError ? outcome.code : undefined,
      untouched: refused !== undefined,
    })
  })

  test('an answer that was broken off before the program has started', async () => {
    const { open, options, path } = scene()
    answered(path, 'msg_9', opencodeId, 5 * minute, {})
    await openElsewhere(path, 'SELECT 1 FROM part')
    await (await open()).plan([edit]).apply(options)
    expect((await open()).messages).toEqual(shorter)
  })
})

describe('a rival', () => {
  test('that commits a row while the repair waits for its lock is overwritten', async () => {
    const { open, options, path } = scene()
    const write = (await open()).plan([edit])
    const newer = JSON.stringify({ type: 'text', text: 'Newer.' })
    await openElsewhere(path, `BEGIN IMMEDIATE; UPDATE part SET data = '${newer}' WHERE id = 'prt_8'`, 'COMMIT')
    await expect(write.apply(options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect((await open()).messages[3]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Newer.' }] })
    await expect(undo(undefined, options)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that begins a turn while the repair waits for its lock is written over', async () => {
    const { open, options, path } = scene()
    const write = (await open()).plan([edit])
    const turn = `INSERT INTO message VALUES ('msg_9', '${opencodeId}', 9, ${Date.now()}, '{}')`
    await openElsewhere(path, `BEGIN IMMEDIATE; ${turn}`, 'COMMIT')
    await expect(write.apply(options)).rejects.toMatchObject({ code: 'live' })
    expect((await open()).messages).toEqual(opencodeMessages)
  })

  test('loses rows of another session to an undo', async () => {
    const { open, options, path } = scene()
    const { backupId } = await (await open()).plan([edit]).apply(options)
    otherSession(path)
    await undo(backupId, options)
    expect((await open()).messages).toEqual(opencodeMessages)
    change(path, (database) =>
      expect(database.prepare("SELECT count(*) AS n FROM message WHERE id = 'msg_other'").get()).toEqual({ n: 1 }),
    )
  })
})

test('an undo overwrites what was written after the repair, or what --force overwrites is lost', async () => {
  const { open, options, path } = scene()
  const after = { role: 'assistant', content: [{ type: 'text', text: 'All.' }] }
  const replaced: Edit = { ...edit, op: 'replace', after }
  const { backupId } = await (await open()).plan([replaced]).apply(options)
  setData(path, 'part', 'prt_8', JSON.stringify({ type: 'text', text: 'Mine.' }))
  const mine = rowsOf(path)
  await expect(undo(backupId, options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(rowsOf(path)).toEqual(mine)
  const { backup } = await undo(backupId, { ...options, force: true })
  expect((await open()).messages).toEqual(opencodeMessages)
  await undo(backup?.id, options)
  expect(rowsOf(path)).toEqual(mine)
})

test('an undo removes a message under which the program has gone on', async () => {
  const { open, options, path } = scene()
  const before = rowsOf(path)
  const { backupId } = await (await open()).plan([nextTurn]).apply(options)
  const [made] = (await open()).locate({ messageIndex: 4 })
  change(path, (database) =>
    database.exec(
      `INSERT INTO part SELECT 'prt_new', message_id, session_id, 1, 2, data FROM part WHERE id = '${made?.id}'`,
    ),
  )
  await expect(undo(backupId, options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  change(path, (database) => database.exec("DELETE FROM part WHERE id = 'prt_new'"))
  await undo(backupId, options)
  expect(rowsOf(path)).toEqual(before)
})

test.each(['msg_1', 'msg_2', 'msg_3'])('%s is made again for its parts, and undo takes the parts along', async (id) => {
  const { open, options, path } = scene()
  change(path, (database) => database.exec(`PRAGMA foreign_keys = OFF; DELETE FROM message WHERE id = '${id}'`))
  const before = rowsOf(path)
  const { backupId } = await (await open()).plan([]).apply(options)
  expect((await open()).messages).toEqual(opencodeMessages)
  await undo(backupId, options)
  expect(rowsOf(path)).toEqual(before)
})

test('an undo writes to a session in which the running opencode is in a turn', async () => {
  const { home, open, options, path } = scene()
  await (await open()).plan([edit]).apply(options)
  await openElsewhere(path, 'SELECT 1 FROM part')
  answered(path, 'msg_9', opencodeId, 0, {})
  const environment = { home, env: { HOME: home }, now: Date.now }
  await expect(undoRepair({}, environment)).rejects.toMatchObject({ code: 'refused' })
  change(path, (database) => database.exec("DELETE FROM message WHERE id = 'msg_9'"))
  await undoRepair({}, environment)
  expect((await open()).messages).toEqual(opencodeMessages)
})
