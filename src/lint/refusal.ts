import type { DetectedError } from '../detection/detected-error.ts'
import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Message, Transcript } from '../transcript/transcript.ts'

/** What a provider has refused, and what it said of that. */
export interface Refusal extends DetectedError {
  /** The rules before the error taught anything. */
  readonly rules: Rules
  readonly request: RequestBody
  /** The list that was refused: a later pass reads another, in which an index is of another message. */
  readonly transcript: Transcript
  /** The message that the error counts in that list. */
  readonly named: Message | undefined
  /** Nothing is found without the error, and no rung is left. */
  readonly isLast: boolean
}
