import { StoreError } from '../storage/store-error.ts'

/** How often something is planned anew because another writer was faster. */
export const maxStale = 3

/** Whether another writer changed the session meanwhile: load again, plan again. */
export function isStale(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === 'stale_revision'
}
