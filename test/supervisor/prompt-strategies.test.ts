import { expect, it } from 'vitest'
import { commandRetry } from '../../src/supervisor/strategies/command-retry.ts'
import { promptInterrupt, promptReset, sessionRefresh } from '../../src/supervisor/strategies/prompt-strategies.ts'
import type { StrategyRun } from '../../src/supervisor/strategies/strategy.ts'

const strategies = { commandRetry, promptInterrupt, promptReset, sessionRefresh }
type Name = keyof typeof strategies

interface Given {
  /** Whether each look at the program shows an answer; behind the last one none does. */
  readonly answers?: readonly boolean[]
  /** Idempotent commands in capitals. */
  readonly pending?: readonly string[]
  readonly program?: 'none' | 'dead' | 'mute' | 'dies' | 'prints'
  readonly why?: string
  /** Without a probe of its own the session is listened to. */
  readonly isHeard?: boolean
  readonly isAborted?: boolean
}

/** One rung on a session at a prompt, what it does to the program, and what stays pending. */
async function tried(
  name: Name,
  { answers = [], pending = [], program, why, isHeard = false, isAborted = false }: Given,
): Promise<readonly [result: string, calls: readonly string[], pending: readonly string[]]> {
  const calls: string[] = []
  const left = [...answers]
  const hearing = new Set<() => void>()
  let isAlive = program !== 'dead'
  const act = (call: string): void => {
    calls.push(call)
    if (program === 'dies') isAlive = false
    if (program === 'prints') for (const hear of hearing) hear()
  }
  const handle = {
    isAlive: async () => isAlive,
    onOutput: (listener: () => void) => (hearing.add(listener), () => hearing.delete(listener)),
    signal: async (signal: string) => act(signal),
    ...(program !== 'mute' && { type: async (text: string) => act(JSON.stringify(text)) }),
  }
  const record = {
    handle: program === 'none' ? undefined : handle,
    interactive: {
      isInteractive: true,
      sessionUnresponsive: true,
      timeoutCount: 2,
      pendingCommands: pending.map((command) => ({ command, idempotent: command === command.toUpperCase() })),
    },
  }
  const run = {
    record,
    signal: { aborted: isAborted },
    sleep: async (ms: number) => void calls.push(`sleep ${ms}`),
    verify: async (_: unknown, otherwise: () => Promise<boolean>) => {
      const works = isHeard ? await otherwise() : left.shift() === true
      return { works, ...(why !== undefined && { why }) }
    },
  } as unknown as StrategyRun
  const told = await strategies[name](run)
  const { interactive } = record
  const isAnswered = told.result === 'works' && name !== 'commandRetry'
  expect([hearing.size, interactive.sessionUnresponsive, interactive.timeoutCount]).toEqual([
    0,
    !isAnswered,
    isAnswered ? 0 : 2,
  ])
  if (told.result === 'works' && !Object.is(told.session, handle)) throw new Error('it works in another program')
  const commands = interactive.pendingCommands.map(({ command }) => command)
  return ['why' in told ? `${told.result}: ${told.why}` : told.result, calls, commands]
}

const [interrupted, escaped, cleared, entered] = [
  String.raw`"\u0003"`,
  String.raw`"\u001b"`,
  String.raw`"\u0015\f"`,
  String.raw`"\r"`,
]
const nothing = 'not_applicable: nothing runs'
const nobody = 'not_applicable: nobody can type in it'
const silence = 'failed: no answer'
const [a, b] = [String.raw`"A\r"`, String.raw`"B\r"`]

it.each<readonly [Name, Given, result: string, calls: readonly string[], pending: readonly string[]]>([
  ['promptInterrupt', { program: 'none' }, nothing, [], []],
  ['promptInterrupt', { program: 'dead' }, nothing, [], []],
  ['promptInterrupt', { answers: [true] }, 'works', ['SIGINT'], []],
  ['promptInterrupt', { answers: [false, true] }, 'works', ['SIGINT', interrupted], []],
  ['promptInterrupt', { answers: [false, false, true] }, 'works', ['SIGINT', interrupted, escaped], []],
  ['promptInterrupt', {}, silence, ['SIGINT', interrupted, escaped], []],
  ['promptInterrupt', { why: 'it says no' }, 'failed: it says no', ['SIGINT', interrupted, escaped], []],
  ['promptInterrupt', { program: 'mute' }, silence, ['SIGINT'], []],
  ['promptInterrupt', { program: 'dies' }, silence, ['SIGINT'], []],
  ['promptInterrupt', { isAborted: true }, silence, ['SIGINT'], []],
  ['promptReset', { program: 'none' }, nobody, [], []],
  ['promptReset', { program: 'dead' }, nobody, [], []],
  ['promptReset', { program: 'mute' }, nobody, [], []],
  ['promptReset', {}, silence, [cleared], []],
  ['promptReset', { answers: [true] }, 'works', [cleared], []],
  ['sessionRefresh', { why: 'it says no' }, 'failed: it says no', [entered], []],
  ['sessionRefresh', { answers: [true] }, 'works', [entered], []],
  ['sessionRefresh', { isHeard: true, program: 'prints' }, 'works', [entered, 'sleep 3000', 'sleep 300'], []],
  ['sessionRefresh', { isHeard: true }, silence, [entered, 'sleep 3000'], []],
  ['commandRetry', { program: 'none', pending: ['A'] }, nothing, [], ['A']],
  ['commandRetry', {}, 'not_applicable: no command is pending', [], []],
  ['commandRetry', { pending: ['a'] }, 'not_applicable: no pending command is marked idempotent', [], ['a']],
  ['commandRetry', { program: 'mute', pending: ['A'] }, nobody, [], ['A']],
  ['commandRetry', { answers: [true, true], pending: ['A', 'B', 'c'] }, 'works', [a, b], ['c']],
  ['commandRetry', { answers: [true, true], pending: ['c', 'A', 'B'] }, 'works', [a, b], ['c']],
  ['commandRetry', { answers: [true, true], pending: ['A', 'A', 'a'] }, 'works', [a, a], ['a']],
  ['commandRetry', { answers: [false, true], pending: ['A'] }, 'works', [a, 'sleep 1000', a], []],
  [
    'commandRetry',
    { answers: [true, false, false], pending: ['A', 'B'] },
    'failed: a command brought no answer',
    [a, b, 'sleep 1000', b, 'sleep 2000', b],
    ['B'],
  ],
])(
  '%s with %j is tried otherwise, or what is pending is lost (row %$)',
  async (name, given, result, calls, pending) => {
    expect(await tried(name, given)).toEqual([result, calls, pending])
  },
)
