import type { StoreError } from '../store-error.ts'

/** Called for each session that cannot be read, by every call on all sessions. */
export type OnUnreadable = (error: StoreError) => void

/**
 * The default when there is no `onUnreadable`: a warning of the process, once for each session and error code. Without it, an
 * answer that leaves a session out would look complete.
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
