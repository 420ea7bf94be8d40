import { FileWorkError, systemCode } from './file-work-error.ts'

/**
 * Runs file work for a public function: an error of the operating system is thrown as a `FileWorkError` with its path and a remedy,
 * every other error as it is.
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

/** An error of the operating system as a `FileWorkError`; every other error as it is. */
export function fileWorkOf(cause: unknown, path: string, what: string): unknown {
  // Node's own errors have a code as well (`ERR_INVALID_ARG_TYPE`), and do not come from the system.
  if (systemCode(cause)?.startsWith('ERR_') !== false) return cause
  const { path: told } = cause as { readonly path?: unknown }
  return FileWorkError.from(cause, typeof told === 'string' ? told : path, what)
}
