import type { WriteOptions } from './write-options.ts'

/** Which recoveries were tried, by all processes (I9). */
export interface AttemptStore {
  /** True the first time a fault fingerprint is tried on a rung of the ladder; afterwards false. */
  take(sessionID: string, fingerprint: string, rung: string | number, options?: WriteOptions): Promise<boolean>
  clear(sessionID: string, options?: WriteOptions): Promise<void>
}
