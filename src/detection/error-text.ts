import type { RefusedBy } from './is-refusal.ts'

/** What is read of an error. */
export interface ErrorText {
  readonly text: string
  /** As it was sent, where it came parsed. */
  readonly body: string
  readonly refused: RefusedBy
  /** It came in the form of a tracker: somebody reports his error. */
  readonly isReport: boolean
}
