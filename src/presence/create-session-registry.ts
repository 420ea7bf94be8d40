import { createHash } from 'node:crypto'
import { checkArgument, someText } from '../errors/check-options.ts'
import { OptionsError } from '../errors/options-error.ts'
import { beforeEnd } from '../files/before-end.ts'
import { identifyProcess, isOfThisMachine, isSameProcess, type ProcessIdentity } from '../files/process-identity.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { StoreError } from '../storage/store-error.ts'
import { storeRule } from '../storage/store-rule.ts'
import { toJsonText } from '../storage/to-json-text.ts'
import { claimPresence, type ClaimRefusal } from './decisions/claim-presence.ts'
import { openPresence } from './decisions/open-presence.ts'
import { peekPresence } from './decisions/peek-presence.ts'
import { sweepPresence } from './decisions/sweep-presence.ts'
import { bootMs, type Moment } from './presence-clock.ts'
import { type Holder, PresenceError } from './presence-error.ts'
import {
  holderOf,
  parsePresence,
  type PresenceRow,
  presenceState,
  type PresenceStatus,
  statusAt,
} from './presence-row.ts'
import { type PresentSession, presentSession } from './present-session.ts'
import { redactSecrets } from './redact-secrets.ts'
import { type RegistryOptions, type ResolvedRegistryOptions, resolveRegistryOptions } from './registry-options.ts'

/** Who opens a session, and how long silence means that he still holds it. */
export interface OpenSessionOptions {
  /** Who opens: a name that is told to others. Identity is demanded. */
  readonly owner: string
  /** A secret that a later claim must show; only its digest is stored. Without one anybody with the store may claim. */
  readonly proof?: string
  /** How the session can be reached, any small JSON; handed to whoever claims it. */
  readonly transport?: unknown
  readonly cwd?: string
  readonly metadata?: unknown
  /** Says whether the session is alive: while `start` runs it is asked every `heartbeatMs`, and only a true answer is a heartbeat. */
  readonly probe?: () => boolean | Promise<boolean>
}

/** Who claims a session, and what shows that he may. */
export interface ClaimOptions extends Pick<OpenSessionOptions, 'owner' | 'proof' | 'probe'> {}

/** A session that was taken over, or why it was not. */
export type Claim =
  | {
      readonly ok: true
      readonly session: PresentSession
      readonly transport: unknown
      readonly cwd: string | null
      readonly metadata: unknown
      /** Values of the session and of its former owner, by key. */
      readonly state: Readonly<Record<string, unknown>>
    }
  | { readonly ok: false; readonly why: ClaimRefusal; readonly holder?: Holder }

/** One session as others see it. Times in epoch ms. */
export interface ListedSession {
  readonly sessionID: string
  readonly status: PresenceStatus
  readonly owner: string
  readonly token: number
  readonly openedAt: number
  readonly lastHeartbeat: number
  readonly disconnectedAt: number | null
  /** Until when the owner has the session without another sign of life. */
  readonly until: number
  readonly attempts: number
  readonly transport: unknown
  readonly cwd: string | null
  readonly metadata: unknown
}

/** What a clean-up has done, by session ids. */
export interface Cleanup {
  readonly expired: readonly string[]
  readonly removed: readonly string[]
  readonly clearedStates: number
  /** Sessions whose row cannot be read: left as they are. */
  readonly failed: readonly string[]
}

/** Who holds which session, and who may take it over. */
export interface SessionRegistry extends AsyncDisposable {
  /**
   * Opens a session, or opens one's own again (attempts and contexts stay).
   *
   * @throws {PresenceError} `alive`, `recoverable`, with the holder
   */
  open(sessionID: string, options: OpenSessionOptions): Promise<PresentSession>
  /** Takes over a session whose owner has gone: one atomic step that returns everything, or says why not and who holds it. */
  claim(sessionID: string, options: ClaimOptions): Promise<Claim>
  /** The newest sign of life first; without a status all that have not expired. */
  list(options?: { readonly status?: PresenceStatus }): Promise<ListedSession[]>
  cleanup(): Promise<Cleanup>
  /** Asks probes and cleans up from time to time; on SIGTERM and SIGINT all sessions of this process are left claimable. */
  start(): void
  /** Ends what `start` began. Sessions stay as they are. */
  stop(): Promise<void>
}

/**
 * Who owns which session, is it alive, who may take it over. Works on every store; nothing runs before `start`, and no timer
 * keeps the process.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const registry = createSessionRegistry(createSqliteStore('sessions.db'))
 * const session = await registry.open('s1', { owner: 'worker 1', cwd: process.cwd() })
 * await session.heartbeat()
 * // another process, after a kill -9 of this one:
 * const claim = await registry.claim('s1', { owner: 'worker 2' })
 */
export function createSessionRegistry(store: SessionStore, options: RegistryOptions = {}): SessionRegistry {
  checkArgument('store', store, storeRule)
  return new Registry(store, resolveRegistryOptions(options))
}

interface Own {
  readonly session: PresentSession
  readonly probe: OpenSessionOptions['probe']
}

const signals = ['SIGTERM', 'SIGINT'] as const

class Registry implements SessionRegistry {
  readonly #store: SessionStore
  readonly #options: ResolvedRegistryOptions
  readonly #own = new Map<string, Own>()
  #self: Promise<ProcessIdentity | null> | undefined
  #bootID: string | null = null
  #timers: NodeJS.Timeout[] = []
  #callOff = (): void => {}
  #running: Promise<unknown> = Promise.resolve()

  constructor(store: SessionStore, options: ResolvedRegistryOptions) {
    this.#store = store
    this.#options = options
  }

  async open(
    sessionID: string,
    { owner, proof, transport, cwd, metadata, probe }: OpenSessionOptions,
  ): Promise<PresentSession> {
    checkIdentity(sessionID, owner)
    const { ttlMs, graceMs } = this.#options
    const self = await this.#identity()
    const opened = await this.#store.execute(openPresence, {
      sessionID,
      owner,
      ttlMs,
      graceMs,
      process: self,
      proof: digestOf(proof),
      transport: this.#checked(transport ?? null, sessionID, 'transport'),
      cwd: cwd ?? null,
      metadata: this.#checked(metadata ?? null, sessionID, 'metadata'),
      gone: await this.#goneOwner(sessionID),
      at: this.#moment(),
    })
    if (opened.refused !== undefined) throw refusal(sessionID, opened.refused, opened.holder)
    return this.#adopt(sessionID, opened.row, probe)
  }

  async claim(sessionID: string, { owner, proof, probe }: ClaimOptions): Promise<Claim> {
    checkIdentity(sessionID, owner)
    const { ttlMs, maxAttempts } = this.#options
    const self = await this.#identity()
    const claimed = await this.#store.execute(claimPresence, {
      sessionID,
      owner,
      ttlMs,
      maxAttempts,
      process: self,
      proof: digestOf(proof),
      gone: await this.#goneOwner(sessionID),
      at: this.#moment(),
    })
    if (claimed.why !== undefined)
      return { ok: false, why: claimed.why, ...(claimed.holder && { holder: claimed.holder }) }
    const { transport, cwd, metadata } = claimed.row
    const session = this.#adopt(sessionID, claimed.row, probe)
    return { ok: true, session, transport, cwd, metadata, state: claimed.state }
  }

  async list({ status }: { readonly status?: PresenceStatus } = {}): Promise<ListedSession[]> {
    const at = this.#moment()
    const rows = await this.#rows()
    const listed = await Promise.all(
      rows.map(async ([sessionID, row]): Promise<ListedSession> => {
        const isGone = await this.#isGone(row)
        const { owner, token, openedAt, attempts, transport, cwd, metadata } = row
        return {
          sessionID,
          status: statusAt(row, at, isGone),
          owner,
          token,
          openedAt,
          lastHeartbeat: row.beat.wallMs,
          disconnectedAt: row.left?.wallMs ?? null,
          until: holderOf(row).until,
          attempts,
          transport,
          cwd,
          metadata,
        }
      }),
    )
    return listed
      .filter((session) => (status === undefined ? session.status !== 'expired' : session.status === status))
      .sort((first, second) => second.lastHeartbeat - first.lastHeartbeat)
  }

  async cleanup(): Promise<Cleanup> {
    const expired: string[] = []
    const removed: string[] = []
    const failed: string[] = []
    let clearedStates = 0
    for (const { sessionID } of await this.#store.statesNamed(presenceState.owner, presenceState.key)) {
      try {
        const { retentionMs } = this.#options
        const swept = await this.#store.execute(sweepPresence, { sessionID, at: this.#moment(), retentionMs })
        if (swept.expired) expired.push(sessionID)
        if (swept.removed) removed.push(sessionID)
        clearedStates += swept.clearedStates
      } catch (error) {
        if (!StoreError.isInstance(error) || error.code !== 'invalid_row') throw error
        failed.push(sessionID)
      }
    }
    return { expired, removed, clearedStates, failed }
  }

  start(): void {
    if (this.#timers.length > 0) return
    const { heartbeatMs, cleanupMs } = this.#options
    this.#timers = [
      setInterval(() => this.#queue(() => this.#askProbes()), heartbeatMs),
      setInterval(() => this.#queue(() => this.cleanup()), cleanupMs),
    ]
    for (const timer of this.#timers) timer.unref()
    this.#callOff = beforeEnd(signals, () => this.#leave())
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#callOff()
    await this.#running
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  /** One piece of work at a time: a slow store must not pile them up. A store that fails is asked again at the next turn. */
  #queue(work: () => Promise<unknown>): void {
    this.#running = this.#running.then(work).catch(() => {})
  }

  /** A probe that lies dead, throws or hangs is no sign of life: the deadline passes. */
  async #askProbes(): Promise<void> {
    const asked = Array.from(this.#own.values(), async ({ session, probe }) => {
      const isAlive = probe !== undefined && (await within(this.#options.heartbeatMs, probe))
      if (isAlive) await session.heartbeat()
    })
    await Promise.allSettled(asked)
  }

  /** The process ends as it would have, but its sessions say goodbye first. */
  async #leave(): Promise<void> {
    await Promise.allSettled(Array.from(this.#own.values(), ({ session }) => session.disconnect()))
    await this.stop()
  }

  #adopt(sessionID: string, row: PresenceRow, probe: OpenSessionOptions['probe']): PresentSession {
    const session = presentSession({
      store: this.#store,
      sessionID,
      row,
      ttlMs: this.#options.ttlMs,
      moment: () => this.#moment(),
      checked: (value, id, field) => this.#checked(value, id, field),
      ended: () => {
        if (this.#own.get(sessionID)?.session === session) this.#own.delete(sessionID)
      },
    })
    this.#own.set(sessionID, { session, probe })
    return session
  }

  async #rows(): Promise<(readonly [sessionID: string, row: PresenceRow])[]> {
    const named = await this.#store.statesNamed(presenceState.owner, presenceState.key)
    return named.flatMap(({ sessionID, state }) => {
      try {
        return [[sessionID, parsePresence(state.value)] as const]
      } catch {
        // One row that nobody can read must not hide the others; `cleanup` names it.
        return []
      }
    })
  }

  /** The owner's process, when it is known to have ended: told apart from one that got its number (boot id, start time). */
  async #goneOwner(sessionID: string): Promise<ProcessIdentity | null> {
    const row = await this.#store.execute(peekPresence, { sessionID })
    return row !== null && (await this.#isGone(row)) ? row.process : null
  }

  async #isGone({ process: owner }: PresenceRow): Promise<boolean> {
    const self = await this.#identity()
    if (owner === null || self === null || !(await isOfThisMachine(owner))) return false
    return !(await isSameProcess(owner))
  }

  #identity(): Promise<ProcessIdentity | null> {
    return (this.#self ??= identifyProcess(process.pid).then((identity = undefined) => {
      this.#bootID = identity?.bootId || null
      return identity ?? null
    }))
  }

  #moment(): Moment {
    const { now } = this.#options
    if (now !== undefined) return { wallMs: now(), boot: null }
    return { wallMs: Date.now(), boot: this.#bootID === null ? null : { id: this.#bootID, ms: bootMs() } }
  }

  #checked(value: unknown, sessionID: string, field: string): unknown {
    const { maxSize, redact } = this.#options
    // Told before it is walked through: a cycle has no end.
    if (value !== undefined) toJsonText(value, `${field} of a session`)
    const clean = redact === undefined ? redactSecrets(value) : redact(value, { sessionID, field })
    const size = JSON.stringify(clean ?? null).length
    if (size > maxSize)
      throw new OptionsError(`${field} has ${size} characters of JSON; ${maxSize} are allowed (maxSize).`)
    return clean
  }
}

function checkIdentity(sessionID: string, owner: string): void {
  for (const [name, value] of Object.entries({ sessionID, owner }))
    checkArgument(name, value, someText('a name that is not empty'))
}

function digestOf(proof: string | undefined): string | null {
  return proof === undefined ? null : createHash('sha256').update(proof).digest('hex')
}

function refusal(sessionID: string, refused: 'alive' | 'recoverable', holder: Holder): PresenceError {
  const name = JSON.stringify(sessionID)
  const until = new Date(holder.until).toISOString()
  return refused === 'alive'
    ? new PresenceError('alive', `Session ${name} is held by ${JSON.stringify(holder.owner)} until ${until}.`, {
        holder,
      })
    : new PresenceError('recoverable', `The owner of session ${name} has gone: take it over with claim().`, { holder })
}

async function within(ms: number, probe: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
    timer.unref()
  })
  try {
    return await Promise.race([probe(), late])
  } finally {
    clearTimeout(timer)
  }
}
