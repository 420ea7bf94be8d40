import { constants } from 'node:os'
import type { ExitReport } from '../../supervisor/failure.ts'

/** The exit code that a shell reports for this end. */
export function exitCodeOf({ code, signal }: ExitReport): number {
  if (signal !== null) return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
  return code ?? 1
}
