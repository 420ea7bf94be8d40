import { type OptionRule, wholeNumber } from '../../errors/check-options.ts'

/** Columns or rows of a terminal: what its size may be for the system, an unsigned 16-bit number. */
export const screenSize = (fallback: number): OptionRule<number> => wholeNumber(1, fallback, 65_535)
