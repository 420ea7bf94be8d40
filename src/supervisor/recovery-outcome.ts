/**
 * How a recovery ended (I17).
 *
 * - `recovered`: the probe says that it works
 * - `degraded`: it works, but something waits for a person: `pending`, or a session that is only partly repaired
 * - `archived`: it does not work; everything known is kept for a person
 * - `failed`: it does not work, and nothing was or could be tried: no budget, stopped, not registered
 */
export const recoveryOutcomes = ['recovered', 'degraded', 'archived', 'failed'] as const

/** One of {@link recoveryOutcomes}: only `recovered` is a success (I17). */
export type RecoveryOutcome = (typeof recoveryOutcomes)[number]
