import { kill } from 'node:process'
import { expect, it } from 'vitest'
import { createSessionSupervisor, localProcess } from '../../src/supervisor.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { answering, eventually, pidOf, runs } from './programs.ts'

/** A real process, killed so many times. */
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
}
