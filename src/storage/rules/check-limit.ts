import { StoreError } from '../store-error.ts'

/** @throws StoreError `invalid_value` for what is no count */
export function checkLimit(limit: number): void {
  if (!(Number.isInteger(limit) && limit >= 0))
    throw new StoreError({ code: 'invalid_value', message: '`limit` must be a whole number, at least 0.' })
}
