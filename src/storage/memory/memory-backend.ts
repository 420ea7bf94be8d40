import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import { aliveLease } from '../decisions/acquire-lease.ts'
import { quote } from '../decision.ts'
import type { LeaseRow, SessionRow } from '../rows.ts'
import { applyChanges } from '../state/apply-changes.ts'
import { factsOf } from '../state/facts-of.ts'
import { PrefixIndex } from '../state/prefix-index.ts'
import { readsOf } from '../state/read-state.ts'
import { ROW_OVERHEAD, sizeOfChanges } from '../state/size-of-changes.ts'
import { forgetSession, type StoreState } from '../state/store-state.ts'
import type { StoreBackend } from '../store-backend.ts'
import { StoreError } from '../store-error.ts'
import { type MemoryLimits, MemorySessions } from './memory-sessions.ts'

/** How many tombstones, and how many ended leases, are kept; of older ones the floors keep the highest numbers. */
const MAX_ENDED = 10_000

/** Keeps the projection of all changes in memory, within limits. */
export function memoryBackend(limits: MemoryLimits, now: () => number): StoreBackend {
  const leases = new Map<string, LeaseRow>()
  const floors = { revision: 0, token: 0 }
  const raise = ({ revision, floor }: SessionRow): void => {
    floors.revision = Math.max(floors.revision, revision, floor)
  }
  const sessions = new MemorySessions(limits, (session) => {
    raise(session.row)
    forgetSession(state, session)
  })
  const tombstones = new LRUCache<string, SessionRow>({
    ...atMost(MAX_ENDED),
    dispose: (row, _sessionID, reason) => {
      if (reason === 'evict') raise(row)
    },
  })
  const state: StoreState = {
    sessions,
    tombstones,
    leases,
    references: new Map(),
    prefixes: new PrefixIndex(),
    floors,
  }
  const isHeld = (sessionID: string): boolean => aliveLease(leases.get(sessionID) ?? null, now()) !== null
  const dropEndedLeases = (): void => {
    if (leases.size <= MAX_ENDED) return
    for (const [sessionID, { token }] of leases) {
      if (isHeld(sessionID)) continue
      floors.token = Math.max(floors.token, token)
      leases.delete(sessionID)
    }
  }
  let isClosed = false
  const open = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (isClosed) throw new StoreError({ code: 'closed', message: 'The memory store is closed.' })
    return work()
  }
  const reads = readsOf(state)
  return {
    run: (needs, decide) =>
      open(() => {
        const outcome = decide(factsOf(state, needs))
        if (outcome.refusal || outcome.changes.length === 0) return outcome
        const { sessionID } = needs
        const growth = sizeOfChanges(sessions.get(sessionID), outcome.changes)
        const size = sessions.sizeOf(sessionID) + growth
        if (growth > 0 && size + ROW_OVERHEAD > limits.maxSize) {
          const message = `Session ${quote(sessionID)} would exceed the memory store's ${limits.maxSize} characters.`
          return { refusal: { code: 'too_large', message, sessionID } }
        }
        applyChanges(state, outcome.changes)
        sessions.settle(sessionID, size, isHeld)
        dropEndedLeases()
        return outcome
      }),
    load: (needs) => open(() => reads.load(needs)),
    sessions: () => open(() => reads.sessions()),
    pendingTurns: () => open(() => reads.pendingTurns()),
    prefixes: (digests) => open(() => reads.prefixes(digests)),
    statesNamed: (owner, key) => open(() => reads.statesNamed(owner, key)),
    reference: (id) => open(() => reads.reference(id)),
    async close() {
      isClosed = true
    },
  }
}
