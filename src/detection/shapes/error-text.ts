import type { RefusedBy } from './is-refusal.ts'

/** The parts of an error that are read. */
export interface ErrorText {
  readonly text: string
  /** The body as it was sent, if the error came as a parsed body; else empty. */
  readonly body: string
  readonly refused: RefusedBy
  /** The text is a bug report in the form of a tracker. */
  readonly isReport: boolean
}
