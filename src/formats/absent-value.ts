/** How languages print a missing value, as a pattern up to the end of the text. */
export const absentValue = '(?:undefined|null|None|nil|NaN)$'
