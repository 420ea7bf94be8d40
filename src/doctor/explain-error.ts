import type { SessionRef } from '../agents/agent.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import type { FormatName } from '../formats/format-name.ts'
import { detectError } from '../repair/detect-error.ts'
import { collectFindings } from './check/collect-findings.ts'
import { nextCommand } from './check/next-command.ts'
import type { FindingType, ReportedFinding } from './check/reported-finding.ts'
import { findingTypes, guideOf } from './guide/finding-guide.ts'
import type { GuideEntry } from './guide/guide-entry.ts'
import { errorOption } from './repair/error-option.ts'
import { planEdits } from './repair/plan-edits.ts'
import { openSession } from './sessions/open-session.ts'

/** The meaning of an error. */
export interface Explanation {
  /** `null`: the error is not about the structure of the conversation. */
  readonly type: FindingType | null
  /** What detection reads from the error; `null` also when a type was named instead of an error. */
  readonly detected: DetectedError | null
  readonly guide: GuideEntry | null
}

/** The place of an error in a session, and the other faults there. */
export interface LocatedError {
  readonly session: string
  readonly findings: readonly ReportedFinding[]
  readonly next: string | null
}

/**
 * Explains the text of an error, or the name of a type of finding.
 *
 * @example
 * explainError('tool_result_orphan').guide?.title // 'a tool result without its call'
 */
export function explainError(text: string): Explanation {
  const named = findingTypes.find((type) => type === text.trim())
  const detected = named ? null : detectError(text)
  const type = named ?? detected?.type ?? null
  return { type, detected, guide: type === null ? null : guideOf(type) }
}

/** Looks for an error in the session that it came from. Nothing is changed. */
export async function locateError(
  ref: SessionRef,
  { error, as }: { readonly error?: string; readonly as?: FormatName } = {},
): Promise<LocatedError> {
  const session = await openSession(ref, as)
  // Includes repairs that lose content: nothing is repaired here, and with a smaller allowance the search would miss the place.
  const look = { allow: 'lossy' } as const
  const planned = planEdits(session, { ...look, ...(error !== undefined && { error }) })
  const findings = collectFindings(session, planned.faults)
  // Faults that the session shows by itself are found without the error.
  const isNew = error !== undefined && planned.faults.length > planEdits(session, look).faults.length
  const asked = isNew ? errorOption(error, true) : ''
  return { session: ref.id, findings, next: nextCommand(ref, findings, session.known, { as, asked }) }
}
