import { constants } from 'node:os'
import type { ExitReport } from '../../supervisor/failure.ts'

/** As a shell tells it. */
export function exitCodeOf({ code, signal }: ExitReport): number {
  if (signal !== null) return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
  return code ?? 1
}
