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
    throw fileWorkOf(cause, path, what)
  }
}

/** What the system says, with its place and a remedy; every other error as it is. */
export function fileWorkOf(cause: unknown, path: string, what: string): unknown {
  // An error of Node's own has a code as well (`ERR_INVALID_ARG_TYPE`), and is none of the system's.
  if (systemCode(cause)?.startsWith('ERR_') !== false) return cause
  const { path: told } = cause as { readonly path?: unknown }
  return FileWorkError.from(cause, typeof told === 'string' ? told : path, what)
}
