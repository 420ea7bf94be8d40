import { strategies } from '../../strategies/index.ts'
import { fileGuide } from './file-guide.ts'
import type { GuideEntry } from './guide-entry.ts'
import type { FindingType } from '../check/reported-finding.ts'

/** Faults of the conversation, as their strategies tell them, then those of the file. */
const guide: ReadonlyMap<FindingType, GuideEntry> = new Map<FindingType, GuideEntry>([
  ...strategies.map(({ type, meta }) => [type, meta] as const),
  ...(Object.entries(fileGuide) as [keyof typeof fileGuide, GuideEntry][]),
])

/** Looks a type up. */
export function guideOf(type: FindingType): GuideEntry {
  return guide.get(type)!
}

/** All types, faults of the conversation first. */
export const findingTypes: readonly FindingType[] = [...guide.keys()]
