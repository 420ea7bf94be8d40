import type { ReportedFinding } from '../check/reported-finding.ts'
import { describeError } from '../describe-error.ts'
import type { DoctorEnvironment } from '../doctor-environment.ts'
import { DoctorError } from '../doctor-error.ts'
import { handleOf } from '../sessions/short-id.ts'
import type { RepairPlan } from './plan-repair.ts'
import type { RepairReport } from './repair-report.ts'
import { writeRepair } from './write-repair.ts'

const matters = ({ severity }: ReportedFinding): boolean => severity !== 'info'

/**
 * Writes a planned repair: backup, durable replacement, a second check, and the old file back when the new one is not strictly
 * better. Refusals and errors of the files are part of the report (`refused`, `failed`); a plan without anything to write
 * comes back as it is.
 *
 * @throws whatever is a defect of this library
 */
export async function applyRepair(plan: RepairPlan, environment: DoctorEnvironment): Promise<RepairReport> {
  const { ref, report, write, known, hostVersion, as, format } = plan
  if (!write) return report
  const { findings } = report
  try {
    if (!known)
      throw new DoctorError(
        'refused',
        `${ref.agent} ${hostVersion ?? 'of an unknown version'} has not been tested with this release.`,
        `Salvage the conversation: session-recovery extract ${handleOf(ref, as)}`,
      )
    const { kept, backup, quarantine, after } = await writeRepair(
      ref,
      write,
      findings.filter(matters).length,
      environment,
      as ?? format,
    )
    if (!kept)
      return {
        ...report,
        status: 'rolled_back',
        remaining: findings,
        backup,
        notes: [...report.notes, 'The result was not better; the old file is back.'],
        // The same command would have the same outcome.
        next: `session-recovery extract ${handleOf(ref, as)}`,
      }
    return {
      ...report,
      status: 'applied',
      remaining: after.report.findings,
      backup,
      ...(quarantine !== undefined && { quarantine }),
      next: after.report.next,
    }
  } catch (cause) {
    const described = describeError(cause)
    if (!described) throw cause
    const { refused, code, message, remedy, path } = described
    const status = refused ? 'refused' : 'failed'
    return {
      ...report,
      status,
      remaining: findings,
      error: { code, message, remedy, ...(path !== undefined && { path }) },
    }
  }
}
