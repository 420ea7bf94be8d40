/** The last moment of a `Date`, in ms since 1970, and with a minus before it the first: what lies beyond has no ISO 8601. */
export const lastMoment = 8.64e15
