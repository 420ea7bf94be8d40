import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { compileWordings, foldPattern, type WordingMatcher } from './words/compile-wordings.ts'
import { compileFields, type FieldMatcher } from './grammar/match-fields.ts'
import { compileSentences, type SentenceMatcher } from './grammar/match-sentences.ts'
import { notStructural, otherExplanations } from './grammar/not-structural.ts'
import type { Reports } from './reports.ts'
import type { Wording } from './words/wording.ts'

/** How each fault type is reported. */
export type ReportsByType = Readonly<Record<RecoveryErrorType, Reports>>

/** All that errors are read by. */
export interface Grammar {
  readonly wordings: WordingMatcher
  readonly fields: FieldMatcher
  readonly sentences: SentenceMatcher
  readonly explanations: readonly RegExp[]
}

/** Compiles the rows that the strategies own. */
export function compileGrammar(reports: ReportsByType, isKnown: (wording: Wording) => boolean): Grammar {
  const owned = Object.entries(reports) as [RecoveryErrorType, Reports][]
  return {
    wordings: compileWordings([
      ...owned.flatMap(([type, { wordings }]) => wordings.filter(isKnown).map((wording) => ({ ...wording, type }))),
      ...notStructural.map((wording) => ({ ...wording, type: null })),
    ]),
    fields: compileFields(owned.flatMap(([type, { fields = [] }]) => fields.map((rule) => ({ ...rule, type })))),
    sentences: compileSentences(
      owned.flatMap(([type, { sentences = [] }]) => sentences.map((words) => ({ words, type }))),
      owned.map(([type, { things = [] }]) => ({ things, type })),
    ),
    explanations: otherExplanations.map(foldPattern),
  }
}
