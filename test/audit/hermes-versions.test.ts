import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  auditSessions,
  deleteSession,
  listEarlierVersions,
  repairSafe,
  restoreEarlierVersion,
  saveSession,
} from '../../src/audit.ts'
import { earlierVersionsIn } from '../../src/agents/hermes-webui/earlier-versions.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { hermesScene, type HermesScene } from './hermes-scene.ts'

const message = (text: string): object => ({ role: 'user', content: text })
const session = (...texts: string[]): { session_id: string; messages: object[] } => ({
  session_id: 's',
  messages: texts.map(message),
})
const shrinks = [['a', 'b', 'c', 'd'], ['a', 'b', 'c'], ['a', 'b'], ['a'], []] as const
const textsOf = ({ read }: HermesScene, name: string): unknown[] =>
  (read(name)['messages'] as { content: unknown }[]).map(({ content }) => content)
const namesOf = ({ folder }: HermesScene): string[] => readdirSync(folder).sort()

test('a name that is like that of a version counts as one, or the tenth comes before the second', () => {
  const others = [
    's.json.bak',
    's.json',
    's.json.bak.',
    's.json.bak.x',
    's.json.bak.1x',
    's.json.bak.1234567890',
    'line\ns.json.bak.4',
    '.s.json.bak.1',
    's s.json.bak.1',
  ]
  const found = earlierVersionsIn('/f', ['s.json.bak.2', 't.json.bak.3', 's.json.bak.10', 's.json.bak.1', ...others])
  const of = (name: string, ...numbers: number[]) =>
    numbers.map((number) => ({ number, path: join('/f', `${name}.json.bak.${number}`) }))
  expect([...found]).toEqual([
    ['s', of('s', 10, 2, 1)],
    ['t', of('t', 3)],
  ])
})

async function shrunken(versions?: number): Promise<HermesScene> {
  const scene = hermesScene({})
  for (const texts of shrinks)
    await saveSession(scene.folder, session(...texts), {
      ...scene.backups,
      ...(versions !== undefined && { versions }),
    })
  return scene
}

test.each([
  [1, ['s.json', 's.json.bak']],
  [2, ['s.json', 's.json.bak', 's.json.bak.3']],
  [undefined, ['s.json', 's.json.bak', 's.json.bak.2', 's.json.bak.3']],
  [9, ['s.json', 's.json.bak', 's.json.bak.1', 's.json.bak.2', 's.json.bak.3']],
])('of %s versions a later shrink takes one that was to stay, or leaves more', async (versions, names) => {
  const scene = await shrunken(versions)
  expect(namesOf(scene)).toEqual(names)
  expect(textsOf(scene, 's.json.bak')).toEqual(['a'])
  const numbered = await listEarlierVersions(scene.folder, 's')
  for (const { number } of numbered) expect(textsOf(scene, `s.json.bak.${number}`)).toEqual(shrinks[number - 1])
  expect(numbered.map(({ number }) => number)).toEqual(
    names
      .slice(2)
      .map((name) => Number(name.at(-1)))
      .toReversed(),
  )
})

test('a numbered version counts as a session, a backup or a finding', async () => {
  const scene = await shrunken()
  await saveSession(scene.folder, session('x', 'y'), scene.backups)
  const { items } = await auditSessions(scene)
  expect(items.map(({ kind, earlier_versions }) => [kind, earlier_versions])).toEqual([['diverged', 2]])
  for (const name of ['s.json', 's.json.bak']) writeFileSync(join(scene.folder, name), '{ torn')
  expect((await auditSessions(scene)).items).toMatchObject([
    { kind: 'malformed_live', earlier_versions: 2 },
    { kind: 'malformed_backup', earlier_versions: 2 },
  ])
  const before = scene.tree()
  await repairSafe({ ...scene, apply: true })
  expect(scene.tree()).toEqual(before)
})

test('the oldest or the newest version cannot be brought back, or what it replaces is lost', async () => {
  for (const number of [2, 3]) {
    const scene = await shrunken()
    await saveSession(scene.folder, session('x', 'y'), scene.backups)
    const count = await restoreEarlierVersion(scene.folder, 's', number, scene.backups)
    expect(textsOf(scene, 's.json')).toEqual(shrinks[number - 1])
    expect(count).toBe(shrinks[number - 1]!.length)
    expect(textsOf(scene, 's.json.bak')).toEqual(['x', 'y'])
    expect(namesOf(scene)).toHaveLength(4)
    const [newest] = await listEarlierVersions(scene.folder, 's')
    expect(textsOf(scene, `s.json.bak.${newest!.number}`)).toEqual(['a'])
  }
})

test('a version that is not there, cannot be read, or of a deleted session comes back', async () => {
  const scene = await shrunken()
  const restore = (number: number): Promise<number> => restoreEarlierVersion(scene.folder, 's', number, scene.backups)
  const before = scene.tree()
  await expect(restore(1)).rejects.toMatchObject({ code: 'not_a_file' })
  await expect(restoreEarlierVersion(scene.folder, '../s', 3, scene.backups)).rejects.toThrow('invalid session_id')
  expect(scene.tree()).toEqual(before)
  writeFileSync(join(scene.folder, 's.json.bak.3'), '{ torn')
  await expect(restore(3)).rejects.toMatchObject({ code: 'not_a_file' })
  await deleteSession(scene.folder, 's', scene.backups)
  expect(namesOf(scene)).toEqual(['_deleted_webui_sessions.json'])
  writeFileSync(join(scene.folder, 's.json.bak.7'), JSON.stringify(session('back')))
  await expect(restore(7)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  writeFileSync(join(scene.folder, '_deleted_webui_sessions.json'), '{ torn')
  await expect(restore(7)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(scene.count('s')).toBeNull()
})

/** Every text that any file of the folder holds. */
const heldTexts = (scene: HermesScene): Set<string> =>
  new Set(
    Object.values(scene.tree()).flatMap(
      (bytes) =>
        Buffer.from(bytes, 'base64')
          .toString()
          .match(/"[a-dxy]"/g) ?? [],
    ),
  )

test.each(['EIO', 'ENOSPC'])('a save or a restore that fails with %s at any call loses what was kept', async (code) => {
  const whole = await shrunken()
  await saveSession(whole.folder, session('x', 'y'), whole.backups)
  const filesB64 = whole.tree()
  for (let at = 1; ; at += 1) {
    const scene = hermesScene({ filesB64 })
    const fs = new FaultFs({ at, code, persistent: at % 2 === 0 })
    const backups = { folder: `${scene.backups.folder}-of-the-failed`, fs }
    const work =
      at % 3 === 0
        ? saveSession(scene.folder, session('x'), backups)
        : restoreEarlierVersion(scene.folder, 's', 2, backups)
    const isDone = await work.then(
      () => fs.calls < at,
      () => false,
    )
    // The version under the oldest number may go once a newer one is durable; what else was there is there.
    for (const text of ['"a"', '"b"', '"x"']) expect(heldTexts(scene), `${code} at ${at}`).toContain(text)
    for (const name of namesOf(scene).filter((each) => /\.(?:json|bak|\d)$/.test(each)))
      expect(() => scene.read(name), `${name} after ${code} at ${at}`).not.toThrow()
    if (isDone) break
  }
})

test('a version that cannot be numbered holds up the save', async () => {
  const scene = await shrunken()
  await saveSession(scene.folder, session('x', 'y'), scene.backups)
  const fs = new FaultFs()
  const eio = Object.assign(new Error('EIO'), { code: 'EIO' })
  const refusing = Object.assign(fs, {
    link: (from: string, to: string) => (to.includes('.bak') ? Promise.reject(eio) : nodeFs.link(from, to)),
  })
  expect(await saveSession(scene.folder, session('x'), { ...scene.backups, fs: refusing })).toEqual({
    written: true,
    backedUp: true,
  })
  expect(textsOf(scene, 's.json.bak')).toEqual(['x', 'y'])
})

test('a version that another process numbers meanwhile is written over, or another comes back in spite of it', async () => {
  const scene = await shrunken()
  await saveSession(scene.folder, session('x', 'y'), scene.backups)
  const path = join(scene.folder, 's.json.bak.4')
  class Rival extends FaultFs {
    override async link(from: string, to: string): Promise<void> {
      if (to === path) writeFileSync(path, 'of another')
      return super.link(from, to)
    }
  }
  const former = scene.tree()
  const restored = restoreEarlierVersion(scene.folder, 's', 3, { ...scene.backups, fs: new Rival() })
  await expect(restored).rejects.toMatchObject({ code: 'changed_meanwhile', path })
  expect(readFileSync(path, 'utf8')).toBe('of another')
  rmSync(path)
  expect(scene.tree()).toEqual(former)
})
