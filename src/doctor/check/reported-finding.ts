import type { Loss } from '../../faults/loss.ts'
import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import type { SessionFindingCode } from '../../agents/session-finding.ts'
import type { Position } from '../../transcript/transcript.ts'

/** Findings of the command itself: the session could not be looked into. */
export type OpenFindingCode = 'unreadable_session'

export type FindingType = RecoveryErrorType | SessionFindingCode | OpenFindingCode

/** One finding as the command shows it: a fault of the conversation, or one of the file under it. */
export interface ReportedFinding {
  /** Stable: the same finding of the same session has the same id in every run. */
  readonly id: string
  readonly level: 'conversation' | 'file'
  readonly type: FindingType
  readonly severity: 'error' | 'warning' | 'info'
  readonly at: Position | null
  /** Physical line of the file, from 1. */
  readonly line?: number
  /** The host's id of the record. */
  readonly record?: string
  readonly detail: Readonly<Record<string, string | number | boolean>>
  /** The loss of its repair; null when there is none. */
  readonly loss: Loss | null
}

/** The result of checking one session. */
export interface SessionReport {
  readonly agent: string
  readonly id: string
  readonly path: string
  readonly project?: string
  readonly parentId?: string
  readonly hostVersion?: string
  readonly format?: string
  /** Messages (or items) that the host would send. */
  readonly messages: number
  readonly sizeBytes: number
  /** ISO 8601. */
  readonly modifiedAt: string
  /** `unknown`: no fault is known, but this release does not know the host's version. */
  readonly status: 'healthy' | 'broken' | 'unknown'
  readonly findings: readonly ReportedFinding[]
  /** The command to run next; null when there is nothing to do. */
  readonly next: string | null
}

const lossRank: Readonly<Record<string, number>> = { none: 0, synthesised: 1, lossy: 2, null: 3 }
const severityRank = { info: 0, warning: 10, error: 20 } as const

/** The weight of a finding: severity first, then the loss of its repair. */
export function badness({ severity, loss }: ReportedFinding): number {
  return severityRank[severity] + (lossRank[String(loss)] ?? 3)
}

/** The worst of the findings, the first one among equals. */
export function worstOf(findings: readonly ReportedFinding[]): ReportedFinding | undefined {
  return findings.reduce<ReportedFinding | undefined>(
    (worst, finding) => (worst === undefined || badness(finding) > badness(worst) ? finding : worst),
    undefined,
  )
}
