import { createHash } from 'node:crypto'
import { checkArgument, someText } from '../errors/check-options.ts'
import { OptionsError } from '../errors/options-error.ts'
import { beforeEnd } from '../files/before-end.ts'
import type { ProcessIdentity } from '../files/process-identity.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { StoreError } from '../storage/store-error.ts'
import { storeRule } from '../storage/store-rule.ts'
import { toJsonText } from '../storage/to-json-text.ts'
import { claimPresence } from './decisions/claim-presence.ts'
import { openPresence } from './decisions/open-presence.ts'
import { peekPresence } from './decisions/peek-presence.ts'
import { sweepPresence } from './decisions/sweep-presence.ts'
import { listedSession } from './listed-session.ts'
import { OwnerProcesses } from './owner-processes.ts'
import { type Holder, PresenceError } from './presence-error.ts'
import { parsePresence, type PresenceRow, presenceState, type PresenceStatus } from './presence-row.ts'
import { type PresentSession, presentSession } from './present-session.ts'
import { redactSecrets } from './redact-secrets.ts'
import { type RegistryOptions, type ResolvedRegistryOptions, resolveRegistryOptions } from './registry-options.ts'
import type {
  Claim,
  ClaimOptions,
  Cleanup,
  ListedSession,
  OpenSessionOptions,
  SessionRegistry,
} from './session-registry.ts'
import { within } from './within.ts'

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
  readonly #processes: OwnerProcesses
  #timers: NodeJS.Timeout[] = []
  #callOff = (): void => {}
  #running: Promise<unknown> = Promise.resolve()

  constructor(store: SessionStore, options: ResolvedRegistryOptions) {
    this.#store = store
    this.#options = options
    this.#processes = new OwnerProcesses(options.now)
  }

  async open(
    sessionID: string,
    { owner, proof, transport, cwd, metadata, probe }: OpenSessionOptions,
  ): Promise<PresentSession> {
    checkIdentity(sessionID, owner)
    const { ttlMs, graceMs } = this.#options
    const self = await this.#processes.self()
    const opened = await this.#store.execute(openPresence, {
      sessionID,
      owner,
      ttlMs,
      graceMs,
      process: self,
      proof: digestOf(proof),
      transport: this.#checked(transport ?? null, sessionID, 'transport'),
      cwd,
      metadata: this.#checked(metadata ?? null, sessionID, 'metadata'),
      gone: await this.#goneOwner(sessionID),
      at: this.#processes.moment(),
    })
    if (opened.refused !== undefined) throw refusal(sessionID, opened.refused, opened.holder)
    return this.#adopt(sessionID, opened.row, probe)
  }

  async claim(sessionID: string, { owner, proof, probe }: ClaimOptions): Promise<Claim> {
    checkIdentity(sessionID, owner)
    const { ttlMs, maxAttempts } = this.#options
    const self = await this.#processes.self()
    const claimed = await this.#store.execute(claimPresence, {
      sessionID,
      owner,
      ttlMs,
      maxAttempts,
      process: self,
      proof: digestOf(proof),
      gone: await this.#goneOwner(sessionID),
      at: this.#processes.moment(),
    })
    if (claimed.why !== undefined)
      return { ok: false, why: claimed.why, ...(claimed.holder && { holder: claimed.holder }) }
    const { transport, cwd, metadata } = claimed.row
    const session = this.#adopt(sessionID, claimed.row, probe)
    return { ok: true, session, transport, cwd, metadata, state: claimed.state }
  }

  async list({ status }: { readonly status?: PresenceStatus } = {}): Promise<ListedSession[]> {
    const at = this.#processes.moment()
    const rows = await this.#rows()
    const listed = await Promise.all(
      rows.map(async ([sessionID, row]) => listedSession(sessionID, row, at, await this.#processes.isGone(row))),
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
        const swept = await this.#store.execute(sweepPresence, { sessionID, at: this.#processes.moment(), retentionMs })
        if (swept.expired) expired.push(sessionID)
        if (swept.removed) removed.push(sessionID)
        clearedStates += swept.clearedStates
      } catch (error) {
        // An error of this session alone stops no other; an error of the store would repeat for each of them.
        const isOwn = StoreError.isInstance(error) && (error.code === 'invalid_row' || error.sessionID === sessionID)
        if (!isOwn) throw error
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
      moment: () => this.#processes.moment(),
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

  /** The owner's process, when it is known to have ended. */
  async #goneOwner(sessionID: string): Promise<ProcessIdentity | null> {
    const row = await this.#store.execute(peekPresence, { sessionID })
    return row !== null && (await this.#processes.isGone(row)) ? row.process : null
  }

  #checked(value: unknown, sessionID: string, field: string): unknown {
    const { maxSize, redact } = this.#options
    // Checked before the value is walked: a cycle has no end.
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
