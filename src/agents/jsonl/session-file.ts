import { FileWorkError } from '../../files/file-work-error.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { repairFile } from '../../files/repair-file.ts'
import type { RecordChange, SessionWrite } from '../agent.ts'

/** A session that is one file, as it was when it was read. */
export interface SessionFile {
  /**
   * The write of a plan.
   *
   * @param writeTo streams the whole new file; it may be asked twice, for a look and for the write
   */
  write(changes: readonly RecordChange[], writeTo: NonNullable<SessionWrite['writeTo']>): SessionWrite
}

/**
 * Looks at the file of a session before it is read: what is written later replaces only what was read.
 *
 * @throws FileWorkError when it cannot be looked at
 */
export async function sessionFile(path: string): Promise<SessionFile> {
  const read = await nodeFs.stat(path).catch((cause: unknown) => {
    throw FileWorkError.from(cause, path, 'The session cannot be read')
  })
  return {
    write: (changes, writeTo) => ({
      changes,
      writeTo,
      apply: ({ quarantine, expected = read, ...options }) =>
        repairFile(path, (write) => writeTo(write, quarantine), { ...options, expected }),
    }),
  }
}
