import { systemCode } from './file-work-error.ts'

/**
 * For `catch`: what stands for a file or folder that is not there; any other cause is thrown on.
 *
 * @example
 * const names = await readdir(folder).catch(goneIs([]))
 */
export function goneIs<T>(value: T): (cause: unknown) => T {
  return (cause) => {
    if (systemCode(cause) === 'ENOENT') return value
    throw cause
  }
}
