import type { Format, KnownTarget, RequestBody } from '../../formats/format.ts'
import type { VerdictCache } from '../../repair/create-verdict-cache.ts'
import type { StandingRequest } from '../../storage/standing-request.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Continued } from '../sessions/continued.ts'
import type { KnownSession } from '../sessions/known-session.ts'
import type { Maker } from '../maker.ts'
import type { RecoveryEngine } from '../recovery-engine.ts'
import type { ResolvedAdapterOptions } from './resolve-call-options.ts'
import type { SessionRecorder } from '../sessions/session-recorder.ts'
import type { UnprovenRepair, UnprovenRepairs } from './unproven-repairs.ts'
import type { WaitingTurns } from './waiting-turns.ts'

/** Everything a guarded call starts from. */
export interface GuardedCallStart {
  readonly format: Format
  readonly target: KnownTarget
  readonly session: KnownSession
  readonly body: RequestBody
  readonly maker: Maker | undefined
  /** The caller's own list, and the same with earlier repairs laid over it. */
  readonly given: readonly unknown[]
  readonly messages: readonly unknown[]
  readonly standing?: StandingRequest | undefined
  /** What the provider holds before the given list, and the digest of the conversation with it. */
  readonly continued?: Continued | undefined
  readonly digest?: string | undefined
  /** The store did not answer when the call began, and that was told. */
  readonly isBroken?: boolean
  readonly options: ResolvedAdapterOptions
  readonly engine: RecoveryEngine
  readonly recorder: SessionRecorder
  readonly verdicts: VerdictCache
  readonly waiting: WaitingTurns
  readonly unproven: UnprovenRepairs
  /** What a former try of the same request has learned, and could not prove. */
  readonly former: UnprovenRepair | undefined
  /** Its caller may give up: then nothing is waited for, and nothing told but that. */
  readonly signal?: AbortSignal | null | undefined
  /** The repair was accepted: it holds for this conversation from now on. */
  remember(sessionID: string, edits: readonly Edit[], before: readonly unknown[]): void
}
