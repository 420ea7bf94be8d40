import { OptionsError } from '../../errors/options-error.ts'
import type { PostgresPool } from './pool.ts'

const isPool = (value: unknown): value is PostgresPool =>
  value !== null &&
  typeof value === 'object' &&
  ['connect', 'on', 'off'].every((name) => typeof Reflect.get(value, name) === 'function')

/** @throws OptionsError unless it is a `pg.Pool`; a single `pg.Client` is refused, since it cannot reconnect */
export function checkPool(pool: unknown): void {
  if (!isPool(pool)) throw new OptionsError('Invalid option pool. It takes a `pg.Pool`, or what has its methods.')
}

/**
 * Checked here, because `pg` takes any text for the address of some host and tries for a long time to reach it.
 *
 * @throws OptionsError without the text, which may hold a password (I12)
 */
export function checkConnectionString(text: unknown): void {
  if (typeof text === 'string' && /^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(text)) return
  const takes = 'It begins with postgres:// or postgresql://, or is the folder of a socket.'
  throw new OptionsError(`Invalid option connectionString. ${takes}`)
}
