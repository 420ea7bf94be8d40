import { type OptionRule, wholeNumber } from './check-options.ts'

/** Where a server listens; 0 is a port that is free. */
export const portRule: OptionRule<number> = wholeNumber(0, 0, 65_535)
