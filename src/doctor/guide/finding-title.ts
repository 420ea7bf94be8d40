import type { ReportedFinding } from '../check/reported-finding.ts'
import { guideOf } from './finding-guide.ts'

/** Explanations for codes that alone would mislead the user. */
const why: Readonly<Record<string, string>> = {
  too_deep: 'it is nested too deep',
  read_only: 'it may not be read',
  io: 'the disk or the file system fails',
}

/** The title of a finding, extended by its detail: the unknown version, or the reason why nothing could be read. */
export function findingTitle({ type, detail }: Pick<ReportedFinding, 'type' | 'detail'>): string {
  const { title } = guideOf(type)
  if (typeof detail['version'] === 'string') return `${title} ${detail['version']}`
  const { code } = detail
  if (type !== 'unreadable_session' || typeof code !== 'string') return title
  return `${title}: ${why[code] ?? code.replaceAll('_', ' ')}`
}
