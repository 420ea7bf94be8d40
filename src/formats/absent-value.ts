/** What languages write for a value that is not there. */
export const absentValue = '(?:undefined|null|None|nil|NaN)$'
