import type { Mutant } from './mutant.ts'
import { mutated } from './mutants-of.ts'

/** The file with all mutants in it, each behind a question whether it is the one at work: nothing is compiled anew between two. */
export function buildIn(text: string, mutants: readonly (Mutant & { readonly id: number })[]): string {
  const outerFirst = mutants.toSorted((a, b) => a.host.start - b.host.start || b.host.end - a.host.end)
  return render(text, 0, text.length, outerFirst)
}

type Numbered = Mutant & { readonly id: number }

function render(text: string, from: number, to: number, mutants: readonly Numbered[]): string {
  let written = ''
  let at = from
  let left = mutants
  while (left.length > 0) {
    const { start, end, isStatement } = left[0]!.host
    const here = left.filter(({ host }) => host.start === start && host.end === end)
    const inside = left.filter(
      (mutant) => !here.includes(mutant) && mutant.host.start >= start && mutant.host.end <= end,
    )
    const original = render(text, start, end, inside)
    written += text.slice(at, start) + switched(text, here, original, isStatement)
    at = end
    left = left.filter((mutant) => !here.includes(mutant) && !inside.includes(mutant))
  }
  return written + text.slice(at, to)
}

function switched(text: string, mutants: readonly Numbered[], original: string, isStatement: boolean): string {
  const rest = isStatement ? `{${original}}` : `(${original})`
  const choice = mutants.reduceRight((otherwise, mutant) => {
    const asked = `mutantAt(${mutant.id}${mutant.isAtLoad ? ', true' : ''})`
    const broken = mutated(mutant, text)
    return isStatement ? `if(${asked}){${broken}}else ${otherwise}` : `${asked}?(${broken}):${otherwise}`
  }, rest)
  return isStatement ? `{${choice}}` : `(${choice})`
}
