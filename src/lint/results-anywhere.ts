import { DraftOfForms } from './draft-of-forms.ts'
import { PairerOfForms } from './pairing/pairer-of-forms.ts'
import type { ResultForms } from './result-forms.ts'
import { sentTogether } from './pairing/sent-together.ts'
import { ToolPlacesOfForms } from './tool-places-of-forms.ts'

/** Results of any format. */
export const resultsAnywhere: ResultForms = {
  pairer: PairerOfForms,
  draft: DraftOfForms,
  places: ToolPlacesOfForms,
  sentTogether,
}
