import { mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'
import { filesOf, scene, spec } from './scene.ts'

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
