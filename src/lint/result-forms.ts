import type { DraftOfForms } from './draft-of-forms.ts'
import type { PairerOfForms } from './pairing/pairer-of-forms.ts'
import type { sentTogether } from './pairing/sent-together.ts'
import type { ToolPlaces } from './tool-places.ts'

/** Where results stand elsewhere than at the head of the next turn, and what they answer beside ids. Of a format without a bundler leaves it out. */
export interface ResultForms {
  readonly pairer: typeof PairerOfForms
  /** Writes what a fix changes. */
  readonly draft: typeof DraftOfForms
  /** Where calls and results go that are written anew. */
  readonly places: typeof ToolPlaces
  readonly sentTogether: typeof sentTogether
}
