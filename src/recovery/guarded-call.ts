import type { Accepted } from './accepted.ts'
import { frameworkFormats } from '../formats/format-name.ts'
import type { RequestBody } from '../formats/format.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import { detectError } from '../repair/detect-error.ts'
import { nameUnexplained } from '../repair/name-unexplained.ts'
import type { RepairResult } from '../repair/repair-result.ts'
import { repair } from '../repair/repair.ts'
import { composeEdits } from '../transcript/compose-edits.ts'
import type { Edit } from '../transcript/edit.ts'
import { Caller } from './caller.ts'
import { CallTurn, type TurnStart } from './call-turn.ts'
import type { GuardedCallStart } from './guarded-call-start.ts'
import { isUserAbort } from './is-user-abort.ts'
import { knownDigests } from './known-digests.ts'
import { loadEvidence } from './load-evidence.ts'
import { elementAtPosition } from './element-at-position.ts'
import { heldBy, heldIn } from './held-fields.ts'
import { holdsBeginnings, jointOf } from './joint.ts'
import { type Maker, makerMark } from './maker.ts'
import { reportOn } from './recovery-engine.ts'
import type { Conversation, RecoveryPorts } from './recovery-ports.ts'
import type { RecoveryReport } from './recovery-report.ts'
import { replayedFaults } from './replayed-faults.ts'
import { reportOf } from './report-of.ts'
import type { Claim } from './session-claims.ts'
import { addStanding, withStanding } from './standing-request.ts'
import { openCalls } from './open-calls.ts'
import { tell } from './tell.ts'
import { askStore } from './ask-store.ts'

/** One call to a provider, from the check before it is sent to the record of what came back. No method throws. */
export class GuardedCall {
  readonly #start: GuardedCallStart
  #request: RequestBody
  #betas: readonly string[]
  #messages: readonly unknown[]
  #edits: readonly Edit[] = []
  #claim: Claim | undefined
  readonly #turn: CallTurn
  #asksToDrop = false
  /** A repair of this call has been sent. */
  #repeated = false
  /** What a repair would do has been told already. */
  #observed = false
  /** That something broke has been told: a store that is gone is told once a call. */
  #broken: boolean
  readonly #caller: Caller

  constructor(start: GuardedCallStart) {
    const { body, format, standing, target } = start
    this.#start = start
    this.#caller = new Caller(start.engine.timeLimit.clock, start.signal)
    this.#messages = start.messages
    this.#broken = start.isBroken === true
    const mayAsk = standing !== undefined && format.rules(body, target).dropStaleThinking !== null
    this.#request = mayAsk ? withStanding(body, standing.request) : body
    this.#betas = mayAsk ? standing.betas : []
    this.#turn = new CallTurn(() => this.#turnStart())
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
    const { engine, format, options, target, verdicts } = this.#start
    try {
      const known = { ...target, format: format.name, request: this.#rest(this.#request) }
      if (verdicts.diagnose(this.#messages, known).ok) return
      const limit = { ...engine.timeLimit, signal: this.#start.signal }
      const { broken, evidence } = await loadEvidence(options.store, this.#evidenceOf, limit)
      if (broken !== undefined) this.#tellBroken(broken)
      const result = repair(this.#messages, { ...known, evidence, allow: options.allow })
      const isRepair = options.mode === 'repair'
      this.#observed = !isRepair
      const outcome = !result.changed ? 'unrepairable' : isRepair ? 'recovered' : 'observed'
      if (result.changed && isRepair) this.#take(result)
      this.#tell({ ...reportOf({ outcome, sessionID: this.sessionID, result }), rung: 'place' })
    } catch (cause) {
      this.#tellBroken(cause)
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
      if (!this.#observed) this.#tell(await engine.observe(failure, this.#ports(), allow))
      return false
    }
    this.#claim ??= (await engine.claimInTurn(this.sessionID, this.#isStored)) ?? undefined
    // It may have come when everything else was over.
    if (this.isGivenUp()) await this.released()
    if (this.#claim === undefined) {
      this.#tell(reportOn(failure, 'busy'))
      return false
    }
    this.#claim.keepAlive()
    const report = await engine.attempt(this.#claim, failure, this.#ports(), allow, this.#isStored)
    // After a repair that did not help, nothing is left to try.
    const isLast = report.outcome === 'unrepairable' && this.#repeated
    this.#tell(isLast ? { ...report, outcome: 'exhausted' } : report)
    if (report.outcome === 'recovered') this.#repeated = true
    return report.outcome === 'recovered'
  }

  /** What the linter finds in messages that were refused without a word that explains it; nothing where the server has a part. */
  #nameUnexplained(error: unknown): DetectedError | null {
    const { format, target } = this.#start
    if (format.serverState?.continues(this.#request) !== undefined) return null
    const known = { ...target, format: format.name, request: this.#rest(this.#request) }
    try {
      return nameUnexplained(error, this.#messages, known)
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
  }

  /** The request is about to leave: its turn is durable before it does (I8). A turn that waited for its tools ends with it. */
  leaving(): Promise<void> {
    return this.#caller.waitFor(this.#leave(), 'at once')
  }

  async #leave(): Promise<void> {
    const { format, given, session, waiting } = this.#start
    await this.#turn.begin()
    if (session.isNamed) await this.#quietly(() => waiting.goneOn(this.sessionID, format, given))
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
      if (!this.#broken) await askStore(engine.timeLimit, () => this.#record(answer, extra))
    } catch (cause) {
      recorder.letGo(this.sessionID)
      this.#tellBroken(cause)
    }
    const { partial, transformations = [] } = extra
    await this.#quietly(() => this.#endTurn(answer, partial))
    if (transformations.length === 0) return
    this.#tell({ ...reportOf({ outcome: 'observed', sessionID: this.sessionID }), transformations })
  }

  async #endTurn(answer: readonly unknown[], partial: readonly unknown[] | undefined): Promise<void> {
    const { format, session, waiting } = this.#start
    if (partial !== undefined) return this.#turn.advance('interrupted', { partial })
    const calls = session.isNamed ? openCalls(format, this.#request, answer) : []
    return calls.length > 0 ? waiting.wait(this.sessionID, this.#turn, calls) : this.#turn.complete()
  }

  /** Messages that nobody can read must not fail a call that the provider has answered (I10). */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      this.#tellBroken(cause)
    }
  }

  async #record(answer: readonly unknown[], { meta, responseID }: Accepted): Promise<void> {
    const { continued, format, messages, recorder, remember, session } = this.#start
    const sessionID = await recorder.record({
      session,
      format,
      messages,
      edits: this.#edits,
      continued,
      answer,
      meta: { ...meta, [makerMark]: this.#maker, ...heldBy(format.serverState, this.#request) },
    })
    if (responseID !== undefined && format.serverState?.keeps(this.#request)) {
      await recorder.setReference(responseID, continued?.id, sessionID)
    }
    if (this.#edits.length > 0) remember(sessionID, this.#edits, messages)
    if (this.#asksToDrop) await this.#keepAsking(sessionID)
  }

  /** Every later request of the session must ask again: the provider keeps no setting (I11). */
  async #keepAsking(sessionID: string): Promise<void> {
    const { format, options, target } = this.#start
    const remedy = format.rules(this.#request, target).dropStaleThinking
    if (remedy === null) return
    const request = { [remedy.field]: { ...remedy.defaults, ...remedy.setting } }
    await addStanding(options.store, sessionID, { request, betas: remedy.betas })
  }

  #rest(request: RequestBody): RequestBody {
    const { [this.#start.format.listField]: _list, ...rest } = request
    return rest
  }

  /** The engine's ports onto a call that is on its way: what it commits is what is sent next. */
  #ports(): RecoveryPorts {
    const { format, target } = this.#start
    return {
      load: async (detected) => {
        const whole = detected !== null && replayedFaults.has(detected.type) ? await this.#wholeConversation() : null
        if (whole !== null) return whole
        const request = this.#rest(this.#request)
        return {
          format: format.name,
          target,
          messages: this.#messages,
          request,
          index: detected === null ? undefined : this.#indexOf(detected),
          isWhole: false,
          evidenceOf: this.#evidenceOf,
          maker: this.#maker,
        }
      },
      commit: async ({ replays, result }, { request = {} }) => {
        if (replays) this.#replay(request, result)
        else this.#take(result)
        return undefined
      },
    }
  }

  /** The message at which the provider's parser has stopped, where the body is the one that was sent. */
  #indexOf({ text }: DetectedError): number | undefined {
    const { listField, name } = this.#start.format
    return frameworkFormats.has(name) ? undefined : elementAtPosition(text, this.body, listField)
  }

  /** What the store holds of a conversation that the server has lost, with the new messages; null when it holds nothing. */
  async #wholeConversation(): Promise<Conversation | null> {
    const { continued, format, given, options, target } = this.#start
    const { serverState } = format
    const isContinued = serverState?.continues(this.#request) !== undefined
    if (!this.#isStored || (!isContinued && given.length > 0)) return null
    const stored = await options.store.messages.load(this.sessionID)
    if (!stored || stored.messages.length === 0) return null
    const { before, repeated } = continued
      ? jointOf(stored.messages, given, continued, format)
      : { before: stored.messages.length, repeated: 0 }
    const former = stored.messages.slice(0, before)
    // What stands behind a response that was never recorded is not all there is (I4).
    if (!holdsBeginnings(former)) return null
    const messages = [...former.map(({ raw }) => raw), ...given.slice(repeated)]
    const request = this.#rest({ ...heldIn(former), ...(serverState?.replay(this.#request) ?? this.#request) })
    return { format: format.name, target, messages, request, isWhole: true, evidenceOf: this.#evidenceOf }
  }

  #replay(request: RequestBody, result: RepairResult): void {
    this.#request = { ...request, ...result.request }
    this.#messages = result.messages
    this.#addBetas(result)
  }

  #take(result: RepairResult): void {
    this.#messages = result.messages
    if (result.request) this.#request = { ...this.#request, ...result.request }
    this.#addBetas(result)
    this.#edits = composeEdits(this.#start.messages, result.messages, [...this.#edits, ...result.edits])
  }

  #addBetas({ betas }: RepairResult): void {
    if (betas === undefined) return
    this.#betas = [...new Set([...this.#betas, ...betas])]
    this.#asksToDrop = true
  }

  /** Results that are recorded for this session are taken for its own only when the caller has named it. */
  get #evidenceOf(): string | undefined {
    return this.#start.session.isNamed && !this.#broken ? this.sessionID : undefined
  }

  /** Whether the store is asked at all: one that did not answer is not waited for again in the same call. */
  get #isStored(): boolean {
    return this.#start.session.isStored && !this.#broken
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
    if (!session.isNamed || this.#broken) return null
    return {
      store: options.store,
      sessionID: this.sessionID,
      input: given.at(-1),
      tools: [...(format.toolNames(body) ?? [])],
      provenance: { ...this.#maker, prefixDigest: this.#start.digest ?? knownDigests(given).at(-1) ?? '' },
      timeLimit: engine.timeLimit,
      onBroken: (cause) => this.#tellBroken(cause),
    }
  }

  #tellBroken(cause: unknown): void {
    if (!this.#broken) this.#tell({ ...reportOf({ outcome: 'failed', sessionID: this.sessionID }), cause })
    this.#broken = true
  }

  /** The call is the turn: it is resumed by being sent again. */
  #tell(report: RecoveryReport): void {
    if (this.isGivenUp() && report.outcome !== 'user_abort') return
    tell(this.#start.options.onRepair, report.outcome === 'recovered' ? { ...report, resumed: true } : report)
  }
}
