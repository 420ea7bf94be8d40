import type { RecoveryReport } from './recovery-report.ts'
import { applyEdits } from '../transcript/apply-edits.ts'

/**
 * The repaired history, for an application that keeps its own list: with it the same fault is not repaired on every turn.
 * `messages` is the list that was sent when the repair was reported; messages added since stay behind it.
 *
 * @example
 * sessionRecovery({ onRepair: (report) => { messages = adoptRepair(messages, report) } })
 */
export function adoptRepair<Message>(messages: readonly Message[], report: Pick<RecoveryReport, 'edits'>): Message[] {
  return applyEdits(messages, report.edits) as Message[]
}
