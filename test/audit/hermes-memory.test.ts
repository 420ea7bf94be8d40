import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditSessions, repairSafe, saveSession, type AuditReport } from '../../src/audit.ts'
import { FileMemory } from '../../src/files/file-memory.ts'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { cli } from '../cli/run-cli.ts'
import { hermesScene, type Given, type HermesScene } from './hermes-scene.ts'

const user = (content: string): object => ({ role: 'user', content })
const session = (session_id: string, ...texts: string[]): object => ({ session_id, messages: texts.map(user) })
const ended = (turn: string): string =>
  `{"event":"submitted","turn_id":"${turn}","content":"x","created_at":1}\n{"event":"completed","turn_id":"${turn}","created_at":2}\n`

/** Sessions in order, with and without a backup or a journal, the first and the last among them. */
const healthy: Given = {
  files: {
    'a.json': session('a', 'one'),
    'b.json': session('b', 'one', 'two'),
    'b.json.bak': session('b', 'one'),
    'c.json': session('c', 'one'),
    'z.json': session('z', 'one'),
    'z.json.bak': session('z', 'one'),
    '_index.json': ['a', 'b', 'c', 'z'].map((session_id) => ({ session_id })),
  },
  filesRaw: { '_turn_journal/c.jsonl': ended('t1') },
}

/** Long after the files were made: their times tell every later change. */
const later = (): number => Date.now() + 60_000

/** A file system that counts which files of sessions and journals are read. */
function counting(): { fs: Fs; readOf: () => string[] } {
  const opened: string[] = []
  const fs: Fs = {
    ...nodeFs,
    open: (path, flags, mode) => {
      if (flags === 'r') opened.push(path)
      return nodeFs.open(path, flags, mode)
    },
  }
  const readOf = (): string[] =>
    opened
      .splice(0)
      .map((path) => path.split('/').at(-1)!)
      .filter((name) => !name.startsWith('_'))
      .sort()
  return { fs, readOf }
}

const all = ['a.json', 'b.json', 'b.json.bak', 'c.json', 'c.jsonl', 'z.json', 'z.json.bak']

/** The audit of a memory against one that reads everything. */
async function expectSame(scene: HermesScene, memory: FileMemory): Promise<AuditReport> {
  const whole = await auditSessions(scene)
  expect(await auditSessions({ ...scene, memory })).toEqual(whole)
  return whole
}

test('an audit reads again what is in order and has not changed', async () => {
  const scene = hermesScene(healthy)
  const memory = await FileMemory.open(undefined, { now: later })
  const { fs, readOf } = counting()
  const audit = (): Promise<AuditReport> => auditSessions({ ...scene, memory, fs })
  expect(await audit()).toMatchObject({ status: 'ok', summary: { ok: 4 } })
  expect(readOf()).toEqual(all)
  expect(await audit()).toMatchObject({ status: 'ok', summary: { ok: 4 } })
  expect(readOf()).toEqual([])
  await saveSession(scene.folder, { session_id: 'b', messages: ['one', 'two', 'three'].map(user) }, scene.backups)
  expect(await audit()).toMatchObject({ status: 'ok', summary: { ok: 4 } })
  expect(readOf()).toEqual(['b.json', 'b.json.bak'])
  expect(await audit()).toMatchObject({ status: 'ok' })
  expect(readOf()).toEqual([])
})

test.each<[string, (scene: HermesScene) => void]>([
  ['the first session is emptied', ({ folder }) => writeFileSync(join(folder, 'a.json'), '{}')],
  ['the last session is emptied', ({ folder }) => writeFileSync(join(folder, 'z.json'), '{"messages":[]}')],
  ['a file is replaced by one as long', ({ folder }) => writeFileSync(join(folder, 'a.json'), '#'.repeat(64))],
  ['a file goes', ({ folder }) => rmSync(join(folder, 'c.json'))],
  ['a file goes whose backup stays', ({ folder }) => rmSync(join(folder, 'b.json'))],
  ['a backup appears', ({ folder }) => writeFileSync(join(folder, 'a.json.bak'), JSON.stringify(session('a', 'x')))],
  [
    'a turn begins',
    ({ folder }) => appendFileSync(join(folder, '_turn_journal/c.jsonl'), '{"event":"submitted"}\n{"t'),
  ],
  [
    'a journal appears',
    ({ folder }) =>
      writeFileSync(join(folder, '_turn_journal/a~w.jsonl'), '{"event":"submitted","turn_id":"n","content":"q"}'),
  ],
  ['the index forgets a session', ({ folder }) => writeFileSync(join(folder, '_index.json'), '[]')],
  [
    'a session is deleted, and its file comes back',
    ({ folder }) => writeFileSync(join(folder, '_deleted_webui_sessions.json'), '{"ids":["a","c"]}'),
  ],
  [
    'a change that hides behind its old time',
    ({ folder }) => {
      writeFileSync(join(folder, 'a.json'), '{"messages":1}')
      utimesSync(join(folder, 'a.json'), 1, 1)
    },
  ],
])('%s, and the memory says that all is in order', async (_what, change) => {
  const scene = hermesScene(healthy)
  const memory = await FileMemory.open(undefined, { now: later })
  expect(await expectSame(scene, memory)).toMatchObject({ status: 'ok' })
  change(scene)
  expect((await expectSame(scene, memory)).items.length).toBeGreaterThan(0)
  await expectSame(scene, memory)
  const whole = await repairSafe(scene)
  expect((await repairSafe({ ...scene, memory })).files).toEqual(whole.files)
  await repairSafe({ ...scene, memory, apply: true })
  await expectSame(scene, memory)
})

test('the second look of a repair reads again what the first has found in order', async () => {
  const scene = hermesScene({ ...healthy, files: { ...healthy.files, 'a.json.bak': session('a', 'one', 'two') } })
  const open = FileMemory.open.bind(FileMemory)
  const late = vi
    .spyOn(FileMemory, 'open')
    .mockImplementation((path, options) => open(path, { ...options, now: later }))
  onTestFinished(() => late.mockRestore())
  const { fs, readOf } = counting()
  expect(await repairSafe({ ...scene, fs, apply: true })).toMatchObject({ clean: true, repaired: 1 })
  const names = readOf()
  const timesOf = (name: string): number => names.filter((each) => each === name).length
  expect([timesOf('c.json'), timesOf('c.jsonl'), timesOf('a.json') > 1]).toEqual([1, 1, true])
})

test('what was changed a moment ago is remembered, so that a change in the same moment is not seen', async () => {
  const scene = hermesScene(healthy)
  const memory = await FileMemory.open()
  const { fs, readOf } = counting()
  for (let round = 0; round < 2; round += 1) {
    await auditSessions({ ...scene, memory, fs })
    expect(readOf()).toEqual(all)
  }
})

test('a memory in a file is not found again, or a damaged or foreign one is believed', async () => {
  const scene = hermesScene(healthy)
  const path = join(scene.backups.folder, '..', 'memory')
  const open = (): Promise<FileMemory> => FileMemory.open(path, { now: later })
  const first = await open()
  await auditSessions({ ...scene, memory: first })
  await first.save()
  const { fs, readOf } = counting()
  const again = await open()
  await auditSessions({ ...scene, memory: again, fs })
  expect(readOf()).toEqual([])
  await again.save()
  const [line = '', check = ''] = readFileSync(path, 'utf8').split('\n')
  for (const text of ['', '{', `${line.replace('"value":[1', '"value":[9')}\n${check}\n`, `${line}\n`, 'null\n0\n']) {
    writeFileSync(path, text)
    expect(await auditSessions({ ...scene, memory: await open(), fs })).toMatchObject({ status: 'ok' })
    expect(readOf()).toEqual(all)
  }
})

test('audit --memory forgets to write down what it has seen, or says something else with it', async () => {
  const scene = hermesScene(healthy)
  const home = join(scene.folder, '..')
  const run = (): ReturnType<typeof cli> =>
    cli(['audit', '--session-dir', scene.folder, '--memory', 'audit.memory', '--json'], { home })
  const first = await run()
  expect(first.code).toBe(0)
  expect(existsSync(join(home, 'audit.memory'))).toBe(true)
  writeFileSync(join(scene.folder, 'a.json'), '{}')
  expect((await run()).code).toBe(3)
})
