import { patchInteractive } from '../snapshots/interactive-state.ts'
import { listenForAnswer } from './listen-for-answer.ts'
import { failed, notApplicable, type Strategy } from './strategy.ts'

const triesPerCommand = 3
const longestPauseMs = 10_000

/**
 * Runs pending commands again, but only those marked idempotent: the others may already have had their effect (I16), and stay
 * pending for a person.
 */
export const commandRetry: Strategy = async (run) => {
  const { record } = run
  const pending = record.interactive?.pendingCommands ?? []
  const session = record.handle
  if (!session) return notApplicable('nothing runs')
  if (pending.length === 0) return notApplicable('no command is pending')
  const again = pending.filter(({ idempotent }) => idempotent)
  if (again.length === 0) return notApplicable('no pending command is marked idempotent')
  if (!session.type) return notApplicable('nobody can type in it')
  for (const each of again) {
    let works = false
    for (let attempt = 1; attempt <= triesPerCommand && !works; attempt += 1) {
      if (attempt > 1) await run.sleep(Math.min(1_000 * 2 ** (attempt - 2), longestPauseMs))
      works = (await listenForAnswer(run, session, () => session.type!(`${each.command}\r`))).works
    }
    if (!works) return failed('a command brought no answer')
    const left = record.interactive?.pendingCommands ?? []
    // Found again by its text, not its index: the host may have changed the list meanwhile.
    const done = left.findIndex(({ command, idempotent }) => idempotent && command === each.command)
    record.interactive = patchInteractive(record.interactive, {
      pendingCommands: left.filter((_, place) => place !== done),
    })
  }
  return { result: 'works', session }
}
