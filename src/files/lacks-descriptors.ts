import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { fileWorkCode } from './file-work-error.ts'

/**
 * Whether this process, or the machine, cannot open so many files more: a library that opens several only says that it could not. No
 * file of anybody's is opened, since closing it would drop the locks that this process has on it.
 */
export function lacksDescriptors(count: number): boolean {
  const held: number[] = []
  try {
    while (held.length < count) held.push(openSync(devNull, 'r'))
    return false
  } catch (cause) {
    return fileWorkCode(cause) === 'too_many_open'
  } finally {
    for (const descriptor of held) closeSync(descriptor)
  }
}
