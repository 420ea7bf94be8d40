import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import { undo } from '../../../src/files/undo.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import {
  assistantData,
  change,
  completed,
  opencodeId,
  opencodeMessages,
  opencodeRows,
  setData,
  storeOpencode,
  toolPart,
} from '../subjects/opencode-subject.ts'
import type { Line } from '../subjects/store-lines.ts'
import { storeFolders } from './store-folders.ts'

const shared = { because: [], loss: 'none' } as const

interface Stored {
  readonly path: string
  readonly options: { readonly folder: string; readonly liveness: false; readonly reason: string }
  readonly open: () => Promise<AgentSession>
}

function stored(): Stored {
  const home = tempFolder()
  const path = storeOpencode(home)
  const open = async (): Promise<AgentSession> => opencode.open((await opencode.recognise(path))!)
  return { path, open, options: { folder: join(home, 'backups'), liveness: false, reason: 'test' } }
}

const withPart = (path: string, id: string, data: unknown): void => setData(path, 'part', id, JSON.stringify(data))

const repaired = async ({ open, options }: Stored): Promise<AgentSession> => {
  await (await open()).plan([]).apply(options)
  return open()
}

const resultOf = (session: AgentSession): unknown =>
  session.messages
    .flatMap((message) => (message as { content: Line[] }).content)
    .find(({ type }) => type === 'tool_result')

test('a row that the event log knows is filled in by guesses', async () => {
  const scene = stored()
  setData(scene.path, 'part', 'prt_5', '{"type":"tool","tool":"ba')
  change(scene.path, (database) => {
    for (const [seq, output] of ['old', 'a.txt'].entries()) {
      const part = { id: 'prt_5', sessionID: opencodeId, messageID: 'msg_2', ...toolPart({ ...completed, output }) }
      database
        .prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)')
        .run(`evt_${seq}`, opencodeId, seq, 'message.part.updated.1', JSON.stringify({ part }))
    }
  })
  const session = await scene.open()
  expect(session.findings).toMatchObject([{ code: 'damaged_row', detail: { id: 'prt_5', restored: 'event' } }])
  expect((await repaired(scene)).messages).toEqual(opencodeMessages)
  change(scene.path, (database) => {
    expect(database.prepare(`SELECT data FROM part WHERE id = 'prt_5'`).get()).toEqual({
      data: JSON.stringify(opencodeRows.part['prt_5']![1]),
    })
    expect(database.prepare('SELECT count(*) AS n FROM event').get()).toEqual({ n: 2 })
  })
})

test('a tool part without state or output kills the session, or its call is dropped', async () => {
  const { output: _output, ...noOutput } = completed
  for (const [state, problem] of [
    [undefined, 'state'],
    [noOutput, 'state.output'],
    [{ status: 'odd' }, 'state.status'],
  ]) {
    const scene = stored()
    withPart(scene.path, 'prt_5', toolPart(state))
    expect((await scene.open()).findings).toMatchObject([{ code: 'invalid_row', detail: { problem } }])
    const session = await repaired(scene)
    expect(session.findings).toEqual([])
    expect(resultOf(session)).toMatchObject({
      tool_use_id: 'toolu_1',
      is_error: true,
      content: expect.stringMatching(/^\[session-recovery\] The result of this tool call is not available/),
    })
  }
})

test('a call that a killed process left open is written to, or not told', async () => {
  for (const status of ['pending', 'running']) {
    const { path, open } = stored()
    withPart(path, 'prt_5', toolPart({ status, input: {}, raw: '', time: { start: 1 } }))
    const session = await open()
    expect(session.findings).toMatchObject([{ code: 'unfinished_call', severity: 'info' }])
    expect(resultOf(session)).toMatchObject({ content: '[Tool execution was interrupted]', is_error: true })
    expect(session.plan([]).changes).toEqual([])
  }
})

test('messages that opencode leaves out are read', async () => {
  const { path, open } = stored()
  setData(path, 'message', 'msg_3', JSON.stringify(assistantData({ error: { name: 'APIError', data: {} } })))
  expect((await open()).messages).toEqual(opencodeMessages.slice(0, 3))
  setData(path, 'message', 'msg_3', JSON.stringify(assistantData({ error: { name: 'MessageAbortedError', data: {} } })))
  expect((await open()).messages).toEqual(opencodeMessages)
  change(path, (database) => database.exec(`UPDATE session SET revert = '{"messageID":"msg_3"}'`))
  expect((await open()).messages).toEqual(opencodeMessages.slice(0, 3))
})

test('a session of one message is told to be empty, or one without any is not', async () => {
  const { path, open } = stored()
  for (const [first, messages, codes] of [
    ['msg_2', opencodeMessages.slice(0, 1), []],
    ['msg_1', [], ['no_conversation']],
  ] as const) {
    change(path, (database) => database.exec(`UPDATE session SET revert = '{"messageID":"${first}"}'`))
    const session = await open()
    expect([session.messages, session.findings.map(({ code }) => code)]).toEqual([messages, codes])
  }
})

test('thinking of another model is sent as thinking', async () => {
  const { path, open } = stored()
  setData(path, 'message', 'msg_2', JSON.stringify(assistantData({ modelID: 'other' })))
  expect((await open()).messages[1]).toMatchObject({ content: [{ type: 'text', text: 'Hm.' }, {}, {}] })
})

test('what a compaction has replaced is sent', async () => {
  const { path, open } = stored()
  change(path, (database) => {
    const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, 2, ?)')
    const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)')
    message.run('msg_4', opencodeId, 4, JSON.stringify(opencodeRows.message['msg_1']![1]))
    part.run('prt_9a', 'msg_4', opencodeId, '{"type":"compaction","auto":true}')
    message.run('msg_5', opencodeId, 5, JSON.stringify(assistantData({ parentID: 'msg_4', summary: true })))
    part.run('prt_9b', 'msg_5', opencodeId, '{"type":"text","text":"Summary."}')
  })
  expect((await open()).messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'What did we do so far?' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Summary.' }] },
  ])
})

test('a compaction that has not ended hides the history', async () => {
  const { path, open } = stored()
  change(path, (database) => {
    const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, 2, ?)')
    message.run('msg_4', opencodeId, 4, JSON.stringify(opencodeRows.message['msg_1']![1]))
    message.run('msg_5', opencodeId, 5, JSON.stringify(assistantData({ parentID: 'msg_4' })))
    database
      .prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)')
      .run('prt_9a', 'msg_4', opencodeId, '{"type":"compaction","auto":true}')
  })
  expect((await open()).messages.slice(0, 4)).toEqual(opencodeMessages)
})

test('a row that changed after the plan is overwritten', async () => {
  const { path, open, options } = stored()
  const after = { role: 'assistant', content: [{ type: 'text', text: 'All.' }] }
  const write = (await open()).plan([{ op: 'replace', index: 3, before: opencodeMessages[3], after, ...shared }])
  withPart(path, 'prt_8', { type: 'text', text: 'Newer.' })
  await expect(write.apply(options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect((await open()).messages[3]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Newer.' }] })
})

test('a call is dropped without its result, or blocks keep their old order', async () => {
  const scene = stored()
  const { messages } = await scene.open()
  const [, spoken, answered] = messages as { role: string; content: Line[] }[]
  const [thinking, look, call] = spoken!.content
  const replace = (content: unknown[]): Edit => {
    return { op: 'replace', index: 1, before: spoken, after: { role: 'assistant', content }, ...shared }
  }
  const session = await scene.open()
  expect(() => session.plan([{ op: 'remove', index: 2, before: answered, ...shared }])).toThrow(/without its result/)
  expect(() => session.plan([{ op: 'insert', index: 2, after: answered, ...shared }])).toThrow(/inside another one/)
  await session.plan([replace([look, thinking, call])]).apply(scene.options)
  expect((await scene.open()).messages[1]).toEqual({ role: 'assistant', content: [look, thinking, call] })
  const edits = [replace([look]), { op: 'remove', index: 2, before: answered, ...shared } as const]
  await (await scene.open()).plan(edits).apply(scene.options)
  expect((await scene.open()).messages).toEqual([messages[0], { role: 'assistant', content: [look] }, messages[3]])
})

test('a call id that the API does not permit is reported as one that opencode sends', async () => {
  const { path, open } = stored()
  withPart(path, 'prt_5', toolPart(completed, 'id.:'))
  expect(resultOf(await open())).toMatchObject({ tool_use_id: 'id__' })
})

test('a log beside the database is lost by undo, or other tables are written', async () => {
  const scene = stored()
  const holder = new DatabaseSync(scene.path)
  holder.exec(`INSERT INTO event_sequence VALUES ('${opencodeId}', 7, NULL)`)
  const wal = readFileSync(`${scene.path}-wal`)
  const database = readFileSync(scene.path)
  expect(wal.length).toBeGreaterThan(0)
  holder.close()
  writeFileSync(scene.path, database)
  writeFileSync(`${scene.path}-wal`, wal)
  const edit: Edit = { op: 'remove', index: 3, before: opencodeMessages[3], ...shared }
  const { backupId } = await (await scene.open()).plan([edit]).apply(scene.options)
  expect((await scene.open()).messages).toEqual(opencodeMessages.slice(0, 3))
  await undo(backupId, scene.options)
  expect((await scene.open()).messages).toEqual(opencodeMessages)
  change(scene.path, (opened) => expect(opened.prepare('SELECT seq FROM event_sequence').get()).toEqual({ seq: 7 }))
})

test('the old folders are not read, not repaired, or not restored', async () => {
  const home = tempFolder()
  const path = storeFolders(home)
  const found: string[] = []
  for await (const ref of opencode.discover({ home, env: {} })) found.push(ref.path)
  expect(found).toEqual([path])
  const open = async (): Promise<AgentSession> => opencode.open((await opencode.recognise(path))!)
  const session = await open()
  expect(session).toMatchObject({ known: true, findings: [], messages: opencodeMessages })
  const part = (id: string, message: string): string =>
    join(home, '.local/share/opencode/storage/part', message, `${id}.json`)
  const whole = readFileSync(part('prt_5', 'msg_2'), 'utf8')
  const torn = whole.slice(0, -40)
  writeFileSync(part('prt_5', 'msg_2'), torn)
  const options = { folder: join(home, 'backups'), liveness: false, reason: 'test' } as const
  const broken = await open()
  expect(broken.findings).toMatchObject([{ code: 'damaged_row' }])
  const edit: Edit = { op: 'remove', index: 3, before: opencodeMessages[3], ...shared }
  const { backupId } = await broken.plan([edit]).apply(options)
  expect((await open()).messages).toEqual(opencodeMessages.slice(0, 3))
  await undo(backupId, options)
  expect(readFileSync(part('prt_5', 'msg_2'), 'utf8')).toBe(torn)
  expect((await open()).messages).toEqual(opencodeMessages)
})

test('OPENCODE_DB or XDG_DATA_HOME is ignored', async () => {
  const home = tempFolder()
  const path = storeOpencode(home)
  const data = join(home, '.local', 'share')
  for (const [env, expected] of [
    [{ XDG_DATA_HOME: data }, [path]],
    [{ OPENCODE_DB: path }, [path]],
    [{ XDG_DATA_HOME: data, OPENCODE_DB: 'other.db' }, []],
    [{}, []],
  ] as const) {
    const found: string[] = []
    for await (const ref of opencode.discover({ home: '/nonexistent', env })) found.push(ref.path)
    expect(found).toEqual(expected)
  }
})

test.each<readonly [version: string, known: boolean]>([
  ['1.18.33', true],
  ['1.1.53', true],
  ['1.2.0', false],
  ['11.18.3', false],
  ['2.0.0', false],
])('a session of opencode %s is written, or is not: %s', async (version, known) => {
  const { open, path } = stored()
  change(path, (database) => database.prepare('UPDATE session SET version = ?').run(version))
  const session = await open()
  const finding = { code: 'unknown_host_version', severity: 'info', detail: { version } }
  expect([session.known, session.findings]).toEqual([known, known ? [] : [finding]])
})
