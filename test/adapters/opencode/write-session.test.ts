import { expect, test } from 'vitest'
import { applyInPlace } from '../../../src/adapters/opencode/apply-in-place.ts'
import { writeSession } from '../../../src/adapters/opencode/write-session.ts'
import type { RowChange } from '../../../src/agents/opencode/stored-rows.ts'
import { opencodeId } from '../../agents/subjects/opencode-subject.ts'
import { FakeOpencode } from './fake-opencode.ts'

const row = (id: string, messageId = 'msg_2') => ({ id, messageId, timeCreated: 1, timeUpdated: 1, text: '{}' })

const changes: RowChange[] = [
  { op: 'delete', table: 'part', row: row('prt_3') },
  { op: 'update', table: 'part', row: row('prt_4'), value: { type: 'text', text: 'Looked.' } },
  { op: 'delete', table: 'message', row: row('msg_3', 'msg_3') },
  { op: 'insert', table: 'part', row: row('prt_50'), value: { type: 'text', text: 'New.' } },
]

test('something is deleted before all else is written, or a change that has no call is found half-way', async () => {
  const client = new FakeOpencode()
  await writeSession(client, opencodeId, changes)
  expect(client.calls).toEqual(['patch prt_4', 'patch prt_50', 'delete prt_3', 'delete msg_3'])
  expect(client.part('prt_4')).toEqual({
    id: 'prt_4',
    messageID: 'msg_2',
    sessionID: opencodeId,
    type: 'text',
    text: 'Looked.',
  })
  const untouched = new FakeOpencode()
  const impossible: RowChange = {
    op: 'insert',
    table: 'message',
    row: row('msg_25', 'msg_25'),
    value: { role: 'user' },
  }
  await expect(
    writeSession(untouched, opencodeId, [...changes, impossible, { ...impossible, row: row('msg_99', 'msg_99') }]),
  ).rejects.toMatchObject({
    code: 'host_refused',
    message: expect.stringContaining('no call to insert a message (msg_25); run "session-recovery repair"'),
  })
  expect(untouched.calls).toEqual([])
})

test.each<readonly [refused: string, said: string, done: readonly string[]]>([
  ['patch prt_4', 'opencode refused to update part prt_4.', []],
  ['patch prt_50', 'opencode refused to insert part prt_50.', ['patch prt_4']],
  ['delete prt_3', 'opencode refused to delete part prt_3.', ['patch prt_4', 'patch prt_50']],
  ['delete msg_3', 'opencode refused to delete message msg_3.', ['patch prt_4', 'patch prt_50', 'delete prt_3']],
])('%s is refused and passes for done, or the next change is made', async (refused, message, done) => {
  const client = new FakeOpencode()
  const cause = { name: 'Busy' }
  client.refuse = (call) => (call === refused ? cause : undefined)
  await expect(writeSession(client, opencodeId, changes)).rejects.toMatchObject({
    code: 'host_refused',
    message,
    cause,
  })
  expect(client.calls).toEqual(done)
})

test('a row lands in another place than its id says, or a change of something unknown hits something else', () => {
  const { stored: messages } = new FakeOpencode()
  const ids = () => messages.map(({ info, parts }) => [info.id, ...parts.map(({ id }) => id)])
  const value = { type: 'text', text: 'x' }
  applyInPlace(opencodeId, messages, [
    { op: 'insert', table: 'message', row: row('msg_15'), value: { role: 'user' } },
    { op: 'insert', table: 'message', row: row('msg_9'), value: { role: 'user' } },
    { op: 'insert', table: 'part', row: row('prt_1a', 'msg_15'), value },
    { op: 'insert', table: 'part', row: row('prt_0', 'msg_1'), value },
    { op: 'delete', table: 'part', row: row('prt_5') },
    { op: 'delete', table: 'part', row: row('prt_99') },
    { op: 'delete', table: 'message', row: row('msg_99') },
    { op: 'update', table: 'message', row: row('msg_99'), value },
    { op: 'update', table: 'message', row: row('msg_3'), value: { role: 'assistant', cost: 1 } },
    { op: 'update', table: 'part', row: row('prt_4', 'msg_99'), value },
    { op: 'update', table: 'part', row: row('prt_4'), value },
  ])
  expect(ids()).toEqual([
    ['msg_1', 'prt_0', 'prt_1'],
    ['msg_15', 'prt_1a'],
    ['msg_2', 'prt_2', 'prt_3', 'prt_4', 'prt_6'],
    ['msg_3', 'prt_7', 'prt_8'],
    ['msg_9'],
  ])
  expect(messages[3]!.info).toEqual({ id: 'msg_3', sessionID: opencodeId, role: 'assistant', cost: 1 })
  expect(messages[2]!.parts[2]).toEqual({ ...value, id: 'prt_4', messageID: 'msg_2', sessionID: opencodeId })
  applyInPlace(opencodeId, messages, [{ op: 'delete', table: 'message', row: row('msg_2') }])
  expect(ids().map(([id]) => id)).toEqual(['msg_1', 'msg_15', 'msg_3', 'msg_9'])
})
