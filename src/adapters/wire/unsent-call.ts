import type { RequestBody } from '../../formats/format.ts'
import { AttemptBudget } from '../../recovery/attempt-budget.ts'
import { faultFingerprint } from '../../recovery/fault-fingerprint.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { type Answered, type Sender, sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { tell } from '../../recovery/tell.ts'
import { detectError } from '../../repair/detect-error.ts'
import { repairUnsent, type UnsentOptions, type UnsentRequest } from './repair-unsent.ts'
import { wireText } from './wire-text.ts'

/**
 * A call that no model answers (it counts, shortens, keeps or queues), from the check before it is sent to the repair after a refusal.
 * Nothing of it is recorded, and it has a budget of its own, because it is no turn of its session (I9).
 */
export class UnsentCall {
  readonly #given: RequestBody
  readonly #endpoint: UnsentRequest
  readonly #options: UnsentOptions
  readonly #budget: AttemptBudget
  #body: RequestBody
  #isRepeated = false

  private constructor(given: RequestBody, repaired: RequestBody, endpoint: UnsentRequest, options: UnsentOptions) {
    const { budget: limit, clock, timeoutMs: ms } = options
    this.#given = given
    this.#endpoint = endpoint
    this.#options = options
    this.#budget = new AttemptBudget({ store: undefined, limit, maxSessions: 1, timeLimit: { clock, ms } })
    this.#body = repaired
  }

  /** The call, repaired as far as its conversation shows what is wrong. Never throws. */
  static async open(body: RequestBody, endpoint: UnsentRequest, options: UnsentOptions): Promise<UnsentCall> {
    return new UnsentCall(body, await repairUnsent(body, endpoint, options), endpoint, options)
  }

  /** The body to send now; the caller's own object while nothing is changed (I1). */
  get body(): RequestBody {
    return this.#body
  }

  get changed(): boolean {
    return this.#body !== this.#given
  }

  /** The text of the repaired body; null when the caller's own text is to be sent. */
  get text(): string | null {
    return this.changed ? wireText(this.#body) : null
  }

  /**
   * Sends the call until it is accepted or nothing is left to try.
   *
   * @throws what the client throws
   */
  send<Sent>(sender: Sender<Sent>): Promise<Answered<Sent>> {
    const nothing = async (): Promise<void> => undefined
    return sendUntilAccepted(
      {
        refused: (error) => this.#refused(error),
        failed: (cause) =>
          tell(this.#options.onRepair, {
            ...reportOf({ outcome: 'failed', sessionID: undefined, error: cause }),
            cause,
          }),
        leaving: nothing,
        ended: nothing,
        isTaught: false,
        isGivenUp: () => this.#options.signal?.aborted === true,
      },
      sender,
    )
  }

  async #refused(error: unknown): Promise<boolean> {
    const detected = detectError(error)
    if (detected === null) return false
    const rung = await this.#budget.take('', faultFingerprint(detected), false)
    if (rung === null) {
      tell(this.#options.onRepair, reportOf({ outcome: 'exhausted', sessionID: undefined, error, detected }))
      return false
    }
    const refusal = { error, detected, rung, isRepeated: this.#isRepeated }
    const repaired = await repairUnsent(this.#body, this.#endpoint, this.#options, refusal)
    if (repaired === this.#body) return false
    this.#body = repaired
    this.#isRepeated = true
    return true
  }
}
