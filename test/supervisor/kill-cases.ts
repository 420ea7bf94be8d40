import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { kill } from 'node:process'
import { expect, it } from 'vitest'
import { createSessionSupervisor, localProcess } from '../../src/supervisor.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { answering, eventually, pidOf, runs } from './programs.ts'

/** Real processes, killed so many times: the supervised one, and the supervisor. */
export function killCases(rounds: number): void {
  it('does not come back after kill -9', async () => {
    await using supervisor = createSessionSupervisor({
      folder: tempFolder(),
      executors: [localProcess()],
      budget: { max: Number.POSITIVE_INFINITY },
      backoff: { baseMs: 0 },
    })
    await supervisor.start()
    await supervisor.register('s', { command: answering, probe: { output: 'ready as' } })
    const pids = new Set<number>()
    for (let round = 0; round < rounds; round += 1) {
      const pid = pidOf(supervisor)
      pids.add(pid)
      kill(pid, 'SIGKILL')
      await eventually('another process', () => {
        const { outcomes, sessions } = supervisor.statistics()
        return outcomes.recovered === round + 1 && sessions['s']?.state === 'running'
      })
    }
    expect(pids.size).toBe(rounds)
    expect(supervisor.statistics()).toMatchObject({ attempts: rounds, strategies: { restart: { worked: rounds } } })
    const last = pidOf(supervisor)
    await supervisor.stop()
    expect(runs(last)).toBe(false)
  })

  it('is started a second time by the next supervisor after the first was killed', async () => {
    const folder = tempFolder()
    const script = join(import.meta.dirname, 'supervisor-process.ts')
    let before = 0
    const how: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const first = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      const said = await new Promise<string>((resolve) => first.stdout.once('data', (chunk) => resolve(String(chunk))))
      const [word = '', pid = 0] = said.trim().split(' ')
      how.push(before === 0 || before === Number(pid) ? word : 'another process')
      before = Number(pid)
      first.kill('SIGKILL')
      await new Promise((resolve) => first.once('exit', resolve))
      expect(runs(before)).toBe(true)
    }
    expect(how).toEqual(['launched', ...Array.from({ length: rounds - 1 }, () => 'adopted')])
    await using supervisor = createSessionSupervisor({
      folder,
      executors: [localProcess({ output: 'discard' })],
      backoff: { baseMs: 0 },
    })
    const adopted = new Promise<number | undefined>((resolve) => supervisor.on('adopted', ({ pid }) => resolve(pid)))
    await supervisor.start()
    expect(await adopted).toBe(before)
    kill(before, 'SIGKILL')
    await eventually('a new one after the end of the adopted', () => {
      return supervisor.statistics().outcomes.recovered === 1 && pidOf(supervisor) !== before
    })
  })
}
