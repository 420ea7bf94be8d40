import { faultFamilies, type RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import { faultMetas } from '../../strategies/fault-metas.ts'
import { fileGuide } from './file-guide.ts'
import type { GuideEntry } from './guide-entry.ts'
import type { FindingType } from '../check/reported-finding.ts'

/** Faults of the conversation are described in their strategies, those of the file here. */
export function guideOf(type: FindingType): GuideEntry {
  return Object.hasOwn(fileGuide, type)
    ? fileGuide[type as keyof typeof fileGuide]
    : faultMetas[type as RecoveryErrorType]
}

/** All types, faults of the conversation first. */
export const findingTypes: readonly FindingType[] = [
  ...Object.values(faultFamilies).flat(),
  ...(Object.keys(fileGuide) as (keyof typeof fileGuide)[]),
]
