import type { ErrorExtras } from './error-extras.ts'
import type { FieldRule } from './field-rule.ts'
import type { SentenceRule } from './sentence-rule.ts'
import type { Wording } from './wording.ts'

/** How providers report one fault. */
export interface Reports {
  /** What the error tells beside its place. */
  readonly extras?: ErrorExtras
  /** Complaints about fields of the request. */
  readonly fields?: readonly FieldRule[]
  /** What sentences say that no wording knows. */
  readonly sentences?: readonly SentenceRule[]
  /** Sentences word by word, most specific first. */
  readonly wordings: readonly Wording[]
}
