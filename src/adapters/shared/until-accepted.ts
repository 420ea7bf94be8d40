import { isUserAbort } from '../../hook/is-user-abort.ts'
import type { GuardedCall } from './guarded-call.ts'

/** How a client sends a guarded call. */
export interface Sender<Sent> {
  /** Sends the call as it now is. What it throws reaches the caller, unless an earlier refusal does. */
  send(): Promise<Sent>
  /** What the client would throw for this answer; null when it is accepted. The answer stays readable. */
  errorOf(sent: Sent): Promise<unknown>
}

/**
 * Sends a call until it is accepted or nothing is left to try. Ends with the accepted answer, or with the first refusal: the
 * caller gets the original error (I10).
 */
export async function untilAccepted<Sent>(
  call: Pick<GuardedCall, 'refused'>,
  sender: Sender<Sent>,
): Promise<{ readonly sent: Sent; readonly accepted: boolean }> {
  let refusal: { readonly sent: Sent } | undefined
  for (;;) {
    let sent: Sent
    try {
      sent = await sender.send()
    } catch (error) {
      if (refusal === undefined || isUserAbort(error)) throw error
      return { sent: refusal.sent, accepted: false }
    }
    const error = await sender.errorOf(sent)
    if (error === null) return { sent, accepted: true }
    refusal ??= { sent }
    if (!(await call.refused(error))) return { sent: refusal.sent, accepted: false }
  }
}
