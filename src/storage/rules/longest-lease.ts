/**
 * The longest time to live of a lease, in ms: a leap year. It limits the damage of a wrong clock: with right clocks no lease ends
 * later than this from now, so one that does was written by a clock that ran ahead, or ours was set back. Such a deadline means
 * nothing, and the next process may take the session, with a higher token (I15).
 */
export const longestLeaseMs: number = 366 * 86_400_000
