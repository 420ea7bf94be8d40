import { shortHash } from '../../json/short-hash.ts'

/** The id that `validateUIMessages` demands; equal parts get equal ids (I2). */
export function uiIdOf(parts: unknown): string {
  return `session-recovery-${shortHash(JSON.stringify(parts ?? null))}`
}
