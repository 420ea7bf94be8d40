import type { FormatName } from '../../formats/format-name.ts'
import type { Loss } from '../../faults/loss.ts'
import { repair } from '../../repair/repair.ts'
import type { Kit, Refusal } from '../provider/shared/kit.ts'
import { partsOf, withParts } from '../provider/shared/kit.ts'

/** How a provider received a conversation: the last transcript that was sent, and the refusals before it. */
export interface Acceptance<Transcript = unknown> {
  /** Requests sent until one was accepted; null when all of them were refused. */
  readonly requests: number | null
  readonly sent: Transcript
  readonly refusals: readonly string[]
}

/**
 * Sends a conversation as an application with recovery does: repaired before the first request, then again from each refusal.
 * One request is enough where the list shows the fault, two where only the provider sees it (I3).
 *
 * @param limit how many requests are sent at most
 * @example requestsUntilAccepted(kits.gemini, kits.gemini.generate({ seed: 1 })).requests // 1
 */
export function requestsUntilAccepted<Name extends FormatName, Transcript>(
  kit: Kit<Name, Transcript>,
  transcript: Transcript,
  { allow = 'lossy', limit = 3 }: { readonly allow?: Loss; readonly limit?: number } = {},
): Acceptance<Transcript> {
  const refusals: string[] = []
  let sent = transcript
  let error: Error | undefined
  for (let request = 1; request <= limit; request += 1) {
    const { messages, ...beside } = partsOf(kit, sent)
    const repaired = repair(messages, { format: kit.format, allow, ...beside, ...(error && { error }) })
    sent = withParts(kit, sent, repaired)
    const refusal = kit.judge(sent)
    if (refusal === null) return { requests: request, sent, refusals }
    refusals.push(refusal.wording)
    error = asThrown(refusal)
  }
  return { requests: null, sent, refusals }
}

/** A refusal in the form in which a client throws it. */
function asThrown({ body, status, wording }: Refusal): Error {
  return Object.assign(new Error(`${status} ${wording}`), { status, ...(body !== undefined && { error: body }) })
}
