import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionSupervisor } from '../../src/supervisor.ts'
import type { SessionSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import type { Snapshot } from '../../src/supervisor/snapshots/snapshot.ts'
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

/** One with everything that a snapshot can hold. */
export const fullSnapshot: Snapshot = {
  sessionID: 's',
  revision: 3,
  takenAt: new Date(1),
  registeredAt: new Date(2),
  state: 'waiting',
  spec: {
    command: ['agent', 'x'],
    kind: 'ssh',
    env: { LANG: 'C' },
    envReferences: ['T'],
    ssh: { host: 'far', user: 'me', port: 2 },
  },
  redacted: ['env.T'],
  workingDirectory: '/work',
  commandHistory: ['a'],
  output: 'out',
  screen: 'screen',
  interactive: {
    isInteractive: true,
    pendingCommands: [{ command: 'ls', idempotent: true }],
    sessionUnresponsive: true,
    timeoutCount: 2,
    lastPrompt: '$',
    lastPromptAt: new Date(3),
    lastSuccessAt: new Date(4),
  },
  errorContext: { lastError: 'no', at: new Date(5), count: 6 },
  address: {
    process: { host: 'h', bootId: 'b', pid: 7, startTime: '8' },
    tmux: { socket: 'socket', session: 'session' },
  },
  lastExit: { code: null, signal: 'SIGKILL', connectionLost: true },
  recoveries: [
    {
      at: new Date(6),
      class: 'oom',
      outcome: 'degraded',
      strategy: 'restart',
      why: 'timeout',
      durationMs: 9,
      tried: [{ strategy: 'migrate', result: 'failed', why: 'no' }],
      repair: 'repaired',
    },
  ],
  attemptsAt: [new Date(7)],
}
