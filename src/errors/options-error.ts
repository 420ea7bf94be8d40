import { SessionRecoveryError } from './session-recovery-error.ts'

/**
 * Thrown when options do not fit: names the option and what it takes.
 *
 * @example
 * try { createMemoryStore({ now: 5 }) }
 * catch (error) { if (OptionsError.isInstance(error)) console.error(error.message) }
 */
export class OptionsError extends SessionRecoveryError<'invalid_options'> {
  static override readonly brand: string = 'OptionsError'

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('invalid_options', message, options)
  }
}
