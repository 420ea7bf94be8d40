import type { ExitReport } from './failure.ts'
import type { SessionHandle } from './session-handle.ts'

interface Waiting {
  readonly listeners: Set<(exit: ExitReport) => void>
  exit: ExitReport | undefined
}

const waiting = new WeakMap<Promise<ExitReport>, Waiting>()

/**
 * Calls the listener when the program ends, unless the returned function is called before. Not by `ended.then` each time: a promise
 * keeps every callback, and a probe every second of a program that runs for weeks must not leak.
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
