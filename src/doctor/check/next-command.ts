import type { SessionRef } from '../../agents/agent.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { handleOf } from '../sessions/short-id.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** The parts of a command line that a suggested command has to repeat. */
export interface SaidBefore {
  /** The format of a plain file. */
  readonly as?: FormatName | undefined
  /** Options without which a repair would not find the same faults. */
  readonly asked?: string
}

/** The one command that helps most with these findings. */
export function nextCommand(
  ref: SessionRef,
  findings: readonly ReportedFinding[],
  writable: boolean,
  { as, asked = '' }: SaidBefore = {},
): string | null {
  const wrong = findings.filter(({ severity }) => severity !== 'info')
  if (wrong.length === 0) return null
  const handle = handleOf(ref, as)
  const repairable = wrong.filter(({ loss }) => loss !== null)
  if (!writable || repairable.length === 0)
    return wrong.some(({ severity }) => severity === 'error') ? `session-recovery extract ${handle}` : null
  const lossy = repairable.every(({ loss }) => loss === 'lossy') ? ' --allow lossy' : ''
  return `session-recovery repair ${handle}${asked}${lossy}`
}
