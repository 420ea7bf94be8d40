import { shortHash } from '../../json/short-hash.ts'

/** `validateUIMessages` demands an id; the same parts get the same (I2). */
export function uiIdOf(parts: unknown): string {
  return `session-recovery-${shortHash(JSON.stringify(parts ?? null))}`
}
