import type { SessionRef } from '../../agents/agent.ts'
import { handleOf } from '../sessions/short-id.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** The one command that helps most with these findings. `asked`: options without which a repair would not find them again. */
export function nextCommand(
  ref: SessionRef,
  findings: readonly ReportedFinding[],
  writable: boolean,
  asked = '',
): string | null {
  const wrong = findings.filter(({ severity }) => severity !== 'info')
  if (wrong.length === 0) return null
  const handle = handleOf(ref)
  const repairable = wrong.filter(({ loss }) => loss !== null)
  if (!writable || repairable.length === 0)
    return wrong.some(({ severity }) => severity === 'error') ? `session-recovery extract ${handle}` : null
  const lossy = repairable.every(({ loss }) => loss === 'lossy') ? ' --allow lossy' : ''
  return `session-recovery repair ${handle}${asked}${lossy}`
}
