import { expect, it } from 'vitest'
import type { SessionExecutor } from '../../src/supervisor/executor.ts'
import type { SessionSpec } from '../../src/supervisor/session-spec.ts'
import { migrate, reconnect, replicate, restart, restore } from '../../src/supervisor/strategies/start-strategies.ts'
import type { StrategyRun } from '../../src/supervisor/strategies/strategy.ts'

const strategies = { restart, reconnect, restore, replicate, migrate }
type Name = keyof typeof strategies

interface Tried {
  readonly result: unknown
  readonly calls: readonly string[]
}

/** One rung on a session whose executors, former program and probe only note what is asked of them. */
async function tried(
  name: Name,
  spec: Partial<SessionSpec>,
  { works = true, executor = {}, address = {} }: { works?: boolean; executor?: object; address?: object | null } = {},
): Promise<Tried> {
  const calls: string[] = []
  const session = (which: string): object => ({
    address: {},
    detach: () => calls.push(`detach ${which}`),
    stop: async (graceMs: number) => void calls.push(`stop ${which} ${graceMs}`),
  })
  const executorOf = (kind: string): Partial<SessionExecutor> | undefined =>
    kind === 'local' || kind === 'tmux'
      ? {
          replicates: true,
          start: async (context) => (calls.push(`start ${kind} ${JSON.stringify(context)}`), session('new') as never),
          reconnect: async () => (calls.push(`reconnect ${kind}`), session('found') as never),
          ...executor,
        }
      : undefined
  const record = {
    spec: { command: ['agent'], ...spec },
    address: address ?? undefined,
    workingDirectory: '/moved',
    env: { A: 'moved' },
    release: () => session('old'),
    attach: () => calls.push('attach'),
    respecify: (to: SessionSpec) => calls.push(`respecify ${JSON.stringify(to)}`),
  }
  const run = {
    record,
    graceMs: 7,
    executorOf,
    context: (given: unknown) => given,
    takeBudget: () => true,
    noteStart: async () => undefined,
    verify: async () => ({ works }),
  } as unknown as StrategyRun
  const { result, ...rest } = await strategies[name](run)
  return { result: 'why' in rest ? `${result}: ${rest.why}` : result, calls }
}

const plain = 'start local {"command":["agent"]}'
const moved = 'start local {"command":["agent"],"cwd":"/moved","env":{"A":"moved"}}'
const away = { kind: 'tmux', cwd: '/away', env: { B: '2' } } as const
const migrated = '{"command":["agent"],"env":{"A":"1","B":"2"},"kind":"tmux","cwd":"/away"}'
const no = 'failed: the probe says no'

it.each<readonly [Name, Partial<SessionSpec>, Parameters<typeof tried>[2], result: string, calls: readonly string[]]>([
  ['restart', {}, {}, 'works', ['stop old 7', plain, 'attach']],
  ['restart', {}, { works: false }, no, ['stop old 7', plain, 'stop new 7']],
  ['restart', { kind: 'ssh' }, {}, 'not_applicable: no executor for ssh', []],
  ['reconnect', {}, {}, 'works', ['reconnect local', 'detach old', 'attach']],
  ['reconnect', { kind: 'tmux' }, {}, 'works', ['reconnect tmux', 'detach old', 'attach']],
  ['reconnect', {}, { works: false }, no, ['reconnect local', 'detach found']],
  ['reconnect', {}, { address: null }, 'not_applicable: there is nothing to connect to', []],
  ['reconnect', { kind: 'ssh' }, {}, 'not_applicable: there is nothing to connect to', []],
  ['reconnect', {}, { executor: { reconnect: undefined } }, 'not_applicable: there is nothing to connect to', []],
  ['reconnect', {}, { executor: { reconnect: async () => undefined } }, 'failed: what was connected to is gone', []],
  [
    'reconnect',
    {},
    { executor: { reconnect: () => Promise.reject(new TypeError('secret')) } },
    'failed: no connection (TypeError)',
    [],
  ],
  ['restore', {}, {}, 'works', ['stop old 7', moved, 'attach']],
  ['restore', { kind: 'ssh' }, {}, 'not_applicable: no executor for ssh', []],
  ['replicate', {}, {}, 'works', [plain, 'stop old 7', 'attach']],
  ['replicate', {}, { works: false }, no, [plain, 'stop new 7']],
  ['replicate', {}, { executor: { replicates: false } }, 'not_applicable: two of it cannot run at once', []],
  ['migrate', {}, {}, 'not_applicable: no other place is named (migrateTo)', []],
  ['migrate', { migrateTo: { kind: 'ssh' } }, {}, 'not_applicable: no executor for ssh', []],
  [
    'migrate',
    { env: { A: '1', B: '1' }, migrateTo: away },
    {},
    'works',
    ['stop old 7', `start tmux ${migrated}`, `respecify ${migrated}`, 'attach'],
  ],
  [
    'migrate',
    { migrateTo: {} },
    {},
    'works',
    ['stop old 7', 'start local {"command":["agent"],"env":{}}', 'respecify {"command":["agent"],"env":{}}', 'attach'],
  ],
])('%s of a session with %o, where %o, acts otherwise', async (name, spec, where, result, calls) => {
  expect(await tried(name, spec, where)).toEqual({ result, calls })
})
