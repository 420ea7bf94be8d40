import { StoreError } from '../store-error.ts'

/** @throws StoreError `invalid_value` unless it is a whole number, at least 0 */
export function checkLimit(limit: number): void {
  if (!(Number.isInteger(limit) && limit >= 0))
    throw new StoreError({ code: 'invalid_value', message: '`limit` must be a whole number, at least 0.' })
}
