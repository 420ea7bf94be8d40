import { link, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createJournalStore, recoverJournal } from '../../src/journal.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** A closed session, and a file and a folder of somebody else beside the root. */
async function scene() {
  const outside = tempFolder()
  const root = join(outside, 'root')
  const session = join(root, 's')
  const victim = join(outside, 'victim')
  const others = join(outside, 'others')
  await writeFile(victim, 'precious')
  await mkdir(others)
  await say(root, 'one')
  const put = async (name: string, target: string): Promise<void> => {
    await rm(join(session, name), { force: true, recursive: true })
    await symlink(target, join(session, name))
  }
  const untouched = async (): Promise<unknown> => [await readFile(victim, 'utf8'), await readdir(others)]
  return { root, session, victim, others, put, untouched }
}

async function say(root: string, content: string): Promise<void> {
  await using store = createJournalStore(root)
  await store.messages.append('s', [{ raw: { role: 'user', content } }])
}

const unhurt: unknown = ['precious', []]

describe('a link in the folder of a session', () => {
  test.each(['index.ndjson', 'manifest.json'])('that stands for %s lets a write or a recovery out', async (name) => {
    const { root, session, victim, put, untouched } = await scene()
    await put(name, victim)
    await say(root, 'two')
    expect(await untouched()).toEqual(unhurt)
    await put(name, victim)
    expect((await recoverJournal(root, { apply: true })).recovered).toMatchObject([{ state: 'clean', records: 2 }])
    expect(await untouched()).toEqual(unhurt)
    expect((await lstat(join(session, name))).isFile()).toBe(true)
  })

  test('that stands for the quarantine is followed, or not named', async () => {
    const { root, session, others, put, untouched } = await scene()
    await writeFile(join(session, 'records.ndjson'), '{"torn', { flag: 'a' })
    await put('quarantine', others)
    const named = { code: 'unsafe_path', message: expect.stringContaining(join(session, 'quarantine')) }
    expect((await recoverJournal(root, { apply: true })).recovered).toMatchObject([{ state: 'failed', error: named }])
    await expect(say(root, 'two')).rejects.toMatchObject({ code: 'foreign_file', message: named.message })
    expect(await untouched()).toEqual(unhurt)
  })

  test('that stands for a quarantined piece lets it out', async () => {
    const { root, session, others, put, untouched } = await scene()
    await writeFile(join(session, 'records.ndjson'), '{"torn', { flag: 'a' })
    await mkdir(join(session, 'quarantine'))
    await writeFile(join(others, 'x'), '')
    await put(join('quarantine', 'records.ndjson'), join(others, 'x'))
    expect((await recoverJournal(root, { apply: true })).recovered).toMatchObject([{ state: 'recovered' }])
    expect(await untouched()).toEqual(['precious', ['x']])
  })

  test('that stands for the whole folder is followed, or counts as no session', async () => {
    const { root, others, untouched } = await scene()
    await symlink(others, join(root, 'linked'))
    await writeFile(join(root, 'file'), '')
    for (const sessionID of ['linked', 'file']) {
      const named = { code: 'unsafe_path', message: expect.stringContaining(join(root, sessionID)) }
      const { recovered } = await recoverJournal(root, { apply: true, sessionID })
      expect(recovered).toMatchObject([{ sessionID, state: 'failed', error: named }])
    }
    expect((await recoverJournal(root)).recovered).toMatchObject([{ sessionID: 's' }])
    expect(await untouched()).toEqual(unhurt)
  })

  test('that stands for a claim is read', async () => {
    const { root, session, victim, put } = await scene()
    await put('writer.77.json', victim)
    const named = expect.stringContaining(join(session, 'writer.77.json'))
    await expect(say(root, 'two')).rejects.toMatchObject({ code: 'foreign_file', message: named })
  })
})

test.each(['index.ndjson', 'manifest.json', 'quarantine'])('what is in the way of %s is not named', async (name) => {
  const { root, session } = await scene()
  const path = join(session, name)
  await rm(path, { force: true })
  if (name === 'quarantine') await link(join(session, 'manifest.json'), path)
  else await mkdir(path)
  const { recovered } = await recoverJournal(root, { apply: true })
  expect(recovered).toMatchObject([
    { state: 'failed', error: { code: 'unsafe_path', message: expect.stringMatching(/Move away what stands there/) } },
  ])
  expect(recovered[0]!.error!.message).toContain(path)
})
