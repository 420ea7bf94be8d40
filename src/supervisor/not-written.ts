import { FileWorkError } from '../files/file-work-error.ts'
import { StoreError } from '../storage/store-error.ts'
import { SupervisorError } from './supervisor-error.ts'
import { takenError } from './taken-error.ts'

/**
 * Rethrows the error of a snapshot write as `not_written`, or as `held` when another supervisor has the session by now. Contains ids
 * and paths, but no content (I8, I12, I15).
 */
export function notWritten(sessionID: string): (cause: unknown) => never {
  return (cause) => {
    if (SupervisorError.isInstance(cause)) throw cause
    if (StoreError.isInstance(cause) && cause.code === 'lease_lost') throw takenError(sessionID, cause)
    const told = FileWorkError.isInstance(cause) ? cause : undefined
    const what = `The snapshot of ${sessionID} cannot be written${told ? `: ${told.path}` : ''}.`
    throw new SupervisorError('not_written', what, told?.remedy ?? 'Check the folder.', { cause })
  }
}
