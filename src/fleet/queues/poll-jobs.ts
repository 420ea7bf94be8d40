import type { ClaimedJob, FleetQueue, WorkOptions } from '../fleet-queue.ts'

export interface JobSource {
  /** Up to so many jobs that are now claimed for this node. */
  fetch(count: number): Promise<readonly ClaimedJob[]>
  /** Keeps claims of running jobs. */
  extend?(jobs: readonly ClaimedJob[]): Promise<void>
  readonly pollMs: number
}

/** A queue that cannot be asked is asked more and more rarely, so that hours of it fill no log; and soon enough when it is back. */
const MAX_PAUSE_MS = 10_000

/** Keeps as many jobs running as may run, and looks for more when one ends, on a call of `wake`, or after a while. */
export function pollJobs(
  { fetch, extend, pollMs }: JobSource,
  handle: (job: ClaimedJob) => Promise<void>,
  { concurrency, claimMs, onError }: WorkOptions,
): ReturnType<FleetQueue['work']> & { wake(): void } {
  const running = new Map<ClaimedJob, Promise<void>>()
  const stopping = new AbortController()
  let isWoken = false
  let failures = 0
  let wakeUp = (): void => undefined

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      // Nodes that were started together do not ask together.
      const pauseMs = Math.max(pollMs, Math.min(pollMs * 2 ** failures, MAX_PAUSE_MS))
      const timer = setTimeout(resolve, pauseMs * (0.5 + Math.random()))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stopping.signal.aborted || isWoken) wakeUp()
    })

  const wake = (): void => {
    isWoken = true
    wakeUp()
  }

  const start = (job: ClaimedJob): void => {
    const ended = handle(job).finally(() => {
      running.delete(job)
      wake()
    })
    running.set(job, ended)
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const free = concurrency - running.size
      try {
        if (free > 0) for (const job of await fetch(free)) start(job)
        failures = 0
      } catch (cause) {
        failures += 1
        onError(cause)
      }
      await pause()
    }
  }

  const looping = loop()
  const extending = setInterval(() => {
    if (running.size > 0) extend?.([...running.keys()]).catch(onError)
  }, claimMs / 3)
  return {
    wake,
    async stop() {
      stopping.abort()
      wakeUp()
      await looping
      await Promise.all(running.values())
      clearInterval(extending)
    },
  }
}
