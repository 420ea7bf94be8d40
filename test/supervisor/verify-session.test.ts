import { getEventListeners } from 'node:events'
import { tmpdir } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { ExitReport } from '../../src/supervisor/failure.ts'
import type { ProbeCheck } from '../../src/supervisor/probe.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import type { SessionHandle } from '../../src/supervisor/session-handle.ts'
import { verifySession, type Verdict, type VerifyOptions } from '../../src/supervisor/verify-session.ts'
import { FakeClock } from './fake-clock.ts'

interface Program {
  readonly session: SessionHandle
  readonly typed: string[]
  readonly listeners: Set<(text: string) => void>
  print(text: string): void
  end(exit: ExitReport): void
}

function program(answers: (typed: string, print: (text: string) => void) => void = () => undefined): Program {
  const listeners = new Set<(text: string) => void>()
  const { promise: ended, resolve } = Promise.withResolvers<ExitReport>()
  const typed: string[] = []
  let isAlive = true
  const print = (text: string): void => {
    for (const listener of listeners) listener(text)
  }
  const session = {
    pid: 7,
    ended,
    isAlive: async () => isAlive,
    output: () => 'ready when started',
    onOutput: (listener: (text: string) => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    type: async (text: string) => (typed.push(text), answers(text, print)),
  } as unknown as SessionHandle
  const end = (exit: ExitReport): void => {
    isAlive = false
    resolve(exit)
  }
  return { session, typed, listeners, print, end }
}

const lookedFar = /ready/g
lookedFar.lastIndex = 5

/** A look at a program; what happens meanwhile happens 50 ms after it has begun. */
async function verdictOn(
  check: ProbeCheck | undefined,
  {
    of = program(),
    meanwhile = () => undefined,
    ...more
  }: Partial<VerifyOptions> & { readonly of?: Program; readonly meanwhile?: (of: Program) => void } = {},
): Promise<Verdict & { readonly afterMs: number }> {
  const clock = new FakeClock()
  const scheduler = new Scheduler(resolveClock(clock))
  const { session } = of
  const options = { sessionID: 's', session, scheduler, cwd: undefined, env: undefined, ...more }
  const signal = more.signal ?? new AbortController().signal
  // A real program takes real time.
  const isReal = typeof check === 'object' && 'command' in check
  const probe = { check, intervalMs: 0, timeoutMs: isReal ? Infinity : 2_500 }
  const verdict = verifySession({ ...options, signal, probe })
  const cancel = scheduler.after(50, () => meanwhile(of))
  const found = await (isReal ? verdict : clock.until(verdict, 50))
  await clock.settle()
  cancel()
  // Nothing waits or listens any more.
  expect([scheduler.waiting, of.listeners.size]).toEqual([0, 0])
  return { ...found, afterMs: clock.monotonic() }
}

const yes = { works: true }
const no = (why: string): Verdict => ({ works: false, why })

describe('a look at a program', () => {
  it.each<readonly [what: string, check: ProbeCheck, verdict: Verdict]>([
    ['yes', () => true, yes],
    ['yes, later', async () => true, yes],
    ['no', () => false, no('the probe says no')],
    ['something else', (() => 'yes') as never, no('the probe says no')],
    ['an error', () => Promise.reject(new TypeError('secret')), no('the probe failed (TypeError)')],
    ['something thrown', () => Promise.reject('secret' as never), no('the probe failed (string)')],
    ['nothing', () => new Promise<boolean>(() => undefined), no('no answer within 2.5 s')],
    ['a command that ends well', { command: ['true'] }, yes],
    ['a command that prints two megabytes', { command: ['sh', '-c', 'yes | head -c 2000000'] }, yes],
    ['a command that fails', { command: ['false'] }, no('the probe says no')],
    ['a command that is none', { command: ['/does/not/exist'] }, no('the probe says no')],
    ['an output that it had', { output: 'ready' }, yes],
    ['an output that it had, by a pattern', { output: /^ready/ }, yes],
    ['an output that it had, by a pattern that remembers where it looked', { output: lookedFar }, yes],
    ['an output that it has not', { output: 'steady' }, no('no answer within 2.5 s')],
  ])('that says %s is taken for something else', async (_what, check, verdict) => {
    expect(await verdictOn(check)).toMatchObject(verdict)
  })

  it('is not told whom it is about', async () => {
    const seen: unknown[] = []
    const of = program()
    const probe = (asked: object): boolean => (seen.push(asked), true)
    await verdictOn(probe, { of })
    expect(seen).toEqual([{ sessionID: 's', session: of.session, signal: expect.any(AbortSignal) as unknown }])
    const tells = 'test "$SESSION_RECOVERY_ID-$SESSION_RECOVERY_PID-$OWN-$(pwd)" = "s-7-x-$0" && test -n "$PATH"'
    const command = ['sh', '-c', tells, tmpdir()] as const
    expect(
      await verdictOn({ command }, { cwd: tmpdir(), env: { OWN: 'x', SESSION_RECOVERY_ID: 'not this' } }),
    ).toMatchObject(yes)
    expect(await verdictOn({ command }, { cwd: '/', env: { OWN: 'x' } })).toMatchObject(no('the probe says no'))
  })

  it('takes half of an output for the whole, or an echo for an answer', async () => {
    const pieces = (...texts: string[]) => ({ meanwhile: (of: Program) => texts.forEach((text) => of.print(text)) })
    expect(await verdictOn({ output: 'done!' }, pieces('do', 'ne', '! and more'))).toMatchObject({
      ...yes,
      afterMs: 50,
    })
    expect(await verdictOn({ output: 'done!' }, pieces('do', 'ne'))).toMatchObject(no('no answer within 2.5 s'))
    expect(await verdictOn({ output: 'done!' }, pieces('done', 'x'.repeat(70_000), '!'))).toMatchObject({
      works: false,
    })
    const shell = program((typed, print) => {
      print(typed)
      const [, token] = /^echo (\w{8})-\$\(\(6\*7\)\)\r$/.exec(typed) ?? []
      setImmediate(() => print(`${token}-42\n`))
    })
    expect(await verdictOn({ echo: true }, { of: shell })).toMatchObject(yes)
    expect(shell.typed).toHaveLength(1)
    const echoing = program((typed, print) => print(typed))
    expect(await verdictOn({ echo: true }, { of: echoing })).toMatchObject(no('no answer within 2.5 s'))
    const { type: _, ...mute } = program().session
    expect(await verdictOn({ echo: true }, { of: { ...program(), session: mute } })).toMatchObject(
      no('the probe says no'),
    )
  })

  it('without a probe does not wait until the program has settled, or waits for one that was done', async () => {
    expect(await verdictOn(undefined)).toEqual({ ...yes, afterMs: 400 })
    const ends = (exit: ExitReport) => ({ meanwhile: (of: Program) => of.end(exit) })
    const [done, failed, killed, unseen] = [
      { code: 0, signal: null },
      { code: 3, signal: null },
      { code: null, signal: 'SIGKILL' },
      { code: null, signal: null },
    ] as const
    expect(await verdictOn(undefined, { ...ends(done), mayEnd: true })).toEqual({ ...yes, afterMs: 50 })
    expect(await verdictOn(undefined, ends(done))).toMatchObject(no('ended again (exit 0)'))
    expect(await verdictOn(undefined, { ...ends(failed), mayEnd: true })).toMatchObject(no('ended again (exit 3)'))
    expect(await verdictOn(undefined, { ...ends(killed), mayEnd: true })).toMatchObject(no('ended again (SIGKILL)'))
    expect(await verdictOn(undefined, { ...ends(unseen), mayEnd: true })).toMatchObject(
      no('ended again (exit unknown)'),
    )
    const named = { ...ends(done), mayEnd: true }
    expect(await verdictOn({ output: 'x' }, named)).toMatchObject(no('ended again (exit 0)'))
    const otherwise = () => new Promise<boolean>(() => undefined)
    expect(await verdictOn(undefined, { ...named, otherwise })).toMatchObject(no('ended again (exit 0)'))
    const gone = program()
    Object.assign(gone.session, { isAlive: async () => false })
    expect(await verdictOn(() => true, { of: gone })).toMatchObject(no('the program is gone'))
    expect(await verdictOn(undefined, { of: gone })).toMatchObject(no('the probe says no'))
  })

  it('leaves something behind for each look, with the program or with the signal of its session', async () => {
    const of = program()
    const { signal } = new AbortController()
    const waits = vi.spyOn(of.session.ended, 'then')
    for (let look = 0; look < 3; look += 1) await verdictOn(() => true, { of, signal })
    expect([waits.mock.calls.length, getEventListeners(signal, 'abort').length]).toEqual([1, 0])
    expect(await verdictOn({ output: 'steady' }, { of, signal: AbortSignal.abort() })).toMatchObject(no('cancelled'))
  })

  it('after something was done to it believes what was printed before', async () => {
    const otherwise = async () => false
    expect(await verdictOn(undefined, { otherwise })).toMatchObject(no('the probe says no'))
    expect(await verdictOn({ output: 'ready' }, { otherwise })).toMatchObject(no('the probe says no'))
    expect(await verdictOn({ output: 'steady' }, { otherwise: async () => true })).toMatchObject(yes)
    expect(await verdictOn(() => true, { otherwise })).toMatchObject(yes)
  })

  it('goes on although nobody wants it any more', async () => {
    const never = () => new Promise<boolean>(() => undefined)
    expect(await verdictOn(never, { signal: AbortSignal.abort() })).toMatchObject({ ...no('cancelled'), afterMs: 0 })
    const controller = new AbortController()
    const meanwhile = () => controller.abort()
    expect(await verdictOn(never, { signal: controller.signal, meanwhile })).toMatchObject({
      ...no('cancelled'),
      afterMs: 50,
    })
  })
})
