import { type CountRelation, countRelations } from './count-relations.ts'
import { type PlaceRelation, placeRelations } from './place-relations.ts'
import { type StateRelation, stateRelations } from './state-relations.ts'

/** What can be wrong with things, or between them. */
export type Relation = CountRelation | PlaceRelation | StateRelation

/** How refusals say each relation, over folded text without white space; of two that begin at one place the earlier row wins. */
export const relationPatterns: Readonly<Record<Relation, readonly RegExp[]>> = {
  ...countRelations,
  ...placeRelations,
  ...stateRelations,
}
