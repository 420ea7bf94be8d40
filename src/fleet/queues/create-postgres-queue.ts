import { checkOptions, wholeNumber } from '../../errors/check-options.ts'
import { longestTimer } from '../../json/longest-timer.ts'
import { decodeText, encodeText } from '../../storage/encode-text.ts'
import { checkPool } from '../../storage/postgres/check-pool.ts'
import { Connection } from '../../storage/postgres/connection.ts'
import { migratePostgres, quoteSchema } from '../../storage/postgres/migrate-postgres.ts'
import type { PostgresPool, PostgresQueryable, PostgresResult } from '../../storage/postgres/pool.ts'
import { postgresRules } from '../../storage/postgres/postgres-rules.ts'
import { StoreError } from '../../storage/store-error.ts'
import { fromJsonText, toJsonText } from '../../storage/to-json-text.ts'
import type { ClaimedJob, FleetQueue } from '../fleet-queue.ts'
import { pollJobs } from './poll-jobs.ts'

/** The queue beside the store, in one table of its schema. Times in ms. */
export interface PostgresQueueOptions {
  /** Where the table `jobs` is: the schema of the store. Default `session_recovery`. */
  readonly schema?: string
  /** Default true, see `createPostgresStore`. */
  readonly migrate?: boolean
  /** How often idle nodes look for jobs. Default 500 ms. */
  readonly pollMs?: number
  /** A statement without an answer for so long is given up, and its connection with it. Default 10,000. */
  readonly statementTimeoutMs?: number
}

const rules = { ...postgresRules, pollMs: wholeNumber(1, 500, longestTimer) }

/**
 * A queue in the store's own schema: `FOR UPDATE SKIP LOCKED`, one statement a verb. A claim is only a time in the
 * future, so a node that dies needs nobody to clean up behind it. Jobs of one session come one after the other.
 *
 * @throws OptionsError
 * @example
 * const queue = createPostgresQueue(pool)
 */
export function createPostgresQueue(pool: PostgresPool, options: PostgresQueueOptions = {}): FleetQueue {
  checkPool(pool)
  const { schema, migrate, pollMs, statementTimeoutMs } = checkOptions(options, rules)
  const name = quoteSchema(schema)
  const connection = new Connection(pool, { statementTimeoutMs, retryMs: 30_000 })
  let opening: Promise<void> | undefined
  const run = async (text: string, values: readonly unknown[], tx?: PostgresQueryable): Promise<PostgresResult> => {
    opening ??= migratePostgres(connection, name, migrate).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    await opening
    return (tx ?? connection).query({ text, values })
  }
  const isChanged = ({ rowCount }: PostgresResult): boolean => rowCount === 1
  const FETCH = `
    UPDATE ${name}.jobs SET claim = gen_random_uuid(), claimed_by = $2, deliveries = deliveries + 1,
      due = clock_timestamp() + $3 * interval '1 ms'
    WHERE id IN (
      SELECT id FROM ${name}.jobs j WHERE NOT is_parked AND due <= clock_timestamp() AND NOT EXISTS (
        SELECT FROM ${name}.jobs earlier WHERE earlier.session = j.session AND earlier.id < j.id AND NOT earlier.is_parked
      )
      ORDER BY due LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id::text, claim::text, session, turn, payload`
  const END = `
    UPDATE ${name}.jobs SET claim = NULL, claimed_by = NULL, is_parked = $3, reason = $4,
      due = clock_timestamp() + $5 * interval '1 ms'
    WHERE id = $1 AND claim = $2`

  return {
    async send({ sessionID, turnID, input, tools }) {
      const payload = toJsonText({ input, tools }, 'input of a job')
      await run(`INSERT INTO ${name}.jobs (session, turn, payload) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
        encodeText(sessionID),
        encodeText(turnID),
        payload,
      ])
    },
    work(handle, workOptions) {
      const { node, claimMs, onError } = workOptions
      /** One that cannot be read would take along those that were claimed with it, each time. */
      const readable = async (row: unknown): Promise<ClaimedJob[]> => {
        try {
          return [toJob(row)]
        } catch (cause) {
          onError(cause)
          const { id, claim } = Object(row)
          await run(END, [id, claim, true, 'invalid_row', 0])
          return []
        }
      }
      return pollJobs(
        {
          pollMs,
          async fetch(count) {
            const { rows } = await run(FETCH, [count, node, claimMs])
            return (await Promise.all(rows.map(readable))).flat()
          },
          async extend(jobs) {
            const claims = jobs.map(({ claim }) => claim)
            const text = `UPDATE ${name}.jobs SET due = clock_timestamp() + $2 * interval '1 ms' WHERE claim = ANY ($1::uuid[])`
            await run(text, [claims, claimMs])
          },
        },
        handle,
        workOptions,
      )
    },
    complete: async ({ id, claim }, tx) =>
      isChanged(await run(`DELETE FROM ${name}.jobs WHERE id = $1 AND claim = $2`, [id, claim], tx)),
    async fail({ id, claim }, failure, tx) {
      const isParked = 'park' in failure
      const inMs = isParked ? 0 : failure.retryInMs
      return isChanged(await run(END, [id, claim, isParked, failure.reason.slice(0, 200), inMs], tx))
    },
  }
}

function toJob(row: unknown): ClaimedJob {
  const fields = Object(row) as Record<string, unknown>
  const textOf = (name: string): string => {
    const value = fields[name]
    if (typeof value === 'string') return value
    throw new StoreError({ code: 'invalid_row', message: `A row of the queue has no text as its ${name}.` })
  }
  const { input, tools } = Object(fromJsonText(textOf('payload'), 'job')) as Record<string, unknown>
  const names = { sessionID: decodeText(textOf('session')), turnID: decodeText(textOf('turn')) }
  return { ...names, id: textOf('id'), claim: textOf('claim'), input, tools }
}
