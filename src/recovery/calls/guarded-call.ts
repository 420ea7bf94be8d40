import { frameworkFormats } from '../../formats/format-name.ts'
import type { RequestBody } from '../../formats/format.ts'
import { serverStateOf } from '../../formats/server-state-of.ts'
import type { DetectedError } from '../../detection/detected-error.ts'
import { detectError } from '../../repair/detect-error.ts'
import { nameUnexplained } from '../../repair/name-unexplained.ts'
import type { DiagnoseOptions } from '../../repair/repair-options.ts'
import { repair } from '../../repair/repair.ts'
import type { Accepted } from './accepted.ts'
import { askStore } from '../ask-store.ts'
import { CallReports } from './call-reports.ts'
import { CallTurn, type TurnStart } from './call-turn.ts'
import { Caller } from './caller.ts'
import { elementAtPosition } from './element-at-position.ts'
import type { GuardedCallStart } from './guarded-call-start.ts'
import { heldBy } from './held-fields.ts'
import { isUserAbort } from './is-user-abort.ts'
import { knownDigests } from '../sessions/known-digests.ts'
import { loadEvidence } from '../load-evidence.ts'
import { lostConversation } from './lost-conversation.ts'
import { type Maker, makerMark } from '../maker.ts'
import { openCalls } from './open-calls.ts'
import { OutgoingRequest } from './outgoing-request.ts'
import { reportOn } from '../recovery-engine.ts'
import type { RecoveryPorts } from '../recovery-ports.ts'
import type { RecoveryReport } from '../recovery-report.ts'
import { replayedFaults } from '../replayed-faults.ts'
import { reportOf } from '../report-of.ts'
import type { Claim } from '../session-claims.ts'
import { addStanding } from './standing-request.ts'
import { tell } from '../tell.ts'

/** One call to a provider, from the check before it is sent to the record of what came back. No method throws. */
export class GuardedCall {
  readonly #start: GuardedCallStart
  readonly #request: OutgoingRequest
  readonly #reports: CallReports
  #claim: Claim | undefined
  readonly #turn: CallTurn
  /** The last repair of this call that has been sent. */
  #repeated: RecoveryReport | undefined
  /** What a repair would do has been told already. */
  #observed = false
  readonly #caller: Caller

  constructor(start: GuardedCallStart) {
    this.#start = start
    this.#caller = new Caller(start.engine.timeLimit.clock, start.signal)
    this.#reports = new CallReports(start, this.#caller)
    this.#request = start.former?.request ?? new OutgoingRequest(start)
    this.#turn = new CallTurn(() => this.#turnStart())
  }

  get sessionID(): string {
    return this.#start.session.sessionID
  }

  /** Whether anything differs from what the caller handed over. */
  get changed(): boolean {
    return this.#request.isChanged
  }

  /** The body to send now. The caller's own object while nothing is changed (I1). */
  get body(): RequestBody {
    return this.#request.body
  }

  /** Values for the provider's beta header. */
  get betas(): readonly string[] {
    return this.#request.betas
  }

  get messages(): readonly unknown[] {
    return this.#request.messages
  }

  /** Whether what goes out was repaired after a refusal: of this call, or of a former try of the same request. */
  get isTaught(): boolean {
    return this.#repeated !== undefined
  }

  isGivenUp(): boolean {
    return this.#caller.hasLeft
  }

  /** Settles when all that was begun for this call is done, also what its caller does not wait for. */
  get settled(): Promise<unknown> {
    return this.#caller.settled
  }

  /**
   * Checks the request before it is sent, and repairs it when it is known to be refused. One walk when it is healthy. Messages
   * that nobody can read are no reason to hold the call back: it goes out as it is, and the report says why.
   */
  async prepare(): Promise<void> {
    const { engine, former, options, verdicts } = this.#start
    if (former) this.#reports.tell(former.report)
    this.#repeated = former?.report
    try {
      const known = this.#known
      if (verdicts.diagnose(this.messages, known).ok) return
      const limit = { ...engine.timeLimit, signal: this.#start.signal }
      const { broken, evidence } = await loadEvidence(options.store, this.#evidenceOf, limit)
      if (broken !== undefined) this.#reports.tellBroken(broken)
      const result = repair(this.messages, { ...known, evidence, allow: options.allow })
      const isRepair = options.mode === 'repair'
      this.#observed = !isRepair
      const outcome = !result.changed ? 'unrepairable' : isRepair ? 'recovered' : 'observed'
      if (result.changed && isRepair) this.#request.take(result)
      this.#reports.tell({ ...reportOf({ outcome, sessionID: this.sessionID, result }), rung: 'place' })
    } catch (cause) {
      this.#reports.tellBroken(cause)
    }
  }

  /**
   * The provider has refused the request. True when the call is to be sent again with a repaired `body`; false when the error
   * is no fault of the messages, nothing is left to try, or its caller has given up: then the caller gets the original error (I10).
   * Whoever asks must call `released` in the end.
   */
  async refused(error: unknown): Promise<boolean> {
    const repaired = this.#refused(error)
    await this.#caller.waitFor(repaired, 'at once')
    return this.isGivenUp() ? false : repaired
  }

  async #refused(error: unknown): Promise<boolean> {
    const { engine, options } = this.#start
    const detected = isUserAbort(error) ? null : (detectError(error) ?? this.#nameUnexplained(error))
    if (detected === null) return false
    const failure = { sessionID: this.sessionID, error, detected }
    const allow = options.allowAfterRefusal
    if (options.mode === 'observe') {
      if (!this.#observed) this.#reports.tell(await engine.observe(failure, this.#ports(), allow))
      return false
    }
    this.#claim ??= (await engine.claimInTurn(this.sessionID, this.#isStored)) ?? undefined
    // It may have come when everything else was over.
    if (this.isGivenUp()) await this.released()
    if (this.#claim === undefined) {
      this.#reports.tell(reportOn(failure, 'busy'))
      return false
    }
    this.#claim.keepAlive()
    const report = await engine.attempt(this.#claim, failure, this.#ports(), allow, this.#isStored)
    // After a repair that did not help, nothing is left to try.
    const isLast = report.outcome === 'unrepairable' && this.#repeated !== undefined
    this.#reports.tell(isLast ? { ...report, outcome: 'exhausted' } : report)
    if (report.outcome === 'recovered') this.#repeated = report
    return report.outcome === 'recovered'
  }

  /** What the linter finds in messages that were refused without a word that explains it; nothing where the server has a part. */
  #nameUnexplained(error: unknown): DetectedError | null {
    if (serverStateOf(this.#start.format.name)?.continues(this.#request.fields) !== undefined) return null
    try {
      return nameUnexplained(error, this.messages, this.#known)
    } catch {
      // Messages that nobody can read: `prepare` has told so.
      return null
    }
  }

  /** A repaired call has failed for another reason than its messages: its caller sees that error, the report says what came of it. */
  failed(cause: unknown): void {
    const outcome = isUserAbort(cause) ? 'user_abort' : 'failed'
    const { onRepair } = this.#start.options
    tell(onRepair, { ...reportOf({ outcome, sessionID: this.sessionID, error: cause }), cause })
    if (outcome === 'failed' && this.#repeated)
      this.#start.unproven.keep(this.#start, { request: this.#request, report: this.#repeated })
  }

  /** The request is about to leave: its turn is durable before it does (I8). A turn that waited for its tools ends with it. */
  leaving(): Promise<void> {
    return this.#caller.waitFor(this.#leave(), 'at once')
  }

  async #leave(): Promise<void> {
    const { format, given, session, waiting } = this.#start
    await this.#turn.begin()
    if (session.isNamed) await this.#reports.quietly(() => waiting.goneOn(this.sessionID, format, given))
  }

  /** The answer grows; see {@link CallTurn.heard}. */
  heard(size: number, partialOf: () => readonly unknown[]): void {
    this.#turn.heard(size, partialOf)
  }

  /** The provider has begun to answer, or the call has failed for good. */
  ended(isAccepted: boolean): Promise<void> {
    return this.#caller.waitFor(this.#end(isAccepted), 'a moment')
  }

  async #end(isAccepted: boolean): Promise<void> {
    // Before those that wait for this recovery try theirs: the same fault is theirs, and theirs is the whole budget.
    if (isAccepted && this.#claim) await this.#start.engine.succeeded(this.sessionID, this.#isStored)
    await this.released()
    await this.#turn.advance(
      isAccepted ? 'assistant_started' : 'interrupted',
      isAccepted ? undefined : { failed: true },
    )
  }

  /** The recovery is over, however it ended: others may recover the session. */
  async released(): Promise<void> {
    const claim = this.#claim
    this.#claim = undefined
    await claim?.release()
  }

  /**
   * The provider has accepted the request: the conversation, the repair and the answer are recorded. A store that fails does
   * not fail the call: the answer is the caller's already; the report says so.
   */
  accepted(answer: readonly unknown[] = [], extra: Accepted = {}): Promise<void> {
    return this.#caller.waitFor(this.#accept(answer, extra), 'a moment')
  }

  async #accept(answer: readonly unknown[], extra: Accepted): Promise<void> {
    const { engine, recorder } = this.#start
    await engine.succeeded(this.sessionID, this.#isStored)
    try {
      // The next call of the session records what this one could not.
      if (!this.#reports.isBroken) await askStore(engine.timeLimit, () => this.#record(answer, extra))
    } catch (cause) {
      recorder.letGo(this.sessionID)
      this.#reports.tellBroken(cause)
    }
    const { partial, transformations = [] } = extra
    await this.#reports.quietly(() => this.#endTurn(answer, partial))
    if (transformations.length === 0) return
    this.#reports.tell({ ...reportOf({ outcome: 'observed', sessionID: this.sessionID }), transformations })
  }

  async #endTurn(answer: readonly unknown[], partial: readonly unknown[] | undefined): Promise<void> {
    const { format, session, waiting } = this.#start
    if (partial !== undefined) return this.#turn.advance('interrupted', { partial })
    const calls = session.isNamed ? openCalls(format, this.#request.fields, answer) : []
    return calls.length > 0 ? waiting.wait(this.sessionID, this.#turn, calls) : this.#turn.complete()
  }

  async #record(answer: readonly unknown[], { meta, responseID }: Accepted): Promise<void> {
    const { continued, format, messages, recorder, remember, session } = this.#start
    const { asksToDrop, edits, fields } = this.#request
    const serverState = serverStateOf(format.name)
    const sessionID = await recorder.record({
      session,
      format,
      messages,
      edits,
      continued,
      answer,
      meta: { ...meta, [makerMark]: this.#maker, ...heldBy(serverState, fields) },
    })
    if (responseID !== undefined && serverState?.keeps(fields))
      await recorder.setReference(responseID, continued?.id, sessionID)
    if (edits.length > 0) remember(sessionID, edits, messages)
    if (asksToDrop) await this.#keepAsking(sessionID)
  }

  /** Every later request of the session must ask again: the provider keeps no setting (I11). */
  async #keepAsking(sessionID: string): Promise<void> {
    const { format, options, target } = this.#start
    const remedy = format.rules(this.#request.fields, target).dropStaleThinking
    if (remedy === null) return
    const request = { [remedy.field]: { ...remedy.defaults, ...remedy.setting } }
    await addStanding(options.store, sessionID, { request, betas: remedy.betas })
  }

  /** The request as it goes out now, as far as the linter asks. */
  get #known(): DiagnoseOptions & { readonly request: RequestBody } {
    const { format, target } = this.#start
    return { ...target, format: format.name, request: this.#request.rest }
  }

  /** The engine's ports onto a call that is on its way: what it commits is what is sent next. */
  #ports(): RecoveryPorts {
    const { format, target } = this.#start
    return {
      load: async (detected) => {
        const replays = detected !== null && replayedFaults.has(detected.type) && this.#isStored
        const whole = replays ? await lostConversation(this.#start, this.#request.fields) : null
        if (whole !== null) return { ...whole, evidenceOf: this.#evidenceOf }
        return {
          format: format.name,
          target,
          messages: this.messages,
          request: this.#request.rest,
          index: detected === null ? undefined : this.#indexOf(detected),
          isWhole: false,
          evidenceOf: this.#evidenceOf,
          maker: this.#maker,
        }
      },
      commit: async ({ replays, result }, { request = {} }) => {
        if (replays) this.#request.replay(request, result)
        else this.#request.take(result)
        return undefined
      },
    }
  }

  /** The message at which the provider's parser has stopped, where the body is the one that was sent. */
  #indexOf({ text }: DetectedError): number | undefined {
    const { listField, name } = this.#start.format
    return frameworkFormats.has(name) ? undefined : elementAtPosition(text, this.body, listField)
  }

  /** Results that are recorded for this session are taken for its own only when the caller has named it. */
  get #evidenceOf(): string | undefined {
    return this.#start.session.isNamed && !this.#reports.isBroken ? this.sessionID : undefined
  }

  /** Whether the store is asked at all: one that did not answer is not waited for again in the same call. */
  get #isStored(): boolean {
    return this.#start.session.isStored && !this.#reports.isBroken
  }

  /** Who is asked: what the client tells, and what stands in the body. */
  get #maker(): Maker {
    const { body, maker } = this.#start
    const { model, provider } = body
    return {
      ...(typeof provider === 'string' && { provider }),
      ...(typeof model === 'string' && { model }),
      ...maker,
    }
  }

  /** The turn of a session that nobody named could be taken up by nobody: it is not kept. */
  #turnStart(): TurnStart | null {
    const { body, engine, format, given, options, session } = this.#start
    if (!session.isNamed || this.#reports.isBroken) return null
    return {
      store: options.store,
      sessionID: this.sessionID,
      input: given.at(-1),
      tools: [...(format.toolNames(body) ?? [])],
      provenance: { ...this.#maker, prefixDigest: this.#start.digest ?? knownDigests(given).at(-1) ?? '' },
      timeLimit: engine.timeLimit,
      onBroken: (cause) => this.#reports.tellBroken(cause),
    }
  }
}
