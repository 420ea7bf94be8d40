import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Evidence } from '../transcript/evidence.ts'
import type { Transcript, Turn } from '../transcript/transcript.ts'
import type { Report } from './fault.ts'
import type { Pairing } from './pairing/pairing.ts'
import type { ResultForms } from './result-forms.ts'

/**
 * - `request`: the transcript is about to be sent
 * - `stored`: it lies in a store, and its last tool call may still be running
 * - `resumed`: it lies in a store that nobody uses, and is judged as if the next message of the user stood behind it: nothing
 *   that is open at its end will be finished any more
 */
export type Purpose = 'request' | 'stored' | 'resumed'

/** What one pass of the walk knows. */
export interface LintScope {
  readonly format: Format
  readonly rules: Rules
  readonly request: RequestBody
  readonly evidence: Evidence
  readonly purpose: Purpose
  readonly transcript: Transcript
  readonly pairing: Pairing
  /** What is to be known of results elsewhere than at the head of the next turn. */
  readonly forms?: ResultForms | undefined
}

/** What a visitor gets beside its node: the scope of the pass, and where it reports. */
export interface LintContext extends LintScope {
  /** Reports a fault; bound, so that visitors may take it out of the context. */
  readonly report: (report: Report) => void
  /** Every id of a call or result in the transcript, and those that fixes of this pass have given. */
  readonly callIds: Set<string>
  readonly lastTurn: Turn | undefined
  /** The turn before or after the one a block or message belongs to. */
  turnAt(index: number): Turn | undefined
}
