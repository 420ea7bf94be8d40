import type { SessionHandle } from '../session-handle.ts'
import { patchInteractive } from '../snapshots/interactive-state.ts'
import { listenForAnswer } from './listen-for-answer.ts'
import { failed, notApplicable, type Strategy, type StrategyResult, type StrategyRun } from './strategy.ts'

const answered = (run: StrategyRun, session: SessionHandle): StrategyResult => {
  run.record.interactive = patchInteractive(run.record.interactive, { sessionUnresponsive: false, timeoutCount: 0 })
  return { result: 'works', session }
}

async function typed(run: StrategyRun, text: string): Promise<StrategyResult> {
  const session = run.record.handle
  if (!session?.type || !(await session.isAlive())) return notApplicable('nobody can type in it')
  const verdict = await listenForAnswer(run, session, () => session.type!(text))
  return verdict.works ? answered(run, session) : failed(verdict.why ?? 'no answer')
}

/** Ways to interrupt, each firmer than the one before. */
const interruptions: readonly ((session: SessionHandle) => Promise<void>)[] = [
  (session) => session.signal('SIGINT'),
  async (session) => session.type?.('\u0003'),
  async (session) => session.type?.('\u001B'),
]

/** Tries SIGINT, Ctrl-C and Escape until one of them brings an answer. */
export const promptInterrupt: Strategy = async (run) => {
  const session = run.record.handle
  if (!session || !(await session.isAlive())) return notApplicable('nothing runs')
  let why = 'no answer'
  for (const interrupt of interruptions) {
    const verdict = await listenForAnswer(run, session, () => interrupt(session))
    if (verdict.works) return answered(run, session)
    why = verdict.why ?? why
    if (run.signal.aborted || !(await session.isAlive())) break
  }
  return failed(why)
}

/** Clears the line and redraws the screen. Pending commands stay pending, so that none is lost. */
export const promptReset: Strategy = (run) => typed(run, '\u0015\u000C')

/** Sends an empty line, which a prompt answers with a new prompt. */
export const sessionRefresh: Strategy = (run) => typed(run, '\r')
