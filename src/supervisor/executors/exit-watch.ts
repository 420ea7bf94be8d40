import { isSameProcess, type ProcessIdentity } from '../../files/process-identity.ts'
import type { ExitReport } from '../failure.ts'
import type { Scheduler } from '../scheduler.ts'

/** Polling interval for a process that is not our child, in ms. */
const lookMs = 500

/** Resolves when a process that is not our child is gone; only its parent could see the exit code. */
export function whenGone(identity: ProcessIdentity, scheduler: Scheduler, signal: AbortSignal): Promise<ExitReport> {
  return new Promise((resolve) => {
    const look = async (): Promise<void> => {
      if (signal.aborted) return
      if (await isSameProcess(identity)) scheduler.after(lookMs, () => void look(), { signal, holds: true })
      else resolve({ code: null, signal: null })
    }
    void look()
  })
}
