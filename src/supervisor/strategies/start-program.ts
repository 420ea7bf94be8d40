import type { SessionExecutor } from '../executor.ts'
import type { SessionHandle } from '../session-handle.ts'
import type { SessionSpec } from '../session-spec.ts'
import { failed, nameOf, notApplicable, type StrategyResult, type StrategyRun } from './strategy.ts'

/** Ends the session's program, so that it never runs twice. */
export async function endProgram({ record, graceMs }: StrategyRun): Promise<void> {
  await record.release()?.stop(graceMs)
}

/** Starts a program and verifies it; if it does not work, it is ended again. */
export async function startProgram(
  run: StrategyRun,
  executor: SessionExecutor,
  spec: SessionSpec,
  change: (session: SessionHandle) => Promise<void> = async (session) => run.record.attach(session),
): Promise<StrategyResult> {
  if (run.record.incomplete) return notApplicable('values that no snapshot holds are missing: register it again')
  if (!run.takeBudget()) return failed('the budget is used up')
  let session: SessionHandle
  try {
    session = await executor.start(run.context(spec))
  } catch (cause) {
    return failed(`it could not be started (${nameOf(cause)})`)
  }
  await run.noteStart(session)
  const verdict = await run.verify(session)
  if (!verdict.works) {
    await session.stop(run.graceMs)
    if (run.record.handle) run.record.address = run.record.handle.address
    return failed(verdict.why ?? 'the probe says no')
  }
  await change(session)
  return { result: 'works', session }
}
