/**
 * The longest time that a lease holds without being renewed, in ms: a leap year. It bounds what a wrong clock can do: while clocks are
 * right no lease ends later than this from now, so one that does was written by a clock that was ahead of ours and has been put right
 * since, or ours was set back. Either way its end tells nothing, and who comes next may take the session, with a higher token (I15).
 */
export const longestLeaseMs: number = 366 * 86_400_000
