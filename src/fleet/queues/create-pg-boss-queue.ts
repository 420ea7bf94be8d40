import { checkArgument, checkOptions, having, required, someText, wholeNumber } from '../../errors/check-options.ts'
import { longestTimer } from '../../json/longest-timer.ts'
import type { PostgresQueryable } from '../../storage/postgres/pool.ts'
import type { ClaimedJob, FleetQueue, NewJob } from '../fleet-queue.ts'
import { pollJobs } from './poll-jobs.ts'

interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

interface BossOptions {
  readonly db?: SqlRunner
}

/** The part of a started `PgBoss` (12) that is used. */
export interface PgBossLike {
  createQueue(name: string, options?: object): Promise<unknown>
  send(name: string, data: object, options?: object): Promise<string | null>
  fetch<Data>(name: string, options?: object): Promise<readonly { readonly id: string; readonly data: Data }[]>
  touch(name: string, id: string[]): Promise<unknown>
  complete(name: string, id: string, data?: object | null, options?: BossOptions): Promise<object>
  cancel(name: string, id: string, options?: BossOptions): Promise<object>
}

/** How pg-boss is used. Its limits are pg-boss's own: a job of a day or more cannot be had. */
export interface PgBossQueueOptions {
  /** The queue's name. Default `session-recovery`. */
  readonly name?: string
  /** How often idle nodes look for jobs. Default 500 ms. */
  readonly pollMs?: number
  /** A node that has been silent for so long is dead to pg-boss, which looks once a minute. At least 10; default 30. */
  readonly heartbeatSeconds?: number
  /** The longest time of one attempt, less than a day. Default 82,800 (23 hours). */
  readonly expireInSeconds?: number
}

const bossRule = required(
  having<PgBossLike>('a `PgBoss`', 'createQueue', 'send', 'fetch', 'touch', 'complete', 'cancel'),
)

const rules = {
  name: { ...someText('the name of a queue'), fallback: 'session-recovery' },
  pollMs: wholeNumber(1, 500, longestTimer),
  heartbeatSeconds: wholeNumber(10, 30),
  expireInSeconds: wholeNumber(1, 82_800, 86_399),
}

/**
 * A queue of pg-boss 12, which you create and start. pg-boss lets the worker of an expired job complete it although
 * another one has it by then; therefore it is completed inside the transaction in which the store checks the session's
 * lease (`store.fenced`). A job of a dead node comes back when pg-boss finds it expired.
 *
 * @throws OptionsError
 * @example
 * const boss = new PgBoss(connectionString)
 * await boss.start()
 * const fleet = createFleet({ store, queue: createPgBossQueue(boss), node, resume })
 */
export function createPgBossQueue(boss: PgBossLike, options: PgBossQueueOptions = {}): FleetQueue {
  checkArgument('boss', boss, bossRule)
  const { name, pollMs, heartbeatSeconds, expireInSeconds } = checkOptions(options, rules)
  let creating: Promise<unknown> | undefined
  const ready = async (): Promise<void> => {
    creating ??= boss.createQueue(name).catch((error: unknown) => {
      creating = undefined
      throw error
    })
    await creating
  }
  const send = async (job: NewJob, inMs: number, tx?: PostgresQueryable): Promise<string | null> => {
    await ready()
    const { sessionID, turnID, input, tools } = job
    const startAfter = Math.ceil(inMs / 1000)
    // Attempts are counted in the store; pg-boss only has to bring back what a dead node had.
    const retries = { retryLimit: 1_000_000, heartbeatSeconds, expireInSeconds }
    return boss.send(name, { sessionID, turnID, input, tools }, { ...retries, startAfter, ...optionsFor(tx) })
  }
  return {
    send: async (job) => void (await send(job, 0)),
    work: (handle, workOptions) =>
      pollJobs(
        {
          pollMs,
          async fetch(count) {
            await ready()
            const jobs = await boss.fetch<NewJob>(name, { batchSize: count })
            return jobs.map(({ id, data }): ClaimedJob => ({ ...data, id, claim: id }))
          },
          extend: async (jobs) =>
            void (await boss.touch(
              name,
              jobs.map(({ id }) => id),
            )),
        },
        handle,
        workOptions,
      ),
    async complete({ id }, tx) {
      return isChanged(await boss.complete(name, id, null, optionsFor(tx)))
    },
    async fail(job, failure, tx) {
      if ('park' in failure) return isChanged(await boss.cancel(name, job.id, optionsFor(tx)))
      // A new job, because the delay of a retry is the queue's in pg-boss; and before the old one ends: who dies between the two
      // leaves two jobs, never none.
      const next = await send(job, failure.retryInMs, tx)
      const isEnded = isChanged(await boss.complete(name, job.id, null, optionsFor(tx)))
      if (!isEnded && next !== null) await boss.cancel(name, next, optionsFor(tx))
      return isEnded
    },
  }
}

/** Its types leave the count out that it returns. */
const isChanged = (response: object): boolean => 'affected' in response && response.affected === 1

const optionsFor = (tx: PostgresQueryable | undefined): BossOptions | undefined => tx && { db: runnerOf(tx) }

const runnerOf = (tx: PostgresQueryable): SqlRunner => ({
  async executeSql(text, values = []) {
    const { rows } = await tx.query({ text, values })
    return { rows: [...rows] }
  },
})
