import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/**
 * - `not_parked`: there is nothing to try again
 * - `busy`: another node has the session
 * - `lost`: another node has, or may have, taken the session over; told to `onLost`
 */
export type FleetErrorCode = 'not_parked' | 'busy' | 'lost'

/**
 * What a fleet cannot do, by its `code`.
 *
 * @example
 * createFleet({ ...options, onLost: ({ cause }) => console.warn(FleetError.isInstance(cause) && cause.code) }) // lost
 */
export class FleetError extends SessionRecoveryError<FleetErrorCode> {
  static override readonly brand: string = 'FleetError'
}
