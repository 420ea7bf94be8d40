import type { SessionHandle } from '../session-handle.ts'
import type { StrategyRun } from './strategy.ts'

/** How long to wait for an answer, in ms. */
const answerMs = 3_000

const settleMs = 300

/** The result of `verify`. */
type Verdict = Awaited<ReturnType<StrategyRun['verify']>>

/** Acts on a running program, then verifies it. If the session has no probe, new output counts as an answer. */
export async function listenForAnswer(
  run: StrategyRun,
  session: SessionHandle,
  act: () => Promise<void>,
): Promise<Verdict> {
  let stop = (): void => undefined
  const heard = new Promise<boolean>((resolve) => {
    stop = session.onOutput(() => resolve(true))
  })
  try {
    await act()
    return await run.verify(session, async () => {
      const answered = await Promise.race([heard, run.sleep(answerMs).then(() => false)])
      // The output may be the program's last: it must still run a moment later.
      if (answered) await run.sleep(settleMs)
      return answered
    })
  } finally {
    stop()
  }
}
