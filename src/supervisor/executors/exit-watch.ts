import { isSameProcess, type ProcessIdentity } from '../../files/process-identity.ts'
import type { ExitReport } from '../failure.ts'
import type { Scheduler } from '../scheduler.ts'

/** How often a process that is not our child is looked at, in ms. */
const lookMs = 500

/** Resolves when a process that is not our child has gone. Nobody but its parent learns how. */
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
