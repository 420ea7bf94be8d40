import { SupervisorError } from './supervisor-error.ts'

/** Letters, digits and `._:@=+-`, beginning with a letter, digit or `_`: an id names a folder, and `../evil` once wrote outside. */
const shape = /^[A-Za-z0-9_][A-Za-z0-9._:@=+-]{0,127}$/

/** @throws SupervisorError `invalid_session_id` */
export function checkSessionID(id: unknown): asserts id is string {
  if (typeof id === 'string' && shape.test(id)) return
  throw new SupervisorError(
    'invalid_session_id',
    `${JSON.stringify(id)?.slice(0, 140) ?? typeof id} cannot be the id of a session.`,
    'Use 1 to 128 letters, digits and . _ : @ = + -, beginning with a letter, a digit or _.',
  )
}
