import { createRandom } from '../../src/testing/provider/shared/random.ts'
import type { Mutant } from './mutant.ts'

/** On one line the same place is broken again and again. */
const mostPerLine = 2

/**
 * Draws mutants, the operator first, weighted by the root of how many it has: syncs and losses are few and weigh much, texts are
 * many. The same seed draws the same mutants of the same source.
 */
export function sample(all: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const random = createRandom(seed)
  const byOperator = Map.groupBy(all, ({ operator }) => operator)
  const perLine = new Map<string, number>()
  const chosen: Mutant[] = []
  while (chosen.length < count && byOperator.size > 0) {
    const weighed = [...byOperator].map(([operator, mutants]) => ({ operator, weight: Math.sqrt(mutants.length) }))
    let left = random.next() * weighed.reduce((sum, { weight }) => sum + weight, 0)
    const { operator } = weighed.find(({ weight }) => (left -= weight) < 0) ?? weighed[0]!
    const mutants = byOperator.get(operator)!
    const [mutant] = mutants.splice(random.below(mutants.length), 1)
    if (mutants.length === 0) byOperator.delete(operator)
    const line = `${mutant!.file}:${mutant!.line}`
    const taken = perLine.get(line) ?? 0
    if (taken >= mostPerLine) continue
    perLine.set(line, taken + 1)
    chosen.push(mutant!)
  }
  return chosen
}
