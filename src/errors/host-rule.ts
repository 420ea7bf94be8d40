import { type OptionRule, someText } from './check-options.ts'

/** Where a server listens; left out it is this machine alone. */
export const hostRule: OptionRule<string> = {
  ...someText('the name or address of this machine'),
  fallback: '127.0.0.1',
}
