import type { FieldMatch } from './match-fields.ts'

/**
 * Drops complaints that only say which member of a union a value is not. A validator reports what the value lacks of every
 * member: a wrong role, or fields unknown to that member, tell nothing, while other complaints about the same message count.
 * A part of another type lacks nothing of the member that it is not.
 *
 * @param lower the folded text
 */
export function withoutUnionMembers(lower: string, complaints: readonly FieldMatch[]): readonly FieldMatch[] {
  if (complaints.length < 2) return complaints
  const pathOf = ({ path }: FieldMatch): string => lower.slice(path.start, path.end)
  const indexOf = (match: FieldMatch): string | undefined => /\d+/.exec(pathOf(match))?.[0]
  const partOf = (match: FieldMatch): string => pathOf(match).replace(/[.,/][^.,/]*$/, '')
  const isTag = ({ complaint, field }: FieldMatch): boolean => field === 'role' && complaint === 'value'
  const tagged = new Set(complaints.filter(isTag).map(indexOf))
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
    const index = indexOf(match)
    if (isTag(match) || match.complaint === 'unknown') return !tagged.has(index) || !others.has(index)
    if (match.field === 'content' && match.complaint === 'type') return !othersWithin(match)
    return match.complaint !== 'required' || !strangers.has(partOf(match))
  })
}
