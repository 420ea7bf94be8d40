import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  appendRunEvent,
  appendTurnEvent,
  deleteSession,
  deleteTurnJournals,
  repairSafe,
  saveSession,
} from '../../src/audit.ts'
import { SessionRecoveryError } from '../../src/errors/session-recovery-error.ts'
import { asFileWork } from '../../src/files/as-file-work.ts'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { createJournalStore } from '../../src/journal.ts'
import { tempFolder } from './temp-folder.ts'

const session = { session_id: 's', messages: [{ role: 'user', content: 'the secret' }] }
const longer = { ...session, messages: [...session.messages, { role: 'assistant', content: 'an answer' }] }

/** Below `folder` nothing can be written, as on a read-only, full or forbidden disk. */
function refusing(folder: string, code: string): Fs {
  const refuse = (path: string, syscall: string): void => {
    if (!path.startsWith(folder)) return
    throw Object.assign(new Error(`${code}: refused, ${syscall} '${path}'`), { code, path, syscall })
  }
  return {
    ...nodeFs,
    open: async (path, flags, mode) => {
      if (flags !== 'r') refuse(path, 'open')
      return nodeFs.open(path, flags, mode)
    },
    mkdir: async (path) => (refuse(path, 'mkdir'), nodeFs.mkdir(path)),
    rename: async (from, to) => (refuse(to, 'rename'), nodeFs.rename(from, to)),
    link: async (from, to) => (refuse(to, 'link'), nodeFs.link(from, to)),
    unlink: async (path) => (refuse(path, 'unlink'), nodeFs.unlink(path)),
  }
}

interface Scene {
  readonly folder: string
  readonly fs: Fs
  readonly backups: { readonly folder: string; readonly fs: Fs }
}

/** What a public name writes below the folder of a program, once where all is there and once where nothing is. */
const works: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a turn is appended': ({ folder, backups }) => appendTurnEvent(folder, 's', { event: 'submitted' }, backups),
  'a first turn is appended': ({ folder, backups }) =>
    appendTurnEvent(join(folder, 'new'), 's', { event: 'submitted' }, backups),
  'an event of a run is appended': ({ folder, backups }) =>
    appendRunEvent(folder, 's', 'r', { event: 'token' }, backups),
  'a first event is appended': ({ folder, backups }) =>
    appendRunEvent(join(folder, 'new'), 's', 'r', { event: 'token' }, backups),
  'turn journals are removed': ({ folder, fs }) => deleteTurnJournals(folder, 's', fs),
  'a session is saved': ({ folder, backups }) => saveSession(folder, session, backups),
  'a session is removed': ({ folder, backups }) => deleteSession(folder, 's', backups),
  'a journal is put right': ({ folder, backups, fs }) =>
    repairSafe({ folder: join(folder, 'journal'), layout: 'journal', apply: true, backups, fs }),
  'a journal is written': ({ folder, fs }) =>
    createJournalStore(join(folder, 'journal'), { fs }).messages.append('s', [{ raw: 1 }]),
  'a first journal is written': ({ folder, fs }) =>
    createJournalStore(join(folder, 'other'), { fs }).messages.append('s', [{ raw: 1 }]),
}

async function sceneOf(code: string): Promise<Scene> {
  const home = tempFolder()
  const folder = join(home, 'sessions')
  mkdirSync(folder)
  const kept = { folder: join(home, 'backups') }
  writeFileSync(join(folder, 's.json'), JSON.stringify(session))
  writeFileSync(join(folder, 's.json.bak'), JSON.stringify(longer))
  await appendTurnEvent(folder, 's', { event: 'submitted' }, kept)
  await appendRunEvent(folder, 's', 'r', { event: 'token' }, kept)
  const store = createJournalStore(join(folder, 'journal'))
  await store.messages.append('s', [{ raw: 1 }])
  await store.close()
  writeFileSync(join(folder, 'journal/s/records.ndjson'), '{"torn', { flag: 'a' })
  const fs = refusing(folder, code)
  return { folder, fs, backups: { ...kept, fs } }
}

test.each(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'])(
  '%s comes out bare, without its place or a remedy',
  async (code) => {
    const bare: unknown[] = []
    for (const [what, work] of Object.entries(works)) {
      const scene = await sceneOf(code)
      const error: unknown = await work(scene).catch((cause: unknown) => cause)
      const { path, remedy } = Object(error) as { readonly path?: string; readonly remedy?: string }
      if (
        !SessionRecoveryError.isInstance(error) ||
        !path?.startsWith(scene.folder) ||
        !remedy ||
        !error.message.endsWith(remedy)
      )
        bare.push([what, String(error), path])
    }
    expect(bare).toEqual([])
  },
)

test.each([Object.assign(new TypeError('a defect'), { code: 'ERR_INVALID_ARG_TYPE' }), new Error('plain'), undefined])(
  '%s is told as a fault of the disk',
  async (cause) => {
    await expect(asFileWork('/a', 'Cannot write', () => Promise.reject(cause))).rejects.toBe(cause)
  },
)
