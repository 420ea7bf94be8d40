import type { Wording } from './wording.ts'

/** How providers report one fault. */
export interface Reports {
  /** Sentences, most specific first. */
  readonly wordings: readonly Wording[]
}
