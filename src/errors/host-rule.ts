import { type OptionRule, someText } from './check-options.ts'

/** The address on which a server listens; default: this machine alone. */
export const hostRule: OptionRule<string> = {
  ...someText('the name or address of this machine'),
  fallback: '127.0.0.1',
}
