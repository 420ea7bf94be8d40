import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../change.ts'
import type { Outcome } from '../decision.ts'
import { encodeText } from '../encode-text.ts'
import type { FactNeeds, Facts } from '../facts.ts'
import type { StoreBackend } from '../store-backend.ts'
import { StoreError } from '../store-error.ts'
import type { Connection } from './connection.ts'
import { encodeChanges } from './encode-changes.ts'
import { KnownFacts } from './known-facts.ts'
import { CLOCK, isEnough, loadStatement, readFacts, type Version, type VersionedFacts } from './load-from-postgres.ts'
import { postgresListings } from './postgres-listings.ts'
import { recentCommands } from './schema-v1.ts'
import type { ServerClock } from './server-clock.ts'
import { SessionQueues } from './session-queues.ts'

export interface PostgresBackendInit {
  readonly connection: Connection
  /** The schema's quoted name. */
  readonly schema: string
  /** The channel to notify of changed sessions; null: none. */
  readonly channel: string | null
  /** How long a command is retried because others were faster. */
  readonly busyTimeoutMs: number
  readonly clock: ServerClock
  /** Resolves when the schema exists. */
  readonly ready: () => Promise<void>
  readonly end: () => Promise<void>
}

const MAX_PAUSE_MS = 50

/** The command may have been done: its answer was lost, and so many commands followed that the database has forgotten its id. */
const isForgotten = (sessionID: string): StoreError =>
  new StoreError({
    code: 'unreachable',
    message: 'An answer of the database was lost, and many others have changed the session since.',
    sessionID,
  })

/**
 * The backend in PostgreSQL, with optimistic concurrency: a command is decided on one version of its session and written by one
 * statement, which is refused if the version has changed; then it is decided again on newer facts. So no transaction and no lock
 * is open while this process computes, waits or is stopped, every statement may use another connection, and one is enough.
 */
export function postgresBackend(init: PostgresBackendInit): StoreBackend {
  const { connection, schema, channel, busyTimeoutMs, clock, ready } = init
  const queues = new SessionQueues()
  const known = new KnownFacts()
  let closing: Promise<void> | undefined

  /** Refuses calls after `close`; earlier calls are still done, even if they have to wait. */
  const refuseClosed = (): void => {
    if (closing) throw new StoreError({ code: 'closed', message: 'The session store is closed.' })
  }

  const load = async (needs: FactNeeds): Promise<VersionedFacts> => {
    const { rows } = await connection.query(loadStatement(schema, needs))
    const loaded = readFacts(needs, rows[0])
    clock.learn(loaded.now)
    return isEnough(needs, loaded.facts) ? loaded : load({ ...needs, positions: true })
  }

  const write = async (
    sessionID: string,
    { number, last }: Version,
    command: string,
    changes: readonly Change[],
  ): Promise<'written' | 'refused' | 'unanswered'> => {
    let refused: 'refused' | 'unanswered' = 'refused'
    const values = [encodeText(sessionID), number, last, command, ...encodeChanges(changes), channel]
    const text = `SELECT ${schema}.write_session($1, $2, $3, $4, $5, $6, $7, $8) AS written, ${CLOCK} AS now`
    const { rows } = await connection.query({ text, values }, () => (refused = 'unanswered'))
    const { written, now } = Object(rows[0])
    // A writer that uses `KnownFacts` may not read for hours; meanwhile its machine may have slept, or the database's clock been set.
    if (typeof now === 'number') clock.learn(now)
    return written === true ? 'written' : refused
  }

  const run = async <Result>(needs: FactNeeds, decide: (facts: Facts) => Outcome<Result>): Promise<Outcome<Result>> => {
    const { sessionID } = needs
    let busySince: number | undefined
    let unanswered: Version | undefined
    for (let attempt = 0; ; attempt += 1) {
      const remembered = attempt === 0 ? known.get(needs) : null
      const { version, facts } = remembered ?? (await load(needs))
      if (unanswered && version.number - unanswered.number > recentCommands) throw isForgotten(sessionID)
      const outcome = decide(facts)
      if (outcome.refusal !== undefined || outcome.changes.length === 0) {
        // Cached facts may be out of date: only newly loaded ones may refuse or change nothing.
        if (remembered) continue
        return outcome
      }
      const command = randomUUID()
      const written = await write(sessionID, version, command, outcome.changes)
      if (written === 'written') {
        known.learn(needs, { version, facts }, command, outcome.changes)
        return outcome
      }
      if (written === 'unanswered') unanswered ??= version
      known.forget(sessionID)
      // Counted from the first refused write, so that the time in which the database was unreachable does not count.
      busySince ??= performance.now()
      if (performance.now() - busySince >= busyTimeoutMs)
        throw new StoreError({ code: 'locked', message: 'Others keep changing the session.', sessionID })
      // A random pause, so that writers refused together do not meet again.
      if (attempt > 1) await sleep(Math.random() * Math.min(2 ** attempt, MAX_PAUSE_MS))
    }
  }

  const afterAll = async <T>(list: () => Promise<T>): Promise<T> => {
    const settled = queues.settled()
    refuseClosed()
    await ready()
    await settled
    return list()
  }
  const listings = postgresListings(connection, schema)

  return {
    async run(needs, decide) {
      refuseClosed()
      return queues.run(needs.sessionID, () => ready().then(() => run(needs, decide)))
    },
    async load(needs) {
      refuseClosed()
      return queues.run(needs.sessionID, () => ready().then(async () => (await load(needs)).facts))
    },
    sessions: () => afterAll(listings.sessions),
    newest: (limit) => afterAll(() => listings.newest(limit)),
    pendingTurns: (limit) => afterAll(() => listings.pendingTurns(limit)),
    prefixes: (digests) => afterAll(() => listings.prefixes(digests)),
    statesNamed: (owner, key) => afterAll(() => listings.statesNamed(owner, key)),
    reference: (id) => afterAll(() => listings.reference(id)),
    close: () => (closing ??= queues.settled().then(init.end)),
  }
}
