import type { ErrorExtras } from './shapes/error-extras.ts'
import type { FieldRule } from './grammar/field-rule.ts'
import type { SentenceRule } from './grammar/sentence-rule.ts'
import type { SentenceWord } from './grammar/sentence-words.ts'
import type { Wording } from './words/wording.ts'

/** How providers report one fault. */
export interface Reports {
  /** What the error tells beside its place. */
  readonly extras?: ErrorExtras
  /** Complaints about fields of the request. */
  readonly fields?: readonly FieldRule[]
  /** What sentences say that no wording knows. */
  readonly sentences?: readonly SentenceRule[]
  /** Things of which any complaint is this fault, where a provider refuses, no row knows the complaint, and nothing else explains it. */
  readonly things?: readonly SentenceWord[]
  /** Sentences word by word, most specific first. */
  readonly wordings: readonly Wording[]
}
