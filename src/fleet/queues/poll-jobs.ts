import type { ClaimedJob, FleetQueue, WorkOptions } from '../fleet-queue.ts'

export interface JobSource {
  /** Up to so many jobs that are now claimed for this node. */
  fetch(count: number): Promise<readonly ClaimedJob[]>
  /** Keeps claims of running jobs. */
  extend?(jobs: readonly ClaimedJob[]): Promise<void>
  readonly pollMs: number
}

/** Keeps as many jobs running as may run, and looks for more when one ends, on a call of `wake`, or after a while. */
export function pollJobs(
  { fetch, extend, pollMs }: JobSource,
  handle: (job: ClaimedJob) => Promise<void>,
  { concurrency, claimMs, onError }: WorkOptions,
): ReturnType<FleetQueue['work']> & { wake(): void } {
  const running = new Map<ClaimedJob, Promise<void>>()
  const stopping = new AbortController()
  let isWoken = false
  let wakeUp = (): void => undefined

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      // Nodes that were started together do not ask together.
      const timer = setTimeout(resolve, pollMs * (0.5 + Math.random()))
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
      } catch (cause) {
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
