import { FileWorkError, systemCode } from './file-work-error.ts'

/**
 * Runs work on files for a public name: what the system says of one comes out with its place and a remedy; every other error as it is.
 *
 * @param what for people, without a full stop: `Cannot append to the journal`
 */
export async function asFileWork<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    // An error of Node's own (`ERR_INVALID_ARG_TYPE`) has a code as well, and no number of the system's.
    const { errno, path: told } = cause as { readonly errno?: unknown; readonly path?: unknown }
    if (systemCode(cause) === undefined || typeof errno !== 'number') throw cause
    throw FileWorkError.from(cause, typeof told === 'string' ? told : path, what)
  }
}
