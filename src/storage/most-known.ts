/** Of the sessions with one digest so many are looked at, the nearest: a thousand forks of one conversation share all of its digests. */
export const mostKnown = 16
