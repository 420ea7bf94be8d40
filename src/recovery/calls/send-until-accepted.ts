import { detectError } from '../../repair/detect-error.ts'
import { isUnexplained } from '../../repair/name-unexplained.ts'
import type { GuardedCall } from './guarded-call.ts'
import { isUserAbort } from './is-user-abort.ts'

/** How a client sends a guarded call: the port `send` of the engine. */
export interface Sender<Sent> {
  /** Sends the call as it now is. */
  send(): PromiseLike<Sent>
  /** What the client would throw for this answer; null when it is accepted. The answer stays readable. Default: accepted. */
  errorOf?(sent: Sent): Promise<unknown>
  /** Ends an answer that nobody will read. */
  discard?(sent: Sent): Promise<unknown>
}

/** What came back in the end. `accepted` false: the answer is the refusal that the caller gets. */
export interface Answered<Sent> {
  readonly sent: Sent
  readonly accepted: boolean
}

/** One answer of a provider: clients return a refusal, or throw it. */
type Outcome<Sent> = { readonly error: unknown; readonly sent: Sent } | { readonly error: unknown }

/**
 * Sends a call until it is accepted or nothing is left to try. A refusal that stays reaches the caller as the first one, the
 * original error (I10). Whatever else happens to the repeat (429, 5xx, a reset, an abort) reaches it as what it is: hidden
 * behind the old refusal, a call that could simply be tried again would look hopeless.
 *
 * @throws what the client throws
 */
export async function sendUntilAccepted<Sent>(
  call: Pick<GuardedCall, 'refused' | 'failed' | 'leaving' | 'ended' | 'isGivenUp' | 'isTaught'>,
  sender: Sender<Sent>,
): Promise<Answered<Sent>> {
  const refusals: Outcome<Sent>[] = []
  let final: Outcome<Sent> | undefined
  let isHandedBack = false
  await call.leaving()
  try {
    while (final === undefined) {
      const outcome = await outcomeOf(sender)
      const isAccepted = outcome.error === null && 'sent' in outcome
      const isFirst = refusals.length === 0
      if (isAccepted || isUserAbort(outcome.error) || !mayBeStructural(outcome.error, isFirst)) {
        if (!isAccepted && (refusals.length > 0 || call.isTaught)) call.failed(outcome.error)
        final = outcome
      } else {
        refusals.push(outcome)
        const isRepaired = await call.refused(outcome.error)
        // When the caller has aborted, the call goes to the client once more, which then throws its own abort error.
        if (!isRepaired && (isHandedBack || !call.isGivenUp())) final = refusals[0]!
        isHandedBack = call.isGivenUp()
      }
    }
    return finish(final)
  } finally {
    await call.ended(final?.error === null)
    for (const refusal of refusals) if (refusal !== final) discard(sender, refusal)
  }
}

/** An unexplained refusal is looked into once: after a repair it would be a different error. */
function mayBeStructural(error: unknown, isFirst: boolean): boolean {
  return detectError(error) !== null || (isFirst && isUnexplained(error))
}

function discard<Sent>(sender: Sender<Sent>, outcome: Outcome<Sent>): void {
  // Nobody waits for this, so its failure is ignored.
  if ('sent' in outcome) sender.discard?.(outcome.sent).catch(() => undefined)
}

async function outcomeOf<Sent>(sender: Sender<Sent>): Promise<Outcome<Sent>> {
  try {
    const sent = await sender.send()
    return { sent, error: (await sender.errorOf?.(sent)) ?? null }
  } catch (error) {
    return { error }
  }
}

function finish<Sent>(outcome: Outcome<Sent>): Answered<Sent> {
  if (!('sent' in outcome)) throw outcome.error
  return { sent: outcome.sent, accepted: outcome.error === null }
}
