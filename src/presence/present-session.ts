import type { SessionStore } from '../storage/session-store.ts'
import type { FoundState, StateEntry } from '../storage/state-store.ts'
import { beatPresence, type Heartbeat } from './decisions/beat-presence.ts'
import { leavePresence } from './decisions/leave-presence.ts'
import type { Moment } from './presence-clock.ts'
import type { PresenceRow } from './presence-row.ts'

/** State of one agent in one session. */
export interface OwnState {
  /** Stores a value; null is one. Secrets are masked, what is too large is refused. */
  set(key: string, value: unknown, options?: { readonly ttlMs?: number }): Promise<void>
  get(key: string): Promise<FoundState>
  list(): Promise<StateEntry[]>
  /** One key, or all of them. Returns how many went. */
  clear(key?: string): Promise<number>
}

/** A session that this process has opened or claimed. */
export interface PresentSession {
  readonly sessionID: string
  readonly owner: string
  /** Fencing token: give it to every write, as `{ lease: session }` (I15). */
  readonly token: number
  /** Earlier takeovers that count against the cap. */
  readonly attempts: number
  /** Aborts when the session is no longer ours: taken, expired, disconnected or closed. */
  readonly lost: AbortSignal
  readonly state: OwnState
  /** A sign of life: call it when there was activity, or when a probe said so; never from a bare timer. */
  heartbeat(): Promise<Heartbeat>
  /** Leaves the session to whoever claims it within the grace. False when it was no longer ours. */
  disconnect(): Promise<boolean>
  /** The session is over: nobody can claim it. False when it was no longer ours. */
  close(): Promise<boolean>
}

export interface PresentSessionInit {
  readonly store: SessionStore
  readonly sessionID: string
  readonly row: PresenceRow
  readonly ttlMs: number
  readonly moment: () => Moment
  readonly checked: (value: unknown, sessionID: string, field: string) => unknown
  /** The registry forgets the session. */
  readonly ended: () => void
}

/** The {@link PresentSession} over the row in the store. */
export function presentSession(init: PresentSessionInit): PresentSession {
  const { store, sessionID, row, ttlMs, moment, checked, ended } = init
  const { owner, token, attempts } = row
  const lost = new AbortController()
  const end = (): void => {
    ended()
    lost.abort()
  }
  const leave = async (isOver: boolean): Promise<boolean> => {
    end()
    return store.execute(leavePresence, { sessionID, at: moment(), token, isOver })
  }
  const lease = { token }
  return {
    sessionID,
    owner,
    token,
    attempts,
    lost: lost.signal,
    state: {
      set: async (key, value, options) =>
        store.state.set(sessionID, key, checked(value, sessionID, `state.${key}`), { ...options, owner, lease }),
      get: (key) => store.state.get(sessionID, key, { owner }),
      list: () => store.state.list(sessionID, { owner }),
      clear: (key) => store.state.clear(sessionID, key, { owner, lease }),
    },
    async heartbeat() {
      const beat = await store.execute(beatPresence, { sessionID, at: moment(), token, ttlMs })
      if (!beat.ok) end()
      return beat
    },
    disconnect: () => leave(false),
    close: () => leave(true),
  }
}
