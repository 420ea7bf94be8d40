import { describe, expect, test } from 'vitest'
import { isUserAbort } from '../../src/recovery/calls/is-user-abort.ts'

class APIUserAbortError extends Error {}
const named = (name: string, cause?: unknown): object => ({ name, ...(cause !== undefined && { cause }) })
/** An abort that so many other errors stand around. */
const within = (depth: number): object => (depth === 0 ? named('AbortError') : named('Error', within(depth - 1)))

describe('that a person stopped the turn is not seen, or is seen where nobody did:', () => {
  const rows: readonly [what: string, error: unknown, isAbort: boolean][] = [
    ...['AbortError', 'MessageAbortedError', 'APIUserAbortError', 'UserAbortError', 'AI_AbortError'].map(
      (name) => [name, named(name), true] as [string, unknown, boolean],
    ),
    ['by the class alone', new APIUserAbortError('stopped'), true],
    ['in the cause', named('Error', named('AbortError')), true],
    ['in the field of a host', { error: { name: 'AbortError' } }, true],
    ['behind seven others', within(7), true],
    ['behind eight others', within(8), false],
    ['a cause goes before a field', { cause: named('Error'), error: named('AbortError') }, false],
    ['another error', named('TimeoutError'), false],
    ['the name alone', 'AbortError', false],
    ['nothing', null, false],
    ['without a class', Object.create(null), false],
  ]
  test.each(rows)('%s', (_, error, isAbort) => expect(isUserAbort(error)).toBe(isAbort))
  test('no row', () => expect(rows).toHaveLength(15))
})
