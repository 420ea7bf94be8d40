import type { RequestBody } from './format.ts'

/** How requests of a format continue from state that the server holds. */
export interface ServerState {
  /** The id of the response that a request continues from. */
  continues(request: RequestBody): string | undefined
  /** Whether the server will keep the response to this request. */
  keeps(request: RequestBody): boolean
  /** Fields that the server keeps from the first request, so that the requests which continue it must not repeat them. */
  readonly held?: readonly string[]
  /** The request without its reference to the server's state, so that it can carry the whole conversation. */
  replay(request: RequestBody): RequestBody
}
