import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { kill } from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSessionSupervisor, tmuxSession, type SessionSupervisor } from '../../src/supervisor.ts'
import { scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { answering, eventually, pidOf, isInstalled, runs } from './programs.ts'

const hasTmux = isInstalled('tmux', '-V')
if (!hasTmux) console.log('tmux is not installed (apt-get install tmux): its tests are skipped')

const socketOf = (supervisor: SessionSupervisor): string => supervisor.snapshots()[0]?.address?.tmux?.socket ?? ''

/** A supervisor whose panes end with the test, though they outlive their supervisors. */
function paneSupervisor(folder: string): SessionSupervisor {
  const supervisor = createSessionSupervisor({ folder, executors: [tmuxSession()], backoff: { baseMs: 0 } })
  onTestFinished(async () => {
    const socket = socketOf(supervisor)
    await supervisor.stop()
    spawnSync('tmux', ['-L', socket, 'kill-server'])
  })
  return supervisor
}

const spec = { kind: 'tmux', command: answering, probe: { output: 'ready as' } } as const

describe.skipIf(!hasTmux)('a pane of tmux', () => {
  it('ends with its supervisor, or is not found by the next one', async () => {
    const folder = tempFolder()
    const first = paneSupervisor(folder)
    await first.register('s', spec)
    await first.start()
    const pid = pidOf(first)
    await first.stop()
    expect(runs(pid)).toBe(true)
    const second = paneSupervisor(folder)
    const adopted = new Promise((resolve) => second.on('adopted', resolve))
    await second.start()
    expect(await adopted).toMatchObject({ pid })
  })

  it('counts as alive because its session exists: the program in it is dead', async () => {
    const supervisor = paneSupervisor(tempFolder())
    await supervisor.start()
    await supervisor.register('s', spec)
    const before = pidOf(supervisor)
    kill(before, 'SIGKILL')
    await eventually('a new program', () => supervisor.statistics().outcomes.recovered === 1)
    expect(pidOf(supervisor)).not.toBe(before)
    expect(supervisor.snapshots()[0]?.lastExit).toEqual({ code: null, signal: 'SIGKILL' })
  })

  // About one pane in ten of tmux 3.3 dies before it has been told how its program ended.
  it('does not tell how its program ended, or starts one again that was done', async () => {
    const ends = await Promise.all(
      Array.from({ length: 10 * scale }, async (_, code) => {
        const supervisor = paneSupervisor(tempFolder())
        await supervisor.start()
        const program = ['sh', '-c', `exit ${code % 10}`] as const
        await supervisor.register('s', { kind: 'tmux', command: program, restart: code % 10 ? 'never' : 'on-failure' })
        await eventually('its end', () => supervisor.snapshots()[0]?.state === 'ended')
        return supervisor.snapshots()[0]?.lastExit
      }),
    )
    expect(ends).toEqual(ends.map((_, code) => ({ code: code % 10, signal: null })))
  })

  it('cannot be typed in, or its answer is not read', async () => {
    const supervisor = paneSupervisor(tempFolder())
    await supervisor.start()
    await supervisor.register('s', { kind: 'tmux', command: ['sh'], probe: { echo: true } })
    // A shell that is still starting would die of the interrupt.
    await eventually('its prompt', () => supervisor.snapshots()[0]!.output.trim() !== '')
    await supervisor.update('s', {
      interactive: { pendingCommands: [{ command: 'echo 6 times 7', idempotent: true }, 'rm x'] },
    })
    const result = await supervisor.recover('s', { class: 'prompt' })
    expect(result).toMatchObject({ outcome: 'degraded', pending: ['rm x'] })
    expect(result.tried.map(({ strategy, result: how }) => `${strategy} ${how}`)).toEqual([
      'prompt-interrupt recovered',
      'command-retry recovered',
    ])
  })

  it('shows a variable to every user of the machine', async () => {
    const supervisor = paneSupervisor(tempFolder())
    await supervisor.start()
    await supervisor.register('s', {
      ...spec,
      command: [
        process.execPath,
        '-e',
        'console.log("length", process.env.API_TOKEN.length); setInterval(() => 1, 1e3)',
      ],
      env: { API_TOKEN: "it's a secret" },
      probe: { output: 'length 13' },
    })
    expect((await supervisor.recover('s')).outcome).toBe('recovered')
    expect(spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout).not.toContain("it's a secret")
  })

  it('whose folder is gone is started elsewhere', async () => {
    const supervisor = paneSupervisor(tempFolder())
    await supervisor.register('s', { ...spec, cwd: join(tempFolder(), 'gone') })
    expect(await supervisor.recover('s')).toMatchObject({ outcome: 'archived' })
  })
})
