/** How many sessions are considered for one digest, the nearest first: a thousand forks of a conversation share all its digests. */
export const mostKnown = 16
