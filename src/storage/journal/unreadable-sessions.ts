import type { StoreError } from '../store-error.ts'

/** Told of each session that cannot be read, in every call about all sessions. */
export type OnUnreadable = (error: StoreError) => void

/**
 * Who is told where nobody has asked to be: the person who runs the program, by a warning of the process, once for each session and
 * reason. An answer that leaves a session out in silence would pass for the whole.
 */
export function warnOnce(): OnUnreadable {
  const told = new Set<string>()
  return ({ sessionID, code, message }) => {
    const known = `${code} ${sessionID}`
    if (told.has(known)) return
    told.add(known)
    process.emitWarning(`Session ${JSON.stringify(sessionID)} was left out. ${message}`, {
      type: 'SessionRecoveryWarning',
      code,
    })
  }
}
