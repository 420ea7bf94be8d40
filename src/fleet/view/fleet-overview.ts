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

/** What goes on in a fleet, from the store alone. */
export async function fleetOverview(store: FleetStore): Promise<FleetOverview> {
  const [known, turns, histories] = await Promise.all([
    store.messages.list(),
    store.turns.pending(),
    allHistories(store),
  ])
  const at = (store.now ?? Date.now)()
  const pending = Map.groupBy(turns, ({ sessionID }) => sessionID)
  // Those with work first: of many idle sessions only the newest are shown.
  const busy = known.filter(({ sessionID }) => pending.has(sessionID))
  const idle = known.filter(({ sessionID }) => !pending.has(sessionID))
  const shown = [...busy, ...idle].slice(0, MAX_SESSIONS)
  const sessions: SessionOverview[] = []
  for (const { sessionID, updatedAt, messageCount } of shown) {
    const holder = await store.leases.holder(sessionID)
    const open = (pending.get(sessionID) ?? []).map((turn) => ({
      turnID: turn.turnID,
      state: turn.state,
      since: turn.updatedAt,
    }))
    const owner = { owner: holder?.by ?? null, until: holder?.until ?? null }
    sessions.push({ sessionID, updatedAt, messages: messageCount, ...owner, pending: open })
  }
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
  return { at, sessions, total: known.length, interrupted, parked, recoveries }
}
