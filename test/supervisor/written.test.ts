import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { encodeChange } from '../../src/supervisor/snapshots/apply-changes.ts'
import { folderSnapshots } from '../../src/supervisor/snapshots/folder-snapshots.ts'
import { encodeSnapshot } from '../../src/supervisor/snapshots/snapshot-text.ts'
import { filesOf, fullSnapshot, scene, spec } from './scene.ts'

describe('what is written', () => {
  const secrets = ['s3', 'pw', 'KEY', 'sk-ant-api03-0123456789abcdef']

  it('holds a secret, or can be read by others', async () => {
    const folder = join(tempFolder(), 'made', 'when needed')
    const { supervisor, executor } = scene({ folder })
    await supervisor.start()
    await supervisor.register('s', {
      command: ['agent', '--api-key', secrets[3]!],
      env: { TOKEN: 's3', LANG: 'C' },
      ssh: { host: 'far', password: 'pw', privateKey: 'KEY' },
      probe: () => true,
    })
    executor.programs[0]!.print(`token is s3 and ${secrets[3]}`)
    await supervisor.update('s', {
      command: 'login pw',
      error: 'refused KEY',
      interactive: { pendingCommands: ['use s3'] },
    })
    await supervisor.recover('s', { class: 'network', text: 'refused pw' })
    await supervisor.stop()
    const files = filesOf(folder)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      for (const secret of secrets) expect(text.includes(secret), `${secret} in ${file}`).toBe(false)
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    }
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
    const [snapshot] = supervisor.snapshots()
    expect(snapshot?.redacted).toEqual(['env.TOKEN', 'ssh.password', 'ssh.privateKey'])
    expect(snapshot?.spec).toMatchObject({ env: { LANG: 'C' }, envReferences: ['TOKEN'] })
  })

  it.each([
    ['a small change', { workingDirectory: '/elsewhere' }],
    ['what grows', { output: 'said' }],
    ['a command', { command: 'make' }],
  ])('is told as kept where it was not: %s, and is known no more', async (_, patch) => {
    const folder = tempFolder()
    const { supervisor } = scene({ folder })
    await supervisor.register('s', spec)
    const full = vi.spyOn(nodeFs, 'open').mockRejectedValue(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
    onTestFinished(() => full.mockRestore())
    await expect(supervisor.update('s', patch)).rejects.toMatchObject({ code: 'not_written' })
    expect(supervisor.snapshots()[0]).toMatchObject('command' in patch ? { commandHistory: ['make'] } : patch)
    full.mockRestore()
    expect(await supervisor.update('s', patch)).toBe(true)
  })

  it('is not there before the supervisor is started', async () => {
    const folder = join(tempFolder(), 'absent')
    await scene({ folder }).supervisor.register('s', spec)
    expect(filesOf(folder)).toContain(join(folder, 's', 'snapshot.json'))
  })

  it('lies outside of its folder, or with an id that is none', async () => {
    const folder = tempFolder()
    const { supervisor } = scene({ folder })
    for (const id of ['../evil', '', '.', '..', 'a/b', 'a\\b', 'a\0b', '-rf', 'x'.repeat(129)])
      await expect(supervisor.register(id, spec)).rejects.toMatchObject({ code: 'invalid_session_id' })
    expect(filesOf(folder)).toEqual([])
  })

  it('is lost when the newest snapshot is damaged', async () => {
    const folder = tempFolder()
    const { supervisor } = scene({ folder })
    await supervisor.register('s', spec)
    await supervisor.update('s', { commandHistory: ['make'] })
    await supervisor.update('s', { commandHistory: ['make', 'make test'] })
    const newest = join(folder, 's', 'snapshot.json')
    truncateSync(newest, statSync(newest).size - 20)
    const damaged: string[] = []
    const next = scene({ folder }).supervisor
    next.on('snapshot-damaged', ({ setAside = '' }) => damaged.push(setAside))
    await next.start()
    expect(next.snapshots()[0]?.commandHistory).toEqual(['make'])
    expect(damaged).toEqual([`${newest}.damaged`])
    await next.stop()
  })

  it('of a later release is set aside as damaged, or an older generation is taken for it', async () => {
    const folder = tempFolder()
    const { supervisor } = scene({ folder })
    await supervisor.register('s', spec)
    await supervisor.update('s', { commandHistory: ['make'] })
    const newest = join(folder, 's', 'snapshot.json')
    const later = readFileSync(newest, 'utf8').replace(/"version":1,"sha256":"\w+"/, '"version":2')
    writeFileSync(newest, later)
    const before = filesOf(folder)
    const remedy = /later than 1\. \[.*snapshot\.json\] Update session-recovery/
    for (const call of [
      () => scene({ folder }).supervisor.start(),
      () => scene({ folder }).supervisor.register('s', spec),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'newer_version', message: expect.stringMatching(remedy) })
    expect([filesOf(folder), readFileSync(newest, 'utf8')]).toEqual([before, later])
    const looked = await folderSnapshots(folder, 2, { readOnly: true }).load()
    expect(looked).toMatchObject({
      snapshots: [],
      damaged: [{ why: expect.stringContaining('Update session-recovery') }],
    })
  })

  it('loses a change after which nothing else was written', async () => {
    const folder = tempFolder()
    const first = scene({ folder })
    await first.supervisor.register('s', spec)
    const lastSuccessAt = new Date(first.clock.now() - 31_000)
    await first.supervisor.update('s', { interactive: { sessionUnresponsive: true, lastSuccessAt } })
    writeFileSync(join(folder, 's', 'changes.ndjson'), '{"torn', { flag: 'a' })
    const { supervisor } = scene({ folder })
    await supervisor.start()
    // A date, and not what JSON makes of one: the decision once threw after exactly the restart that it is for.
    expect(supervisor.snapshots()[0]?.interactive?.lastSuccessAt).toEqual(lastSuccessAt)
    expect(supervisor.shouldTrigger('s')).toEqual({ trigger: true, urgency: 'high', cause: 'unresponsive' })
    await supervisor.stop()
  })

  it('is told to be damaged each time that it is read, or not when another supervisor has written it', async () => {
    const folder = tempFolder()
    const damaged: string[] = []
    const supervisorOf = () => {
      const { supervisor } = scene({ folder })
      supervisor.on('snapshot-damaged', ({ why }) => damaged.push(why))
      return supervisor
    }
    const late = supervisorOf()
    await late.start()
    await scene({ folder }).supervisor.register('s', spec)
    writeFileSync(join(folder, 's', 'changes.ndjson'), '{}\n')
    const why = 'Line 1 of its changes is damaged: 1 line left out.'
    await expect(late.register('s', spec)).rejects.toMatchObject({ code: 'held' })
    expect(damaged.splice(0)).toEqual([why])
    const early = supervisorOf()
    await early.start()
    await expect(early.register('s', spec)).rejects.toMatchObject({ code: 'held' })
    expect(damaged).toEqual([why])
  })

  it('changes when a caller changes the copy', async () => {
    const { supervisor } = scene()
    await supervisor.register('s', spec)
    const [copy] = supervisor.snapshots()
    ;(copy!.spec.command as string[])[0] = 'evil'
    expect(supervisor.snapshots()[0]?.spec.command).toEqual(['agent'])
  })

  it('stays after the session is forgotten, or a missing file is an error', async () => {
    const folder = mkdtempSync(join(tempFolder(), 'x'))
    const { supervisor } = scene({ folder })
    await supervisor.register('s', spec)
    expect(await supervisor.unregister('s')).toBe(true)
    expect(await supervisor.unregister('s')).toBe(false)
    expect(filesOf(folder)).toEqual([])
  })
})

describe('a folder of snapshots', () => {
  const claimant = { process: { host: 'h', bootId: 'b', pid: 7, startTime: '8' }, instance: 'i' }
  const revised = (revision: number, sessionID = 's') => ({ ...fullSnapshot, sessionID, revision })
  const revisionOf = (path: string): number =>
    (JSON.parse(readFileSync(path, 'utf8')) as { snapshot: { revision: number } }).snapshot.revision

  it.each([
    [0, { 'snapshot.json': 4 }],
    [1, { 'snapshot.json': 4, 'snapshot.1.json': 3 }],
    [2, { 'snapshot.json': 4, 'snapshot.1.json': 3, 'snapshot.2.json': 2 }],
    [5, { 'snapshot.json': 4, 'snapshot.1.json': 3, 'snapshot.2.json': 2, 'snapshot.3.json': 1 }],
  ])('with %i older generations keeps others, or a change that the snapshot holds', async (generations, kept) => {
    const folder = tempFolder()
    const store = folderSnapshots(folder, generations)
    await store.claims.take('s', 1, claimant)
    await store.save(revised(1), 1)
    await store.append({ sessionID: 's', revision: 2, fields: {} }, 1)
    for (const revision of [2, 3, 4]) await store.save(revised(revision), 1)
    const names = readdirSync(join(folder, 's')).filter((name) => name !== 'claims')
    expect(Object.fromEntries(names.map((name) => [name, revisionOf(join(folder, 's', name))]))).toEqual(kept)
    expect(await store.load()).toEqual({ snapshots: [revised(4)], damaged: [] })
  })

  it('acknowledges a change that a power loss takes away, or one behind a torn one that is not replayed (I8)', async () => {
    const folder = tempFolder()
    const store = folderSnapshots(folder, 1)
    await store.claims.take('s', 1, claimant)
    await store.save(revised(1), 1)
    const steps: string[] = []
    const { open, syncFolder } = nodeFs
    const spies = [
      vi.spyOn(nodeFs, 'open').mockImplementation(async (...given) => {
        const file = await open(...given)
        const told = (what: 'sync' | 'close') => async (): Promise<void> => (steps.push(what), file[what]())
        // A system that takes less than it is given.
        const write = (bytes: Uint8Array): Promise<number> => (steps.push('write'), file.write(bytes.subarray(0, 100)))
        return { ...file, write, sync: told('sync'), close: told('close') }
      }),
      vi.spyOn(nodeFs, 'syncFolder').mockImplementation((path) => (steps.push(`sync ${path}`), syncFolder(path))),
    ]
    onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()))
    await store.append({ sessionID: 's', revision: 2, fields: { output: 'x'.repeat(90) } }, 1)
    expect(steps.splice(0)).toEqual(['write', 'write', 'sync', `sync ${join(folder, 's')}`, 'close'])
    await store.append({ sessionID: 's', revision: 3, fields: { screen: 'y' } }, 1)
    expect(steps.splice(0)).toEqual(['write', 'sync', 'close'])
    const changes = join(folder, 's', 'changes.ndjson')
    expect((statSync(changes).mode & 0o777).toString(8)).toBe('600')
    writeFileSync(changes, '{"torn', { flag: 'a' })
    await store.append({ sessionID: 's', revision: 5, fields: { workingDirectory: '/z' } }, 1)
    expect(await store.read('s')).toEqual({
      snapshots: [{ ...revised(5), output: 'x'.repeat(90), screen: 'y', workingDirectory: '/z' }],
      damaged: [],
    })
  })

  it('lets somebody write who has the claim no longer', async () => {
    const folder = tempFolder()
    const store = folderSnapshots(folder, 1)
    const held = { code: 'held' }
    await expect(store.save(revised(1), 0)).rejects.toMatchObject(held)
    await store.claims.take('s', 1, claimant)
    await store.save(revised(1), 1)
    await store.claims.take('s', 2, claimant)
    await expect(store.save(revised(2), 1)).rejects.toMatchObject(held)
    await expect(store.append({ sessionID: 's', revision: 2, fields: { output: 'x' } }, 1)).rejects.toMatchObject(held)
    await expect(store.remove('s', 1)).rejects.toMatchObject(held)
    expect((await store.read('s')).snapshots).toEqual([revised(1)])
    await store.append({ sessionID: 's', revision: 2, fields: { output: 'x' } }, 2)
    await store.append({ sessionID: 's', revision: 3, fields: { screen: 'y' } }, 2)
    expect((await store.read('s')).snapshots).toEqual([{ ...revised(3), output: 'x', screen: 'y' }])
    await store.remove('s', 2)
    expect(readdirSync(folder)).toEqual([])
    expect(await store.read('s')).toEqual({ snapshots: [], damaged: [] })
  })

  it.each([
    ['{', 'It is no JSON.'],
    [encodeSnapshot(revised(1, 'other')), 'It belongs to another session.'],
    [
      encodeSnapshot({ ...revised(1), spec: { ...fullSnapshot.spec, command: [] } }),
      'spec.command: Too small: expected array to have >=1 items.',
    ],
  ])('takes %.10s for a snapshot, or moves it although it only looks', async (text, why) => {
    for (const readOnly of [true, false]) {
      const folder = tempFolder()
      mkdirSync(join(folder, 's'))
      const [newest, former] = ['snapshot.json', 'snapshot.1.json'].map((name) => join(folder, 's', name)) as [
        string,
        string,
      ]
      for (const path of [newest, former]) writeFileSync(path, text)
      const read = await folderSnapshots(folder, 1, { readOnly }).read('s')
      const told = (place: string) => ({
        sessionID: 's',
        place,
        ...(!readOnly && { setAside: `${place}.damaged` }),
        why,
      })
      expect(read).toEqual({ snapshots: [], damaged: [newest, former].map(told) })
      expect([newest, `${newest}.damaged`].map((path) => existsSync(path))).toEqual([readOnly, !readOnly])
    }
  })

  it('does not say what of the changes was left out', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 's'))
    writeFileSync(join(folder, 's', 'snapshot.json'), encodeSnapshot(revised(1)))
    const changes = join(folder, 's', 'changes.ndjson')
    writeFileSync(changes, `${encodeChange({ sessionID: 's', revision: 2, fields: { output: 'x' } })}{}\n`)
    const why = 'Line 2 of its changes is damaged: 1 line left out.'
    expect(await folderSnapshots(folder, 1).load()).toEqual({
      snapshots: [{ ...revised(2), output: 'x' }],
      damaged: [{ sessionID: 's', place: changes, why }],
    })
  })

  it('that holds what nobody here has written cannot be read, or is none', async () => {
    const folder = tempFolder()
    for (const name of ['.removed-s-1', 'a%zz', 'a b', 's']) mkdirSync(join(folder, name))
    for (const name of readdirSync(folder))
      writeFileSync(join(folder, name, 'snapshot.json'), encodeSnapshot(revised(1)))
    writeFileSync(join(folder, 'file'), '')
    expect(await folderSnapshots(folder, 1).load()).toEqual({ snapshots: [revised(1)], damaged: [] })
    expect(await folderSnapshots(join(folder, 'absent'), 1).load()).toEqual({ snapshots: [], damaged: [] })
    await expect(folderSnapshots(join(folder, 'file'), 1).load()).rejects.toMatchObject({ code: 'not_found' })
    await expect(folderSnapshots(join(folder, 'file'), 1).read('s')).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it('keeps archives for ever, or drops the newest for those of a session whose id begins alike', async () => {
    const folder = tempFolder()
    const store = folderSnapshots(folder, 1)
    const archived = (sessionID: string, at: number): Promise<string> =>
      store.archive({ ...revised(at, sessionID), takenAt: new Date(Date.UTC(2026, 0, at)) })
    const paths: string[] = []
    for (let at = 1; at <= 7; at += 1) paths.push(await archived('s-b', at))
    for (let at = 1; at <= 6; at += 1) paths.push(await archived('s', at))
    expect(paths.filter((path) => existsSync(path))).toEqual([...paths.slice(2, 7), ...paths.slice(8)])
    expect(paths.at(-1)).toBe(join(folder, '.failed-sessions', 's-20260106T000000000Z-6.archive.json'))
    expect(revisionOf(paths.at(-1)!)).toBe(6)
    expect((statSync(paths.at(-1)!).mode & 0o777).toString(8)).toBe('600')
    expect((await store.load()).snapshots).toEqual([])
  })
})
