import { type OptionRule, wholeNumber } from './check-options.ts'

/** The port on which a server listens; 0 stands for any free port. */
export const portRule: OptionRule<number> = wholeNumber(0, 0, 65_535)
