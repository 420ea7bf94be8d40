import { randomUUID } from 'node:crypto'
import type { ClaimedJob, FleetQueue, NewJob } from '../fleet-queue.ts'
import { pollJobs } from './poll-jobs.ts'

interface Entry {
  readonly id: string
  readonly job: NewJob
  due: number
  claim: string | null
  isParked: boolean
}

const POLL_MS = 50

/**
 * A queue for the nodes of one process: what waits is gone with it. The turns themselves are as durable as the store.
 *
 * @example
 * const fleet = createFleet({ store: createSqliteStore('sessions.db'), queue: createMemoryQueue(), node: 'a', resume })
 */
export function createMemoryQueue(): FleetQueue {
  const entries = new Map<string, Entry>()
  const wakes = new Set<() => void>()
  let sent = 0
  const claimed = ({ id, claim }: ClaimedJob): Entry | undefined => {
    const entry = entries.get(id)
    return entry?.claim === claim ? entry : undefined
  }
  return {
    async send(job) {
      const known = [...entries.values()].some(
        ({ job: { sessionID, turnID } }) => sessionID === job.sessionID && turnID === job.turnID,
      )
      if (known) return
      const id = String((sent += 1))
      entries.set(id, { id, job: structuredClone(job), due: performance.now(), claim: null, isParked: false })
      for (const wake of wakes) wake()
    },
    work(handle, options) {
      const fetch = async (count: number): Promise<ClaimedJob[]> => {
        const now = performance.now()
        const due = [...entries.values()].filter((entry) => !entry.isParked && entry.due <= now).slice(0, count)
        return due.map((entry) => {
          entry.claim = randomUUID()
          entry.due = now + options.claimMs
          return { ...structuredClone(entry.job), id: entry.id, claim: entry.claim }
        })
      }
      const extend = async (jobs: readonly ClaimedJob[]): Promise<void> => {
        for (const entry of jobs.map(claimed)) if (entry) entry.due = performance.now() + options.claimMs
      }
      const polling = pollJobs({ fetch, extend, pollMs: POLL_MS }, handle, options)
      wakes.add(polling.wake)
      return {
        async stop() {
          wakes.delete(polling.wake)
          await polling.stop()
        },
      }
    },
    async complete(job) {
      const entry = claimed(job)
      return entry !== undefined && entries.delete(entry.id)
    },
    async fail(job, failure) {
      const entry = claimed(job)
      if (entry === undefined) return false
      entry.claim = null
      if ('park' in failure) entry.isParked = true
      else entry.due = performance.now() + failure.retryInMs
      return true
    },
  }
}
