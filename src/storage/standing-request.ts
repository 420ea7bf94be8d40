import type { RequestBody } from '../formats/format.ts'

/** Fields and beta header values that every later request of a session needs (I11). */
export interface StandingRequest {
  readonly request: RequestBody
  readonly betas: readonly string[]
}
