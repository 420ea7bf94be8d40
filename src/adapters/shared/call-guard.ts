import { LRUCache } from 'lru-cache'
import type { FormatName } from '../../formats/format-name.ts'
import type { RequestBody, Target } from '../../formats/format.ts'
import { findFormat } from '../../formats/index.ts'
import { reportOf } from '../../hook/report-of.ts'
import { resolveAdapterOptions } from './resolve-adapter-options.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { createVerdictCache, type VerdictCache } from '../../repair/create-verdict-cache.ts'
import { knownDigests } from './known-digests.ts'
import { applyEdits } from '../../transcript/apply-edits.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { AdapterOptions, ResolvedAdapterOptions } from './adapter-options.ts'
import { GuardedCall } from './guarded-call.ts'
import { type KnownSession, SessionRecorder } from './session-recorder.ts'

/** A repair whose caller may still send the history from before it. */
interface Adoption {
  readonly length: number
  readonly digest: string
  readonly edits: readonly Edit[]
}

/** What an adapter knows of a call before it is sent. */
export interface CallStart<Request> {
  readonly format: FormatName
  /** The provider's request body, list of messages included. Never changed. */
  readonly body: RequestBody
  /** Handed to the `session` option. */
  readonly request: Request
  /** Where it goes, as far as the client knows: decides on the dialect. */
  readonly target?: Target
}

/**
 * The part of every adapter that is not about its client: finds the session, repairs before sending, repairs again after a
 * structural refusal within the budget, records what was accepted. An adapter only moves bytes.
 *
 * @example
 * const guard = new CallGuard(options)
 * const call = await guard.begin({ format: 'anthropic-messages', body, request })
 * // send call.body; when refused and (await call.refused(error)), send call.body again; then await call.accepted(...)
 */
export class CallGuard<Request = unknown> {
  readonly options: ResolvedAdapterOptions<Request>
  readonly recorder: SessionRecorder
  /** A turn that was appended to a checked history costs only itself; after a refusal everything is read again. */
  readonly #verdicts: VerdictCache = createVerdictCache()
  readonly #adoptions = new LRUCache<string, readonly Adoption[]>({ max: 1000 })

  constructor(options: AdapterOptions<Request> = {}) {
    this.options = resolveAdapterOptions(options)
    this.recorder = new SessionRecorder(this.options.store)
  }

  get store(): SessionStore {
    return this.options.store
  }

  async begin(start: CallStart<Request>): Promise<GuardedCall> {
    const format = findFormat(start.format)
    const list = start.body[format.listField]
    const given = listOf(list)
    const continued = format.serverState?.continues(start.body)
    const session = await this.#findSession(start.request, given, continued)
    const messages = this.#adopt(session.sessionID, given)
    const standing =
      (await this.recorder.standing(session.sessionID)) ?? (await this.recorder.standing(session.evidenceID))
    const { dialect } = this.options
    const call = new GuardedCall({
      format,
      target: { ...start.target, ...(dialect !== undefined && { dialect }) },
      session,
      body: start.body,
      given,
      messages,
      standing,
      options: this.options as ResolvedAdapterOptions,
      recorder: this.recorder,
      verdicts: this.#verdicts,
      remember: (edits, before) => this.#remember(session.sessionID, edits, before),
    })
    await call.prepare()
    return call
  }

  /**
   * The same; null when something breaks (a store that fails, messages that nobody can read): that is no reason to hold the call
   * back. It goes out as it is, and the report says why.
   */
  async tryBegin(start: CallStart<Request>): Promise<GuardedCall | null> {
    try {
      return await this.begin(start)
    } catch (cause) {
      this.options.onRepair?.({ ...reportOf({ outcome: 'failed', sessionID: undefined }), cause })
      return null
    }
  }

  async #findSession(
    request: Request,
    messages: readonly unknown[],
    continued: string | undefined,
  ): Promise<KnownSession> {
    const { session } = this.options
    const named = typeof session === 'function' ? session(request) : session
    if (named !== undefined) return { sessionID: named, evidenceID: named }
    const referred = continued === undefined ? null : await this.recorder.findReference(continued)
    return referred ?? this.recorder.find(messages)
  }

  /** Lays earlier repairs of this session over a history that its caller sends as it was. */
  #adopt(sessionID: string, given: readonly unknown[]): readonly unknown[] {
    let messages = given
    for (const { length, digest, edits } of this.#adoptions.get(sessionID) ?? []) {
      if (messages.length < length || knownDigests(messages.slice(0, length)).at(-1) !== digest) continue
      messages = [...applyEdits(messages.slice(0, length), edits), ...messages.slice(length)]
    }
    return messages
  }

  #remember(sessionID: string, edits: readonly Edit[], before: readonly unknown[]): void {
    const adoption = { length: before.length, digest: knownDigests(before).at(-1) ?? '', edits }
    this.#adoptions.set(sessionID, [...(this.#adoptions.get(sessionID) ?? []), adoption].slice(-maxAdoptions))
  }
}

/** Plain text in place of a list, where an API takes it, is one message of the user. */
function listOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list
  return typeof list === 'string' ? [{ role: 'user', content: list }] : []
}

/** A session is seldom repaired more often before its caller adopts a repair; older ones are found again by the linter. */
const maxAdoptions = 20
