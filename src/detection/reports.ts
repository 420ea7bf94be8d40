import type { ErrorExtras } from './error-extras.ts'
import type { Wording } from './wording.ts'

/** How providers report one fault. */
export interface Reports {
  /** What the error tells beside its place. */
  readonly extras?: ErrorExtras
  /** Sentences, most specific first. */
  readonly wordings: readonly Wording[]
}
