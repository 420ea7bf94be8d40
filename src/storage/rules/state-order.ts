import { compareText } from '../../json/compare-text.ts'
import type { StateRow } from '../rows.ts'

/** By owner, then key, in code units: databases differ in how they sort text. */
export function inStateOrder(states: readonly StateRow[]): readonly StateRow[] {
  return states.toSorted(
    (first, second) => compareText(first.owner, second.owner) || compareText(first.key, second.key),
  )
}
