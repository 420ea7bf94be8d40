import type { RequestBody } from './format.ts'

/** How requests of a format continue from state that the server holds. */
export interface ServerState {
  /** The id of the response that a request continues from. */
  continues(request: RequestBody): string | undefined
  /** Whether the server will keep what this request makes. */
  keeps(request: RequestBody): boolean
  /** Fields that the server keeps from the first request, and that those which continue it must not repeat. */
  readonly held?: readonly string[]
  /** The request without the reference, for the whole conversation. */
  replay(request: RequestBody): RequestBody
}
