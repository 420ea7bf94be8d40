import { checkArgument } from '../../errors/check-options.ts'
import { checkInterruptedOptions, hookRule } from './check-interrupted-options.ts'
import type { InterruptedSessions } from './interrupted-sessions.ts'
import type { InterruptedTurn } from './interrupted-turn.ts'
import type { RecoverInterruptedOptions } from './recover-interrupted-options.ts'

/**
 * After a crash: takes up what turns left behind. Each pending turn gets exactly one final state, `interrupted`, whatever had arrived
 * of its answer stays with it, the conversation is repaired with the results that are known, and the newest turn of a session is
 * resumed as a new one when nothing came after it. Two processes at once: the one with the session's lease does it. A removed session stays removed.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const turns = await recoverInterrupted(hook, { store })
 * for (const { sessionID, outcome } of turns) console.log(sessionID, outcome)
 */
export async function recoverInterrupted(
  hook: InterruptedSessions,
  options: RecoverInterruptedOptions,
): Promise<InterruptedTurn[]> {
  checkArgument('hook', hook, hookRule)
  const checked = checkInterruptedOptions(options)
  const pending = await checked.store.turns.pending(checked.sessionID)
  const bySession = Map.groupBy(pending, ({ sessionID }) => sessionID)
  const reports: InterruptedTurn[] = []
  for (const [sessionID, turns] of bySession) {
    // What most starts of a program do not need is not read when the package is imported.
    const { recoverSession } = await import('./recover-session.ts')
    reports.push(...(await recoverSession(hook, sessionID, turns, checked)))
  }
  return reports
}
