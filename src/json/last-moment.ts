/** The last moment of a `Date` in ms since 1970 (negated: the first); times beyond it have no ISO 8601 form. */
export const lastMoment = 8.64e15
