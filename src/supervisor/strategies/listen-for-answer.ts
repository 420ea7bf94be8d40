import type { SessionHandle } from '../session-handle.ts'
import type { StrategyRun } from './strategy.ts'

/** Silence after so many ms is no answer. */
const answerMs = 3_000

const settleMs = 300

/** What a look at a program has shown. */
type Verdict = Awaited<ReturnType<StrategyRun['verify']>>

/** Acts on a running program; where the session names no probe, new output counts as an answer, and silence as none. */
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
      // Last words are no answer: it must still be there a moment later.
      if (answered) await run.sleep(settleMs)
      return answered
    })
  } finally {
    stop()
  }
}
