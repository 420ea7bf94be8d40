import { isDeepStrictEqual } from 'node:util'

/** Whether two raw values say the same. */
export function isEqual(first: unknown, second: unknown): boolean {
  return first === second || isDeepStrictEqual(first, second)
}
