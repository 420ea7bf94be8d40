import type { ClaimRefusal } from './decisions/claim-presence.ts'
import type { Holder } from './presence-error.ts'
import type { PresenceStatus } from './presence-row.ts'
import type { PresentSession } from './present-session.ts'

/** Who opens a session, and how long it is still theirs without a heartbeat. */
export interface OpenSessionOptions {
  /** Name of the owner, shown to others. Required. */
  readonly owner: string
  /** A secret that a later claim must show; only its digest is stored. Without one anybody with the store may claim. */
  readonly proof?: string
  /** How the session can be reached, any small JSON; handed to whoever claims it. */
  readonly transport?: unknown
  /** The folder it works in; told to others, and handed to whoever claims it. */
  readonly cwd?: string
  /** Any small JSON, likewise. */
  readonly metadata?: unknown
  /** Tells whether the session is alive. Between `start` and `stop` it is called every `heartbeatMs`; only `true` counts as a heartbeat. */
  readonly probe?: () => boolean | Promise<boolean>
}

/** Who claims a session, and what shows that they may. */
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
  /** Sessions that cannot be cleaned up, since they or their row cannot be read, or another process has them: left as they are. */
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
  /** @throws StoreError when the store fails, not one session of it */
  cleanup(): Promise<Cleanup>
  /** Asks probes and cleans up from time to time; on SIGTERM and SIGINT all sessions of this process are left claimable. */
  start(): void
  /** Ends what `start` began. Sessions stay as they are. */
  stop(): Promise<void>
}
