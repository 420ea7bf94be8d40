import { checkArgument } from '../../errors/check-options.ts'
import { storeRule } from '../../storage/store-rule.ts'
import { type Decision, unchanged } from '../../storage/decision.ts'
import { livingSession } from '../../storage/rules/session-rules.ts'
import type { FleetAttempt } from '../fleet-history.ts'
import { allHistories } from '../fleet-history.ts'
import type { FleetStore } from '../fleet-options.ts'

/** One session as operators see it. No prompt, no answer, no error text (I12). Times are epoch ms. */
export interface SessionOverview {
  readonly sessionID: string
  readonly updatedAt: number
  readonly messages: number
  readonly owner: string | null
  readonly until: number | null
  readonly pending: readonly { readonly turnID: string; readonly state: string; readonly since: number }[]
}

/** What a fleet does at one moment; times in epoch ms. */
export interface FleetOverview {
  readonly at: number
  readonly sessions: readonly SessionOverview[]
  /** How many sessions there are; the list is cut off. */
  readonly total: number
  /** Turns under way although nobody holds their session. */
  readonly interrupted: readonly { readonly sessionID: string; readonly turnID: string; readonly since: number }[]
  readonly parked: readonly {
    readonly sessionID: string
    readonly turnID: string
    readonly at: number
    readonly attempts: readonly FleetAttempt[]
  }[]
  /** By hour, the last day: when it began, and how many turns came back in it. */
  readonly recoveries: readonly { readonly hour: number; readonly count: number }[]
}

const HOUR_MS = 3_600_000
const HOURS = 24
const MAX_SESSIONS = 200
const MAX_TURNS = 1000

const readSize: Decision<{ readonly sessionID: string }, Pick<SessionOverview, 'updatedAt' | 'messages'> | null> = {
  needs: ({ sessionID }) => ({ sessionID }),
  decide(facts) {
    const session = livingSession(facts)
    return unchanged(session && { updatedAt: session.updatedAt, messages: session.count })
  },
}

/**
 * What goes on in a fleet, from the store alone.
 *
 * @example
 * const { parked, total } = await fleetOverview(store)
 */
export async function fleetOverview(store: FleetStore): Promise<FleetOverview> {
  checkArgument('store', store, storeRule)
  const [newest, turns, histories] = await Promise.all([
    store.messages.newest(MAX_SESSIONS),
    store.turns.oldestPending(MAX_TURNS),
    allHistories(store),
  ])
  const at = (store.now ?? Date.now)()
  const pending = Map.groupBy(turns, ({ sessionID }) => sessionID)
  // Those with work first, the oldest of it; of many idle sessions only the newest are shown.
  const busy = [...pending.keys()].slice(0, MAX_SESSIONS)
  const sizes = new Map(
    newest.sessions
      .filter(({ unreadable }) => !unreadable)
      .map(({ sessionID, updatedAt, messageCount: messages }) => [sessionID, { updatedAt, messages }]),
  )
  const idle = [...sizes.keys()].filter((sessionID) => !pending.has(sessionID))
  const found = await Promise.all(
    [...busy, ...idle].slice(0, MAX_SESSIONS).map(async (sessionID): Promise<SessionOverview[]> => {
      const size = sizes.get(sessionID) ?? (await store.execute(readSize, { sessionID }))
      // Removed since the lists were made.
      if (size === null) return []
      const holder = await store.leases.holder(sessionID)
      const open = pending.get(sessionID) ?? []
      return [
        {
          sessionID,
          ...size,
          owner: holder?.by ?? null,
          until: holder?.until ?? null,
          pending: open.map(({ turnID, state, updatedAt: since }) => ({ turnID, state, since })),
        },
      ]
    }),
  )
  const sessions = found.flat()
  const interrupted = sessions
    .filter(({ owner }) => owner === null)
    .flatMap(({ sessionID, pending: open }) =>
      open.filter(({ state }) => state !== 'submitted').map(({ turnID, since }) => ({ sessionID, turnID, since })),
    )
  const parked = histories.flatMap(({ sessionID, history }) =>
    Object.entries(history.parked).map(([turnID, { at: parkedAt, attempts }]) => ({
      sessionID,
      turnID,
      at: parkedAt,
      attempts,
    })),
  )
  const hourNow = Math.floor(at / HOUR_MS)
  const byHour = Map.groupBy(
    histories.flatMap(({ history }) => history.recoveries),
    (recovery) => Math.floor(recovery.at / HOUR_MS),
  )
  const recoveries = Array.from({ length: HOURS }, (_, index) => {
    const hour = hourNow - HOURS + 1 + index
    return { hour: hour * HOUR_MS, count: byHour.get(hour)?.length ?? 0 }
  })
  return { at, sessions, total: newest.total, interrupted, parked, recoveries }
}
