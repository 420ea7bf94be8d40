import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import { undo } from '../../../src/files/undo.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import {
  assistantData,
  change,
  opencodeId,
  opencodeMessages,
  rowsOf,
  setData,
  storeOpencode,
} from '../subjects/opencode-subject.ts'

const drop = (path: string, ids: readonly string[]): void =>
  change(path, (database) => {
    database.exec('PRAGMA foreign_keys = OFF')
    for (const id of ids) database.prepare('DELETE FROM message WHERE id = ?').run(id)
  })

for (const lost of [['msg_1'], ['msg_2'], ['msg_3'], ['msg_1', 'msg_3']])
  test(`the parts of ${lost.join(' and ')} are never sent, for the row of their message is gone`, async () => {
    const home = tempFolder()
    const path = storeOpencode(home)
    drop(path, lost)
    const before = rowsOf(path)
    const ref = (await opencode.recognise(path))!
    const session = await opencode.open(ref)
    expect(session.findings.map(({ code, detail }) => [code, detail['id']])).toEqual(
      lost.map((id) => ['missing_row', id]),
    )
    const options = { folder: join(home, 'backups'), liveness: false, reason: 'test' } as const
    const { backupId } = await session.plan([]).apply(options)
    const again = await opencode.open(ref)
    expect(again.messages).toEqual(opencodeMessages)
    expect(again.findings).toEqual([])
    await undo(backupId, options)
    expect(rowsOf(path)).toEqual(before)
  })

test('a message that the event log still holds is made of guesses', async () => {
  const path = storeOpencode(tempFolder())
  drop(path, ['msg_2'])
  const info = { id: 'msg_2', sessionID: opencodeId, ...assistantData({ finish: 'tool-calls', cost: 7 }) }
  change(path, (database) =>
    database
      .prepare('INSERT INTO event VALUES (?, ?, 1, ?, ?)')
      .run('evt_1', opencodeId, 'message.updated.1', JSON.stringify({ info })),
  )
  const session = await opencode.open((await opencode.recognise(path))!)
  expect(session.findings).toMatchObject([{ code: 'missing_row', detail: { restored: 'event' } }])
  expect(session.messages).toEqual(opencodeMessages)
})

test('parts without any message to learn from are removed (I4)', async () => {
  const path = storeOpencode(tempFolder())
  drop(path, ['msg_1', 'msg_2', 'msg_3'])
  const session = await opencode.open((await opencode.recognise(path))!)
  expect(session.findings.map(({ code }) => code)).toContain('missing_row')
  expect(session.plan([]).changes).toEqual([])
})

test('a message that goes with its parts, for nothing tells what any of them was, does not come back with them (I7)', async () => {
  const home = tempFolder()
  const path = storeOpencode(home)
  for (const id of ['msg_1', 'msg_2', 'msg_3']) setData(path, 'message', id, '{"torn')
  change(path, (database) => database.exec(`UPDATE part SET data = '{"torn'`))
  const before = rowsOf(path)
  const write = (await opencode.open((await opencode.recognise(path))!)).plan([])
  const options = { folder: join(home, 'backups'), liveness: false, reason: 'test' } as const
  const { backupId } = await write.apply(options)
  expect(JSON.stringify(rowsOf(path))).not.toMatch(/'msg_|'prt_/)
  await undo(backupId, options)
  expect(rowsOf(path)).toEqual(before)
})
