import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionSupervisor } from '../../src/supervisor.ts'
import type { SessionSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import type { SessionSupervisor } from '../../src/supervisor/session-supervisor.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor, type FakeExecutor, type FakeOptions } from './fake-executor.ts'

export interface Scene {
  readonly supervisor: SessionSupervisor
  readonly clock: FakeClock
  readonly executor: FakeExecutor
  readonly told: string[]
}

/** A supervisor of one executor without processes, on a clock of the test, and what it has told. */
export function scene(options: SessionSupervisorOptions = {}, fake: FakeOptions = {}): Scene {
  const clock = new FakeClock()
  const executor = fakeExecutor(fake)
  const supervisor = createSessionSupervisor({ executors: [executor], clock, random: () => 0.5, ...options })
  const told: string[] = []
  for (const name of ['launched', 'ended', 'retry-scheduled', 'recovery-ended', 'parked', 'resumed'] as const)
    supervisor.on(name, (event) => told.push(`${name}${'outcome' in event ? ` ${event.outcome}` : ''}`))
  return { supervisor, clock, executor, told }
}

export const spec = { command: ['agent'] } as const

/** All files in a folder, at any depth. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
