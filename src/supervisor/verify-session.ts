import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { onEnded } from './on-ended.ts'
import type { Scheduler } from './scheduler.ts'
import type { ProbeCheck, ResolvedProbe } from './probe.ts'
import type { SessionHandle } from './session-handle.ts'

/** Whether a session works; `why` if not. */
export interface Verdict {
  readonly works: boolean
  readonly why?: string
}

/** How long a program without a probe must stay up to count as started. */
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

/** Resolves to true as soon as new output satisfies `holds`, to false when the check is aborted. */
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
    // Its output is ignored, not collected: with `execFile`, a page of a megabyte would exceed `maxBuffer` and count as a failure.
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

/** Checks that a shell reads, runs and prints: the terminal's echo of the typed line does not contain the computed result. */
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
  /** The check if there is no probe. Default: that it stays up. */
  readonly otherwise?: (check: { readonly signal: AbortSignal }) => Promise<boolean>
  /** Whether a program that exits with 0 counts as done, not as failed. Only without a probe. */
  readonly mayEnd?: boolean
  readonly signal: AbortSignal
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, string>> | undefined
}

/**
 * Checks whether a session works (I17). A check that takes too long or throws counts as failed, and so does one after which the
 * program is gone: even a wrong probe cannot make a dead program count as working.
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
    // On the check's own signal: listeners on the session's signal would accumulate with every check.
    signal.addEventListener('abort', () => resolve({ works: false, why: 'cancelled' }), { once: true })
    if (signal.aborted) resolve({ works: false, why: 'cancelled' })
  })
  let ignoreEnd = (): void => undefined
  const gone = new Promise<Verdict>((resolve) => {
    ignoreEnd = onEnded(session, ({ code, signal: by }) => {
      // A headless run may finish during the check: started again, it would do its work twice.
      if (isDone && code === 0 && by === null) resolve({ works: true })
      else resolve({ works: false, why: `ended again (${by ?? `exit ${code ?? 'unknown'}`})` })
    })
  })
  // A text that is printed at the start proves nothing about a later action, so `otherwise` is used.
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
