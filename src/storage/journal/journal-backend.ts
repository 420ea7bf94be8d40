import { LRUCache } from 'lru-cache'
import { appendAll } from '../../json/append-all.ts'
import { atMost } from '../../json/at-most.ts'
import { join } from 'node:path'
import { folderNameOf, listSessionIDs } from '../../journal/session-folder.ts'
import { listSegments } from '../../journal/list-segments.ts'
import { factsOf } from '../state/facts-of.ts'
import { pairKey, type SessionState } from '../state/session-state.ts'
import type { ListedSession, StoreBackend } from '../store-backend.ts'
import { StoreError } from '../store-error.ts'
import { isFinal } from '../rules/turn-rows.ts'
import { CallQueue } from './call-queue.ts'
import { journalStoreError } from './journal-store-error.ts'
import type { ResolvedJournalOptions } from './journal-options.ts'
import { OpenSession } from './open-session.ts'
import { type OnUnreadable, warnOnce } from './unreadable-sessions.ts'
import { summaryOf, type SessionSummary } from './session-summary.ts'
import { printOf, summaryFactsOf } from './summary-facts.ts'
import { SummaryReader } from './summary-reader.ts'

interface KnownSummary {
  /** Names, sizes and stamps of the segments from which the summary was read. */
  readonly stamp: string
  readonly summary: SessionSummary | null
}

/** The backend over a folder of journals: each session is the projection of its own records. */
export class JournalBackend implements StoreBackend {
  readonly path: string
  readonly #options: ResolvedJournalOptions
  readonly #queue: CallQueue = new CallQueue()
  readonly #open: LRUCache<string, OpenSession>
  readonly #closing: Map<string, Promise<void>> = new Map()
  /** The call that runs on a session at the moment. */
  readonly #atWork: Map<string, Promise<unknown>> = new Map()
  readonly #summaries: LRUCache<string, KnownSummary> = new LRUCache(atMost(10_000))
  readonly #tellUnreadable: OnUnreadable
  readonly #readers: LRUCache<string, SummaryReader>
  #isClosed = false

  constructor(folder: string, options: ResolvedJournalOptions) {
    this.path = folder
    this.#options = options
    this.#tellUnreadable = options.onUnreadable ?? warnOnce()
    this.#readers = new LRUCache(atMost(options.maxOpenSessions))
    this.#open = new LRUCache({
      ...atMost(options.maxOpenSessions),
      dispose: (session, sessionID) => {
        const closing = this.#closeBehindWork(sessionID, session).catch(() => undefined)
        this.#closing.set(sessionID, closing)
        void closing.then(() => this.#closing.delete(sessionID))
      },
    })
  }

  /** Runs work on one session, after all earlier calls about it. */
  async withSession<T>(sessionID: string, work: (session: OpenSession) => Promise<T>): Promise<T> {
    this.#check()
    return this.#queue.run(sessionID, () => {
      const atWork = this.#work(sessionID, work)
      this.#atWork.set(sessionID, atWork)
      return atWork
    })
  }

  async #work<T>(sessionID: string, work: (session: OpenSession) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#session(sessionID))
    } catch (cause) {
      throw journalStoreError(cause, this.path, sessionID)
    } finally {
      this.#atWork.delete(sessionID)
    }
  }

  /** Closes an evicted session after its running call: closed earlier, that call could still claim it, and nobody would release it. */
  async #closeBehindWork(sessionID: string, session: OpenSession): Promise<void> {
    await Promise.allSettled([this.#atWork.get(sessionID)])
    await session.close()
  }

  /** Runs work on all sessions, after all earlier calls. */
  async #withAll<T>(work: () => Promise<T>): Promise<T> {
    this.#check()
    return this.#queue.runAlone(async () => {
      try {
        return await work()
      } catch (cause) {
        throw journalStoreError(cause, this.path)
      }
    })
  }

  #check(): void {
    if (this.#isClosed)
      throw new StoreError({ code: 'closed', message: 'The journal store is closed.', path: this.path })
  }

  async #session(sessionID: string): Promise<OpenSession> {
    await this.#closing.get(sessionID)
    const known = this.#open.get(sessionID)
    if (known) return known
    const session = new OpenSession(this.path, sessionID, this.#options)
    this.#open.set(sessionID, session)
    return session
  }

  run: StoreBackend['run'] = (needs, decide) =>
    this.withSession(needs.sessionID, (session) => session.run(() => factsOf(session.state, needs), decide))

  load: StoreBackend['load'] = (needs) =>
    this.withSession(needs.sessionID, async (session) => factsOf(await session.refresh(), needs))

  sessions: StoreBackend['sessions'] = async () => {
    const unreadable: ListedSession[] = []
    const listed = await this.#fromEach<ListedSession>(
      ({ row, partCount }) => [{ session: row, partCount }],
      (error, sessionID) => {
        this.#options.onUnreadable?.(error)
        unreadable.push({ sessionID, unreadable: error })
      },
    )
    return [...listed, ...unreadable]
  }

  pendingTurns: StoreBackend['pendingTurns'] = () =>
    this.#fromEach(async ({ row: { sessionID }, hasPendingTurns }) => {
      const state = hasPendingTurns ? await this.#state(sessionID) : undefined
      const open = [...(state?.turns.values() ?? [])].filter((turn) => !isFinal(turn.state))
      return open.map((turn) => ({ sessionID, turn }))
    })

  prefixes: StoreBackend['prefixes'] = (digests) => {
    const prints = digests.map(printOf)
    return this.#fromEach(async ({ row, prints: own }) => {
      if (!prints.some((print) => own.has(print))) return []
      const session = await this.#session(row.sessionID)
      const { prefixes } = await session.refresh()
      return prefixes.find(digests)
    })
  }

  statesNamed: StoreBackend['statesNamed'] = (owner, key) => {
    const name = pairKey(owner, key)
    return this.#fromEach(async ({ row: { sessionID }, stateNames }) => {
      const state = stateNames.has(name) ? (await this.#state(sessionID))?.states.get(name) : undefined
      return state === undefined ? [] : [{ sessionID, state }]
    })
  }

  reference: StoreBackend['reference'] = async (id) => {
    const holders = await this.#fromEach((summary) => (summary.references.has(id) ? [summary.row] : []))
    return holders.sort((first, second) => second.updatedAt - first.updatedAt)[0]?.sessionID ?? null
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#queue.runAlone(async () => {
      const closed = await Promise.allSettled([
        ...[...this.#open.values()].map((session) => session.close()),
        ...this.#closing.values(),
      ])
      for (const each of closed) if (each.status === 'rejected') throw journalStoreError(each.reason, this.path)
    })
  }

  async #state(sessionID: string): Promise<SessionState | undefined> {
    return (await (await this.#session(sessionID)).refresh()).sessions.get(sessionID)
  }

  /** Collects values from the summary of each living session; a session that cannot be read goes to `tell`. */
  #fromEach<T>(
    of: (summary: SessionSummary) => readonly T[] | Promise<readonly T[]>,
    tell: (error: StoreError, sessionID: string) => void = this.#tellUnreadable,
  ): Promise<T[]> {
    return this.#withAll(async () => {
      const found: T[] = []
      for (const sessionID of await listSessionIDs(this.#options.fs, this.path)) {
        try {
          const summary = await this.#summary(sessionID)
          if (summary) appendAll(found, await of(summary))
        } catch (cause) {
          const error = journalStoreError(cause, this.path, sessionID)
          if (!StoreError.isInstance(error)) throw error
          tell(error, sessionID)
        }
      }
      return found
    })
  }

  /** The summary of a session, read again only when its segments have changed. Messages are kept in memory only for open sessions. */
  async #summary(sessionID: string): Promise<SessionSummary | null> {
    const { fs } = this.#options
    const folder = join(this.path, folderNameOf(sessionID))
    const segments = await listSegments(fs, folder)
    const stamp = segments.map(({ name, size, stamp }) => `${name}:${size}:${stamp}`).join()
    const known = this.#summaries.get(sessionID)
    if (known?.stamp === stamp) return known.summary
    let reader = this.#readers.get(sessionID)
    if (reader === undefined) this.#readers.set(sessionID, (reader = new SummaryReader(fs, folder, sessionID)))
    const read = this.#open.peek(sessionID)?.isRead ? undefined : await reader.read()
    const summary = summaryOf(read ?? summaryFactsOf(await this.#state(sessionID)))
    this.#summaries.set(sessionID, { stamp, summary })
    return summary
  }
}
