import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import type { Clock } from './clock.ts'

/** Told as the cause of a report when a callback of the host, or a store, did not answer in time. */
export class TimeLimitError extends SessionRecoveryError<'time_limit'> {
  static override readonly brand: string = 'TimeLimitError'

  constructor(what: string, ms: number) {
    super('time_limit', `${what} did not answer within ${ms} ms. Raise the time limit, or make it settle.`)
  }
}

export interface TimeLimit {
  readonly clock: Clock
  readonly ms: number
  /** Whoever waits has given up. */
  readonly signal?: AbortSignal | null | undefined
}

/**
 * Waits for work that belongs to somebody else, for a limited time. A throw at once and a rejection are the same here, and what
 * comes later than the limit, or after its caller has given up, is ignored.
 *
 * @throws {TimeLimitError} the reason of the signal, and whatever the work throws
 */
export async function withTimeLimit<Value>(
  what: string,
  { clock, ms, signal }: TimeLimit,
  work: () => Value | PromiseLike<Value>,
): Promise<Value> {
  let callOff: (() => void) | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const endTimer = clock.after(ms, () => reject(new TimeLimitError(what, ms)))
    const giveUp = (): void => reject(signal?.reason)
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp)
    callOff = () => {
      endTimer()
      signal?.removeEventListener('abort', giveUp)
    }
  })
  const answer = new Promise<Value>((resolve) => resolve(work()))
  try {
    return await Promise.race([answer, late])
  } finally {
    callOff?.()
  }
}
