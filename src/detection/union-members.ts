import type { FieldMatch } from './match-fields.ts'

/**
 * A value that fits no member of a union is refused with what it lacks of each. The role then only tells which member it is
 * not, and what else is wrong with the same message counts; a part of another type lacks nothing of the member that it is not.
 *
 * @param lower the folded text
 */
export function withoutUnionMembers(lower: string, complaints: readonly FieldMatch[]): readonly FieldMatch[] {
  if (complaints.length < 2) return complaints
  const pathOf = ({ path }: FieldMatch): string => lower.slice(path.start, path.end)
  const indexOf = (match: FieldMatch): string | undefined => /\d+/.exec(pathOf(match))?.[0]
  const partOf = (match: FieldMatch): string => pathOf(match).replace(/[.,/][^.,/]*$/, '')
  const others = new Set(
    complaints.filter(({ complaint, field }) => field !== 'role' && complaint !== 'unknown').map(indexOf),
  )
  const strangers = new Set(
    complaints.filter(({ complaint, field }) => field === 'type' && complaint === 'value').map(partOf),
  )
  const othersWithin = (match: FieldMatch): boolean =>
    complaints.some(
      (other) => other.complaint !== 'type' && other.complaint !== 'unknown' && pathOf(other).startsWith(pathOf(match)),
    )
  return complaints.filter((match) => {
    if (match.field === 'role') return match.complaint !== 'value' || !others.has(indexOf(match))
    if (match.field === 'content' && match.complaint === 'type') return !othersWithin(match)
    return match.complaint !== 'required' || !strangers.has(partOf(match))
  })
}
