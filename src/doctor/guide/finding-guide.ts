import { faultGuide } from './fault-guide.ts'
import { fileGuide } from './file-guide.ts'
import type { GuideEntry } from './guide-entry.ts'
import type { FindingType } from '../check/reported-finding.ts'

const guide: Readonly<Record<FindingType, GuideEntry>> = { ...faultGuide, ...fileGuide }

/** Looks a type up. */
export function guideOf(type: FindingType): GuideEntry {
  return guide[type]
}

/** All types, faults of the conversation first. */
export const findingTypes: readonly FindingType[] = Object.keys(guide) as FindingType[]
