import type { ExitReport } from './failure.ts'
import type { SessionHandle } from './session-handle.ts'

interface Waiting {
  readonly listeners: Set<(exit: ExitReport) => void>
  exit: ExitReport | undefined
}

const waiting = new WeakMap<Promise<ExitReport>, Waiting>()

/**
 * Calls the listener when the program has ended, until the returned function is called. A promise keeps all who ever waited for it:
 * a look every second at a program that runs for weeks must leave nothing behind.
 */
export function onEnded({ ended }: Pick<SessionHandle, 'ended'>, listener: (exit: ExitReport) => void): () => void {
  const known = waiting.get(ended)
  const own: Waiting = known ?? { listeners: new Set(), exit: undefined }
  if (!known) {
    waiting.set(ended, own)
    void ended.then((exit) => {
      own.exit = exit
      for (const each of own.listeners) each(exit)
      own.listeners.clear()
    })
  }
  if (own.exit) listener(own.exit)
  else own.listeners.add(listener)
  return () => void own.listeners.delete(listener)
}
