import type { SessionSpec } from '../session-spec.ts'
import { endProgram, startProgram } from './start-program.ts'
import { failed, nameOf, notApplicable, type Strategy, type StrategyRun } from './strategy.ts'

const noExecutor = ({ record }: StrategyRun): ReturnType<typeof notApplicable> =>
  notApplicable(`no executor for ${record.spec.kind ?? 'local'}`)

/** Ends the program and starts it again. */
export const restart: Strategy = async (run) => {
  const executor = run.executorOf(run.record.spec.kind ?? 'local')
  if (!executor) return noExecutor(run)
  await endProgram(run)
  return startProgram(run, executor, run.record.spec)
}

/** Attaches again to a session that outlived its connection. */
export const reconnect: Strategy = async (run) => {
  const { record } = run
  const executor = run.executorOf(record.spec.kind ?? 'local')
  if (!executor?.reconnect || !record.address) return notApplicable('there is nothing to connect to')
  let session
  try {
    session = await executor.reconnect(run.context(), record.address)
  } catch (cause) {
    return failed(`no connection (${nameOf(cause)})`)
  }
  if (!session) return failed('what was connected to is gone')
  const verdict = await run.verify(session)
  if (!verdict.works) {
    // Not ended: the program may work, and only the connection be bad at the moment.
    session.detach()
    return failed(verdict.why ?? 'the probe says no')
  }
  record.release()?.detach()
  record.attach(session)
  return { result: 'works', session }
}

/** Starts the program with its last known folder and variables, which may differ from those of the spec. */
export const restore: Strategy = async (run) => {
  const { record } = run
  const executor = run.executorOf(record.spec.kind ?? 'local')
  if (!executor) return noExecutor(run)
  const spec: SessionSpec = { ...record.spec, cwd: record.workingDirectory, env: record.env }
  await endProgram(run)
  return startProgram(run, executor, spec)
}

/** Starts a second program beside the first; the first is ended once the second works. */
export const replicate: Strategy = async (run) => {
  const { record } = run
  const executor = run.executorOf(record.spec.kind ?? 'local')
  if (!executor?.replicates) return notApplicable('two of it cannot run at once')
  return startProgram(run, executor, record.spec, async (session) => {
    await endProgram(run)
    record.attach(session)
  })
}

/** Starts the program at another place (`migrateTo`), where the session then stays. */
export const migrate: Strategy = async (run) => {
  const { record } = run
  const { migrateTo } = record.spec
  if (!migrateTo) return notApplicable('no other place is named (migrateTo)')
  const { migrateTo: _, ...here } = record.spec
  const spec: SessionSpec = { ...here, ...migrateTo, env: { ...here.env, ...migrateTo.env } }
  const executor = run.executorOf(spec.kind ?? 'local')
  if (!executor) return notApplicable(`no executor for ${spec.kind ?? 'local'}`)
  await endProgram(run)
  return startProgram(run, executor, spec, async (session) => {
    record.respecify(spec)
    record.attach(session)
  })
}
