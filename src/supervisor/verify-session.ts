import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { onEnded } from './on-ended.ts'
import type { Scheduler } from './scheduler.ts'
import type { ProbeCheck, ResolvedProbe } from './probe.ts'
import type { SessionHandle } from './session-handle.ts'

/** Whether it works. Without a reason it does. */
export interface Verdict {
  readonly works: boolean
  readonly why?: string
}

/** How long a program must stay up to count as started, where nothing better is known. */
const settleMs = 400

/** Everything that a check may need. */
interface Check {
  readonly sessionID: string
  readonly session: SessionHandle
  readonly scheduler: Scheduler
  readonly signal: AbortSignal
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, string>> | undefined
}

/** Resolves as soon as the output since now holds what is looked for. */
function awaitOutput({ session, signal }: Check, holds: (text: string) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    let text = ''
    const finish = (seen: boolean): void => {
      stop()
      signal.removeEventListener('abort', cancel)
      resolve(seen)
    }
    const cancel = (): void => finish(false)
    const stop = session.onOutput((piece) => {
      text = (text + piece).slice(-65_536)
      if (holds(text)) finish(true)
    })
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
  })
}

function runCommand(command: readonly string[], { sessionID, session, signal, cwd, env }: Check): Promise<boolean> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command
    const own = { SESSION_RECOVERY_ID: sessionID, SESSION_RECOVERY_PID: String(session.pid ?? '') }
    // What it prints is nobody's: read, a page of a megabyte would be a no.
    spawn(program, args, {
      stdio: 'ignore',
      signal,
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env, ...own },
    })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0))
  })
}

/** A shell that answers this has read a line, run it, and written: an echo of what was typed does not hold the sum. */
async function echo(check: Check): Promise<boolean> {
  if (!check.session.type) return false
  const token = randomUUID().slice(0, 8)
  const answer = awaitOutput(check, (text) => text.includes(`${token}-42`))
  await check.session.type(`echo ${token}-$((6*7))\r`)
  return answer
}

async function look(probe: ProbeCheck, check: Check): Promise<boolean> {
  if (typeof probe === 'function')
    return (await probe({ sessionID: check.sessionID, session: check.session, signal: check.signal })) === true
  if ('command' in probe) return runCommand(probe.command, check)
  if ('echo' in probe) return echo(check)
  const { output } = probe
  const holds = (text: string): boolean =>
    typeof output === 'string' ? text.includes(output) : text.search(output) >= 0
  return holds(check.session.output()) || awaitOutput(check, holds)
}

async function staysUp({ session, scheduler, signal }: Check): Promise<boolean> {
  await scheduler.sleep(settleMs, signal)
  return session.isAlive()
}

export interface VerifyOptions {
  readonly sessionID: string
  readonly session: SessionHandle
  readonly scheduler: Scheduler
  readonly probe: ResolvedProbe
  /** Used where the host has named no probe. Default: it stays up. */
  readonly otherwise?: (check: { readonly signal: AbortSignal }) => Promise<boolean>
  /** Whether a program that ends with 0 is done, and not gone. Only where no probe is named. */
  readonly mayEnd?: boolean
  readonly signal: AbortSignal
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, string>> | undefined
}

/**
 * Looks whether a session works (I17). A look that takes too long, that throws, or after which the program is gone, is a no:
 * also a probe that lies cannot make a dead program work.
 */
export async function verifySession(options: VerifyOptions): Promise<Verdict> {
  const { session, scheduler, probe, otherwise, mayEnd = false } = options
  const isDone = mayEnd && probe.check === undefined && otherwise === undefined
  const controller = new AbortController()
  const signal = AbortSignal.any([options.signal, controller.signal])
  const check: Check = { ...options, signal }
  const limit = new Promise<Verdict>((resolve) => {
    const seconds = probe.timeoutMs / 1000
    scheduler.after(probe.timeoutMs, () => resolve({ works: false, why: `no answer within ${seconds} s` }), {
      signal,
      holds: true,
    })
    // Its own signal, which ends with it: that of the session would keep one listener for each look.
    signal.addEventListener('abort', () => resolve({ works: false, why: 'cancelled' }), { once: true })
    if (signal.aborted) resolve({ works: false, why: 'cancelled' })
  })
  let ignoreEnd = (): void => undefined
  const gone = new Promise<Verdict>((resolve) => {
    ignoreEnd = onEnded(session, ({ code, signal: by }) => {
      // An answer without a terminal may take less time than the look: started again, it would be given twice.
      if (isDone && code === 0 && by === null) resolve({ works: true })
      else resolve({ works: false, why: `ended again (${by ?? `exit ${code ?? 'unknown'}`})` })
    })
  })
  // A text that was printed when the program started says nothing of what has been done to it since.
  const isOld = otherwise !== undefined && typeof probe.check === 'object' && 'output' in probe.check
  const looked = (probe.check && !isOld ? look(probe.check, check) : (otherwise?.({ signal }) ?? staysUp(check))).then(
    async (works): Promise<Verdict> => {
      if (!works) return { works: false, why: 'the probe says no' }
      return (await session.isAlive()) ? { works: true } : { works: false, why: 'the program is gone' }
    },
    (cause: unknown): Verdict => ({
      works: false,
      why: `the probe failed (${cause instanceof Error ? cause.name : typeof cause})`,
    }),
  )
  try {
    return await Promise.race([looked, gone, limit])
  } finally {
    controller.abort()
    ignoreEnd()
  }
}
