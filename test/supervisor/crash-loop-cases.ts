import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventLines } from '../../src/cli/supervise/event-lines.ts'
import { createSessionSupervisor, supervisorEventNames } from '../../src/supervisor.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor } from './fake-executor.ts'
import { eventually } from './programs.ts'

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** A program that always dies, under a budget that never ends. */
export function crashLoopCases(hours: number): void {
  it(`in ${hours} hours of crashes writes more than a megabyte, to its folder or to the terminal`, async () => {
    const folder = tempFolder()
    const clock = new FakeClock()
    const executor = fakeExecutor({
      onStart(program) {
        program.print('a line of output\n'.repeat(100))
        clock.setTimeout(() => program.end({ code: 1 }), 5_000)
      },
    })
    const supervisor = createSessionSupervisor({
      folder,
      executors: [executor],
      clock,
      random: () => 0.5,
      budget: { max: Number.POSITIVE_INFINITY },
    })
    let talk = ''
    for (const name of supervisorEventNames)
      supervisor.on(name, (event) => {
        const line = (eventLines[name] as (event: unknown, facts: unknown) => string | undefined)(event, {
          program: 'agent',
          max: Number.POSITIVE_INFINITY,
          windowMs: 600_000,
        })
        if (line !== undefined) talk += `${line}\n`
      })
    await supervisor.start()
    await supervisor.register('s', { command: ['agent'], probe: () => true })
    for (let seconds = 0; seconds < hours * 3_600; seconds += 5) {
      await clock.advance(5_000)
      // The disk takes its own time.
      await eventually('the recovery ends', () => supervisor.statistics().activeRecoveries === 0)
    }
    const { attempts } = supervisor.statistics()
    await clock.until(supervisor.stop())
    expect(attempts).toBeGreaterThan(hours * 20)
    expect(bytesIn(folder)).toBeLessThan(1_000_000)
    expect(talk.length).toBeLessThan(1_000_000)
    expect(talk.length).toBeGreaterThan(attempts * 10)
  })
}
