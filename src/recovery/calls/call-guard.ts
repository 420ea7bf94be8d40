import type { FormatName } from '../../formats/format-name.ts'
import type { Format, KnownTarget, RequestBody } from '../../formats/format.ts'
import { findFormat } from '../../formats/index.ts'
import { createVerdictCache, type VerdictCache } from '../../repair/create-verdict-cache.ts'
import { Adoptions } from './adoptions.ts'
import type { AdapterOptions } from './call-options.ts'
import { type Continued, continuedBy } from '../sessions/continued.ts'
import { GuardedCall } from './guarded-call.ts'
import type { Maker } from '../maker.ts'
import { maxSessions } from '../sessions/max-sessions.ts'
import type { KnownSession } from '../sessions/known-session.ts'
import { RecoveryEngine } from '../recovery-engine.ts'
import { reportOf } from '../report-of.ts'
import { resolveAdapterOptions, type ResolvedAdapterOptions } from './resolve-call-options.ts'
import { freshSession, SessionRecorder } from '../sessions/session-recorder.ts'
import type { StandingRequest } from '../../storage/standing-request.ts'
import { tell } from '../tell.ts'
import { askStore } from '../ask-store.ts'
import { UnprovenRepairs } from './unproven-repairs.ts'
import { WaitingTurns } from './waiting-turns.ts'

/** What an adapter knows of a call before it is sent. */
export interface CallStart<Request> {
  readonly format: FormatName
  /** The provider's request body, list of messages included. Never changed. */
  readonly body: RequestBody
  /** Handed to the `session` option. */
  readonly request: Request
  /** Where it goes, as far as the client knows: decides on the dialect. */
  readonly target?: KnownTarget
  /** The messages were parsed from bytes: that they are the objects of a former call says nothing of who sends them. */
  readonly isParsed?: boolean
  /** What the provider holds before the messages, where the body does not say it in words of the format. */
  readonly continued?: Continued | undefined
  /** Who is asked, as far as the client tells: turns and answers are stamped with it. */
  readonly maker?: Maker
  /** Its caller may give up: then no store is waited for, and the client itself says what became of the call. */
  readonly signal?: AbortSignal | null | undefined
}

/** What the store says of a call before it is sent. */
interface Opened {
  readonly session: KnownSession
  readonly messages: readonly unknown[]
  readonly standing?: StandingRequest | undefined
  readonly isBroken?: boolean
  readonly continued?: Continued | undefined
  readonly digest?: string | undefined
}

/**
 * The part of every adapter that is not about its client: finds the session, repairs before sending, repairs again after a
 * structural refusal within the budget, records what was accepted. An adapter only moves bytes.
 *
 * @example
 * const guard = new CallGuard(options)
 * const call = await guard.begin({ format: 'anthropic-messages', body, request })
 * const { sent, accepted } = await sendUntilAccepted(call, { send: () => send(call.body), errorOf })
 * if (accepted) await call.accepted(answer)
 */
export class CallGuard<Request = unknown> {
  readonly options: ResolvedAdapterOptions<Request>
  readonly #engine: RecoveryEngine
  readonly #recorder: SessionRecorder
  /** A turn that was appended to a checked history costs only itself; after a refusal everything is read again. */
  readonly #verdicts: VerdictCache = createVerdictCache()
  readonly #adoptions = new Adoptions()
  readonly #waiting = new WaitingTurns(maxSessions)
  readonly #unproven = new UnprovenRepairs()

  constructor(options: AdapterOptions<Request> = {}) {
    this.options = resolveAdapterOptions(options)
    this.#engine = new RecoveryEngine({ ...this.options, maxSessions })
    this.#recorder = new SessionRecorder(this.options.store)
  }

  /**
   * The call, checked and repaired as far as it can be. Never throws: a store that fails, or a `session` function that throws, is
   * no reason to hold a call back (I10); the report says what broke.
   */
  async begin(start: CallStart<Request>): Promise<GuardedCall> {
    const { dialect } = this.options
    const format = findFormat(start.format)
    const given = listOf(start.body[format.listField])
    const opened = await this.#open(start, format, given)
    const call = new GuardedCall({
      format,
      target: { ...start.target, ...(dialect !== undefined && { dialect }) },
      ...opened,
      body: start.body,
      maker: start.maker,
      signal: start.signal,
      given,
      options: this.options as ResolvedAdapterOptions,
      engine: this.#engine,
      recorder: this.#recorder,
      verdicts: this.#verdicts,
      waiting: this.#waiting,
      unproven: this.#unproven,
      former: this.#unproven.take({ ...start, format, session: opened.session, maker: start.maker }),
      remember: (sessionID, edits, before) => this.#adoptions.remember(sessionID, edits, before),
    })
    await call.prepare()
    return call
  }

  async #open(
    { body, continued: told, isParsed, request, signal }: CallStart<Request>,
    format: Format,
    given: readonly unknown[],
  ): Promise<Opened> {
    const continued = told ?? continuedBy(format, body)
    let session = freshSession()
    try {
      const named = this.#nameOf(request)
      if (named !== undefined) session = { sessionID: named, isNamed: true, isStored: true }
      return await askStore({ ...this.#engine.timeLimit, signal }, async () => {
        if (named === undefined) session = await this.#findSession(given, continued)
        const recalled = await this.#recall(session, given, isParsed !== true)
        // Who takes up a turn that died finds its place by what came before it.
        const digest =
          continued && session.isNamed
            ? await this.#recorder.digestBehind(session.sessionID, { format, messages: given }, continued)
            : undefined
        return { ...recalled, continued, digest }
      })
    } catch (cause) {
      if (!signal?.aborted)
        tell(this.options.onRepair, { ...reportOf({ outcome: 'failed', sessionID: session.sessionID }), cause })
      return { session, messages: given, isBroken: true, continued }
    }
  }

  #nameOf(request: Request): string | undefined {
    const { session } = this.options
    return typeof session === 'function' ? session(request) : session
  }

  async #findSession(messages: readonly unknown[], continued: Continued | undefined): Promise<KnownSession> {
    // The newest messages alone say nothing of the conversation that they continue.
    if (continued?.mayRepeat === false) return (await this.#recorder.findReference(continued.id)) ?? freshSession()
    return this.#recorder.find(messages, continued !== undefined)
  }

  /** What earlier repairs of this conversation left for it: edits that its caller has not adopted, and standing fields. */
  async #recall(session: KnownSession, given: readonly unknown[], isOwn: boolean): Promise<Opened> {
    const { isNamed, isStored, sessionID } = session
    const standing = isStored ? ((await this.options.store.messages.standing(sessionID)) ?? undefined) : undefined
    if (standing === undefined && !this.#adoptions.has(sessionID)) return { session, messages: given }
    const isProven = isNamed || (await this.#recorder.isProven(sessionID, given))
    const messages = this.#adoptions.lay(sessionID, given, isProven, isOwn)
    return { session, messages, standing: isProven ? standing : undefined }
  }
}

/** Plain text in place of a list, where an API takes it, is one message of the user. */
function listOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list
  return typeof list === 'string' ? [{ role: 'user', content: list }] : []
}
