import { systemCode } from './file-work-error.ts'

/** For `catch`: what another process has just removed is gone, as was wanted. */
export function ignoreMissing(cause: unknown): void {
  if (systemCode(cause) !== 'ENOENT') throw cause
}
