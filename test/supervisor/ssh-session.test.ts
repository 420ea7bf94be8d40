import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSessionSupervisor, sshSession, type SessionSupervisor } from '../../src/supervisor.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { hasSshd, localSshd } from './local-sshd.ts'
import { answering, eventually, pidOf, isInstalled, runs } from './programs.ts'

const isHere = hasSshd() && isInstalled('tmux', '-V')
if (!isHere)
  console.log('sshd or tmux is not installed (apt-get install openssh-server tmux): tests of ssh are skipped')

function farSupervisor(folder: string): SessionSupervisor {
  const supervisor = createSessionSupervisor({
    folder,
    executors: [sshSession({ lookMs: 250 })],
    backoff: { baseMs: 0 },
  })
  onTestFinished(async () => {
    const socket = supervisor.snapshots()[0]?.address?.tmux?.socket ?? ''
    await supervisor.stop()
    spawnSync('tmux', ['-L', socket, 'kill-server'])
  })
  return supervisor
}

describe.skipIf(!isHere)('a session on another machine', () => {
  it('is started anew although only its connection was lost', async () => {
    const sshd = await localSshd(join(tempFolder(), 'sshd'))
    const supervisor = farSupervisor(tempFolder())
    await supervisor.start()
    await supervisor.register('s', { kind: 'ssh', ssh: sshd.target, command: answering })
    const pid = pidOf(supervisor)
    sshd.stop()
    const refused = await supervisor.recover('s', { class: 'network' })
    expect(refused.tried.slice(0, 2)).toMatchObject([
      { strategy: 'reconnect', result: 'failed' },
      { strategy: 'restart', result: 'failed' },
    ])
    expect(refused.outcome).toBe('archived')
    await sshd.start()
    const result = await supervisor.recover('s', { class: 'network' })
    expect(result).toMatchObject({ outcome: 'recovered', strategy: 'reconnect' })
    expect(pidOf(supervisor)).toBe(pid)
    expect(runs(pid)).toBe(true)
  })

  it('does not come back when its program was killed, or leaves its secrets in a file', async () => {
    const folder = tempFolder()
    const sshd = await localSshd(join(tempFolder(), 'sshd'))
    const { identityFile: _, ...target } = sshd.target
    const supervisor = farSupervisor(folder)
    await supervisor.start()
    await supervisor.register('s', {
      kind: 'ssh',
      ssh: { ...target, privateKey: sshd.privateKey },
      command: answering,
      env: { API_TOKEN: 'token-of-the-test' },
      probe: { output: 'ready as' },
    })
    kill(pidOf(supervisor), 'SIGKILL')
    await eventually('a new program', () => supervisor.statistics().outcomes.recovered === 1)
    await supervisor.stop()
    const [, secretLine = ''] = sshd.privateKey.split('\n')
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      expect(text).not.toContain('token-of-the-test')
      expect(text).not.toContain(secretLine)
    }
  })

  it('that lets nobody in is said to run', async () => {
    const sshd = await localSshd(join(tempFolder(), 'sshd'))
    const { identityFile: _, ...target } = sshd.target
    const supervisor = farSupervisor(tempFolder())
    await supervisor.register('s', { kind: 'ssh', ssh: { ...target, identityFile: '/dev/null' }, command: answering })
    const { outcome, tried } = await supervisor.recover('s', { class: 'auth' })
    expect(outcome).toBe('archived')
    expect(tried.map(({ result }) => result)).toEqual(['not_applicable', 'failed', 'archived'])
  })
})
