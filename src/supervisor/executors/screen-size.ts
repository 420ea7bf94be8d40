import { type OptionRule, wholeNumber } from '../../errors/check-options.ts'

/** The rule for columns or rows of a terminal: the system keeps its size as unsigned 16-bit numbers. */
export const screenSize = (fallback: number): OptionRule<number> => wholeNumber(1, fallback, 65_535)
