import type { DetectedError } from './detected-error.ts'
export function detectError(_error: unknown): DetectedError | null {
  return null
}
