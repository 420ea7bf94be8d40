import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import type { BackupManifest } from '../../../src/files/backup-manifest.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import { listBackups } from '../../../src/files/list-backups.ts'
import { undo } from '../../../src/files/undo.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { nextTurn, opencodeId, opencodeMessages } from '../subjects/opencode-subject.ts'
import { storeFolders } from './store-folders.ts'

interface Scene {
  readonly storage: string
  readonly options: { readonly folder: string; readonly liveness: false; readonly reason: string }
  readonly open: () => Promise<AgentSession>
  /** Every file and folder, with its content. */
  readonly all: () => Record<string, string>
}

function scene(): Scene {
  const home = tempFolder()
  const path = storeFolders(home)
  const storage = join(home, '.local/share/opencode/storage')
  return {
    storage,
    options: { folder: join(home, 'backups'), liveness: false, reason: 'test' },
    open: async () => opencode.open((await opencode.recognise(path))!),
    all: () =>
      Object.fromEntries(
        (readdirSync(storage, { recursive: true }) as string[])
          .sort()
          .map((name) => [
            name,
            statSync(join(storage, name)).isFile() ? readFileSync(join(storage, name), 'utf8') : '',
          ]),
      ),
  }
}

const messageFile = ({ storage }: Scene, id: string): string => join(storage, 'message', opencodeId, `${id}.json`)

for (const lost of [['msg_1'], ['msg_2'], ['msg_3'], ['msg_1', 'msg_3']])
  test(`the part folders of ${lost.join(' and ')} are never sent, for the file of their message is gone`, async () => {
    const stored = scene()
    await stored.open()
    for (const id of lost) rmSync(messageFile(stored, id))
    const before = stored.all()
    const session = await stored.open()
    expect(session.findings.map(({ code, detail }) => [code, detail['id']])).toEqual(
      lost.map((id) => ['missing_row', id]),
    )
    const { backupId } = await session.plan([]).apply(stored.options)
    const again = await stored.open()
    expect([again.messages, again.findings]).toEqual([opencodeMessages, []])
    // Where the session worked is told by its own file alone.
    for (const id of lost) {
      const { path, role } = JSON.parse(readFileSync(messageFile(stored, id), 'utf8')) as {
        path?: object
        role: string
      }
      expect([id, path]).toEqual([id, role === 'assistant' ? { cwd: '/w', root: '/w' } : undefined])
    }
    await undo(backupId, stored.options)
    expect(stored.all()).toEqual(before)
  })

test.for([
  ['message', opencodeId],
  ['part', 'msg_2'],
  ['part', 'msg_2', 'prt_2.json'],
])('%j cannot be read, and the session is read as if it held nothing, or the error has no name', async (place) => {
  const stored = scene()
  const path = join(stored.storage, ...place)
  rmSync(path, { recursive: true, force: true })
  symlinkSync(path, path)
  await expect(stored.open()).rejects.toMatchObject({ name: 'FileWorkError', code: 'io', path })
})

test('a part folder of another session is taken for one of this session', async () => {
  const stored = scene()
  rmSync(messageFile(stored, 'msg_3'))
  const part = join(stored.storage, 'part/msg_3/prt_8.json')
  for (const name of readdirSync(join(stored.storage, 'part/msg_3')))
    writeFileSync(
      join(stored.storage, 'part/msg_3', name),
      readFileSync(part, 'utf8').replaceAll(opencodeId, 'ses_other'),
    )
  const session = await stored.open()
  expect([session.messages, session.findings]).toEqual([opencodeMessages.slice(0, 3), []])
})

test('undo leaves files and folders that the repair has made, or removes one that opencode has gone on in', async () => {
  const stored = scene()
  const before = stored.all()
  const { backupId, written: told } = await (await stored.open()).plan([nextTurn]).apply(stored.options)
  expect(backupId).toEqual(expect.any(String))
  expect((await stored.open()).messages).toHaveLength(5)
  const made = Object.keys(stored.all()).filter((name) => !(name in before))
  expect(made.length).toBe(3)
  const sizes = made.map((name) => statSync(join(stored.storage, name))).flatMap((at) => (at.isFile() ? [at.size] : []))
  expect(sizes).toContain(told.size)
  const part = join(
    stored.storage,
    made.find((name) => name.includes('prt_'))!,
  )
  const written = readFileSync(part, 'utf8')
  writeFileSync(part, written.replace('Go on.', 'Mine.'))
  await expect(undo(backupId, stored.options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(existsSync(part)).toBe(true)
  writeFileSync(part, written)
  await undo(backupId, stored.options)
  expect(stored.all()).toEqual(before)
})

test.each<readonly [edit: Edit, makes: readonly string[]]>([
  [{ op: 'remove', index: 3, before: opencodeMessages[3], because: [], loss: 'none' }, []],
  [nextTurn, ['created', 'folders']],
])('the backup of %j says that files or folders were made, or does not', async (edit, makes) => {
  const stored = scene()
  const { backupId, written } = await (await stored.open()).plan([edit]).apply(stored.options)
  const manifest = JSON.parse(readFileSync(join(stored.options.folder, `${backupId}.json`), 'utf8')) as BackupManifest
  const always = ['createdAt', 'files', 'id', 'reason', 'schema', 'tool']
  expect(Object.keys(manifest).sort()).toEqual([...always, ...makes].sort())
  // Of several files that are written the first one is told: the message, not its parts.
  const { size = 0, sha256 = '' } = manifest.created?.[0] ?? {}
  expect([manifest.created?.length ?? 0, written]).toMatchObject([makes.length, { size, sha256 }])
})

test('a session that was written a moment ago is repaired under the hands of opencode', async () => {
  const stored = scene()
  const before = stored.all()
  const { liveness: _without, ...options } = stored.options
  const write = (await stored.open()).plan([nextTurn])
  await expect(write.apply(options)).rejects.toMatchObject({ code: 'live' })
  expect(stored.all()).toEqual(before)
})

const gone = [0, 3].map((index): Edit => {
  return { op: 'remove', index, before: opencodeMessages[index], because: [], loss: 'none' }
})

test('a file that another program has written meanwhile is overwritten, or the copy of it stays', async () => {
  const files = Object.entries(scene().all()).flatMap(([name, text]) => (text === '' ? [] : [name]))
  const refused: string[] = []
  for (const name of files) {
    const stored = scene()
    const write = (await stored.open()).plan(gone)
    const path = join(stored.storage, name)
    writeFileSync(path, `${readFileSync(path, 'utf8')} `)
    const before = stored.all()
    const failed = await write.apply(stored.options).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    if (failed === undefined) continue
    expect(failed).toMatchObject({ name: 'FileWorkError', code: 'changed_meanwhile', path })
    expect(stored.all()).toEqual(before)
    expect((await listBackups(stored.options)).backups).toEqual([])
    refused.push(name)
  }
  const repaired = scene()
  const former = repaired.all()
  await (await repaired.open()).plan(gone).apply(repaired.options)
  const left = repaired.all()
  expect(refused).toEqual(files.filter((name) => left[name] !== former[name]))
  expect(refused.length).toBeGreaterThan(1)
})

test('a file that has appeared meanwhile is overwritten', async () => {
  const stored = scene()
  const write = (await stored.open()).plan([nextTurn])
  await (await stored.open()).plan([nextTurn]).apply(stored.options)
  const before = stored.all()
  await expect(write.apply(stored.options)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(stored.all()).toEqual(before)
})

test.each<[info: object, told: object]>([
  [{}, {}],
  [{ parentID: 'ses_parent' }, { parentId: 'ses_parent' }],
  [{ directory: '/home/me/work' }, { project: 'work' }],
  [
    { directory: '/w', parentID: 'ses_parent' },
    { project: 'w', parentId: 'ses_parent' },
  ],
  [{ directory: 7, parentID: null }, {}],
])('of a session that holds %j another place is told', async (info, told) => {
  const path = storeFolders(tempFolder())
  writeFileSync(path, JSON.stringify({ id: opencodeId, ...info }))
  const { size, mtimeMs } = statSync(path)
  const ref = { agent: 'opencode', id: opencodeId, path, sizeBytes: size, modifiedMs: mtimeMs }
  expect(await opencode.recognise(path)).toStrictEqual({ ...ref, ...told })
})
