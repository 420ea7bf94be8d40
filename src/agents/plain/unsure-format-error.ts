import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import type { FormatName } from '../../formats/format-name.ts'

/** The messages of a file fit several formats, or none: name one. Holds no content (I12). */
export class UnsureFormatError extends SessionRecoveryError<'unsure_format'> {
  static override readonly brand: string = 'UnsureFormatError'
  readonly candidates: readonly FormatName[]

  constructor(reason: string, candidates: readonly FormatName[], options?: { cause?: unknown }) {
    super('unsure_format', `The format of the messages is not certain. ${reason} Name the format.`, options)
    this.candidates = candidates
  }
}
