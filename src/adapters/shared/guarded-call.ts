import type { Loss } from '../../faults/loss.ts'
import { detectError } from '../../repair/detect-error.ts'
import type { DetectedError } from '../../detection/detected-error.ts'
import type { Format, RequestBody, Target } from '../../formats/format.ts'
import { faultFingerprint } from '../../hook/fault-fingerprint.ts'
import type { RecoveryOutcome, RecoveryReport } from '../../hook/recovery-report.ts'
import { reportOf } from '../../hook/report-of.ts'
import { evidenceFromParts } from '../../storage/evidence-from-parts.ts'
import { type Rung, rungs } from '../../lint/define-strategy.ts'
import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import { composeEdits } from '../../transcript/compose-edits.ts'
import type { VerdictCache } from '../../repair/create-verdict-cache.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Evidence } from '../../transcript/evidence.ts'
import { noEvidence } from '../../transcript/evidence.ts'
import { isRecord } from '../../json/is-record.ts'
import type { RepairResult } from '../../repair/repair-result.ts'
import { repair } from '../../repair/repair.ts'
import type { ResolvedAdapterOptions } from './adapter-options.ts'
import type { StandingRequest } from '../../storage/standing-request.ts'
import type { KnownSession, SessionRecorder } from './session-recorder.ts'

/** Everything a guarded call starts from. */
export interface GuardedCallStart {
  readonly format: Format
  readonly target: Target
  readonly session: KnownSession
  readonly body: RequestBody
  /** The caller's own list, and the same with earlier repairs laid over it. */
  readonly given: readonly unknown[]
  readonly messages: readonly unknown[]
  readonly standing: StandingRequest | undefined
  readonly options: ResolvedAdapterOptions
  readonly recorder: SessionRecorder
  readonly verdicts: VerdictCache
  remember(edits: readonly Edit[], before: readonly unknown[]): void
}

/** Faults that only the store can repair: the whole conversation is sent again. */
const replayed: ReadonlySet<RecoveryErrorType> = new Set(['reference_not_found', 'conversation_empty'])

/** One call to a provider, from the check before it is sent to the record of what came back. */
export class GuardedCall {
  readonly #start: GuardedCallStart
  #request: RequestBody
  #betas: readonly string[]
  #messages: readonly unknown[]
  #edits: readonly Edit[] = []
  #evidence: Evidence | undefined
  #spent = 0
  readonly #tried = new Map<string, number>()
  #asksToDrop = false

  constructor(start: GuardedCallStart) {
    this.#start = start
    this.#messages = start.messages
    const mayAsk =
      start.standing !== undefined && start.format.rules(start.body, start.target).dropStaleThinking !== null
    this.#request = mayAsk ? mergeRequest(start.body, start.standing!.request) : start.body
    this.#betas = mayAsk ? start.standing!.betas : []
  }

  get sessionID(): string {
    return this.#start.session.sessionID
  }

  /** Whether anything differs from what the caller handed over. */
  get changed(): boolean {
    return this.#messages !== this.#start.given || this.#request !== this.#start.body
  }

  /** The body to send now. The caller's own object while nothing is changed (I1). */
  get body(): RequestBody {
    return this.changed ? { ...this.#request, [this.#start.format.listField]: this.#messages } : this.#start.body
  }

  /** Values for the provider's beta header. */
  get betas(): readonly string[] {
    return this.#betas
  }

  get messages(): readonly unknown[] {
    return this.#messages
  }

  /** Checks the request before it is sent, and repairs it when it is known to be refused. One walk when it is healthy. */
  async prepare(): Promise<void> {
    const { format, options, target } = this.#start
    if (format.serverState?.continues(this.#request) !== undefined) return
    const { ok } = this.#start.verdicts.diagnose(this.#messages, {
      ...target,
      format: format.name,
      request: this.#rest(),
    })
    if (ok) return
    await this.#repair(undefined, 'place', options.allow)
  }

  /**
   * The provider has refused the request. True when the call is to be sent again with a repaired `body`; false when the error
   * is no fault of the messages, or nothing is left to try: then the caller gets the original error (I10).
   */
  async refused(error: unknown): Promise<boolean> {
    const { options } = this.#start
    const detected = detectError(error)
    if (detected === null || this.#spent >= options.budget) return false
    if (options.mode === 'observe') return false
    this.#spent += 1
    if (replayed.has(detected.type) && (await this.#replay(error, detected))) return true
    const fingerprint = faultFingerprint(detected)
    for (let index = this.#tried.get(fingerprint) ?? 0; index < rungs.length; index += 1) {
      this.#tried.set(fingerprint, index + 1)
      if (await this.#repair({ error, detected }, rungs[index]!, options.allowAfterRefusal)) return true
    }
    return false
  }

  /**
   * The provider has accepted the request: the conversation, the repair and the answer are recorded. A store that fails does
   * not fail the call: the answer is the caller's already; the report says so.
   */
  async accepted(answer: readonly unknown[] = [], extra: Accepted = {}): Promise<void> {
    const { format, messages, options, recorder } = this.#start
    try {
      const continued = format.serverState?.continues(this.#start.body)
      if (continued === undefined) await recorder.accepted(this.sessionID, format, messages, this.#edits)
      else await recorder.continued(this.sessionID, format, messages)
      await recorder.answered(this.sessionID, format, answer, extra.meta)
      if (extra.responseID !== undefined && format.serverState?.keeps(this.#request)) {
        await recorder.setReference(extra.responseID, continued, this.sessionID)
      }
      if (this.#edits.length > 0) this.#start.remember(this.#edits, messages)
      if (this.#asksToDrop) await this.#keepAsking()
    } catch (cause) {
      options.onRepair?.({ ...this.#report('failed', null, undefined), cause })
    }
    if (extra.transformations && extra.transformations.length > 0) {
      options.onRepair?.({ ...this.#report('observed', null, undefined), transformations: extra.transformations })
    }
  }

  /** Every later request of the session must ask again: the provider keeps no setting (I11). */
  async #keepAsking(): Promise<void> {
    const { format, recorder, target } = this.#start
    const remedy = format.rules(this.#request, target).dropStaleThinking
    if (remedy === null) return
    const request = { [remedy.field]: { ...remedy.defaults, ...remedy.setting } }
    await recorder.setStanding(this.sessionID, { request, betas: remedy.betas })
  }

  #rest(): RequestBody {
    const { [this.#start.format.listField]: _list, ...rest } = this.#request
    return rest
  }

  async #repair(
    failure: { error: unknown; detected: DetectedError } | undefined,
    rung: Rung,
    allow: Loss,
  ): Promise<boolean> {
    const { format, options, target } = this.#start
    this.#evidence ??= await this.#loadEvidence()
    const result = repair(this.#messages, {
      ...target,
      format: format.name,
      request: this.#rest(),
      evidence: this.#evidence,
      allow,
      rung,
      ...(failure && { error: failure.error }),
    })
    const outcome = !result.changed ? 'unrepairable' : options.mode === 'observe' ? 'observed' : 'recovered'
    if (result.changed && options.mode === 'repair') this.#take(result)
    this.#tell({ ...this.#report(outcome, failure?.detected ?? null, failure?.error, result), rung })
    return result.changed && options.mode === 'repair'
  }

  #take(result: RepairResult): void {
    this.#messages = result.messages
    if (result.request) this.#request = { ...this.#request, ...result.request }
    if (result.betas) {
      this.#betas = [...new Set([...this.#betas, ...result.betas])]
      this.#asksToDrop = true
    }
    this.#edits = composeEdits(this.#start.messages, result.messages, [...this.#edits, ...result.edits])
  }

  /** Sends the whole conversation from the store instead of a reference to state that the server has lost. */
  async #replay(error: unknown, detected: DetectedError): Promise<boolean> {
    const { format, given, options, session, target } = this.#start
    const continued = format.serverState?.continues(this.#request)
    if (continued === undefined && given.length > 0) return false
    const stored = await options.store.messages.load(session.evidenceID)
    if (!stored || stored.messages.length === 0) return false
    if (format.serverState) this.#request = format.serverState.replay(this.#request)
    this.#messages = [...stored.messages.map((message) => message.raw), ...given]
    this.#tell(this.#report('recovered', detected, error))
    const checked = repair(this.#messages, {
      ...target,
      format: format.name,
      request: this.#rest(),
      allow: options.allow,
    })
    if (checked.changed) this.#take(checked)
    return true
  }

  async #loadEvidence(): Promise<Evidence> {
    const { options, session } = this.#start
    try {
      const ids = [...new Set([session.evidenceID, session.sessionID])]
      const parts = await Promise.all(ids.map((id) => options.store.parts.list(id)))
      return evidenceFromParts(parts.flat())
    } catch (cause) {
      options.onRepair?.({ ...this.#report('failed', null, undefined), cause })
      return noEvidence
    }
  }

  #tell(report: RecoveryReport): void {
    this.#start.options.onRepair?.(report)
  }

  #report(
    outcome: RecoveryOutcome,
    detected: DetectedError | null,
    error: unknown,
    result?: RepairResult,
  ): RecoveryReport {
    const report = reportOf({ outcome, sessionID: this.sessionID, error, detected, result })
    return outcome === 'recovered' ? { ...report, resumed: true } : report
  }
}

/** What an adapter knows of an accepted response. */
export interface Accepted {
  /** Kept with the recorded answer: the response's id. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** The id under which a later request may continue from this response. */
  readonly responseID?: string
  /** Changes that the provider itself reports (`input_transformations`). */
  readonly transformations?: readonly unknown[]
}

/** Standing fields of a session laid into a request, one level deep: the caller's own settings beside them stay. */
function mergeRequest(body: RequestBody, standing: RequestBody): RequestBody {
  const merged = Object.entries(standing).map(([field, value]) => {
    const own = body[field]
    return [field, isRecord(own) && isRecord(value) ? { ...value, ...own } : (own ?? value)]
  })
  return { ...body, ...Object.fromEntries(merged) }
}
