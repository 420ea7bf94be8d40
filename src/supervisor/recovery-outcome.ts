/**
 * How a recovery ended (I17).
 *
 * - `recovered`: the probe confirms that it works
 * - `degraded`: it works, but needs a person: `pending` commands, or a session that is only partly repaired
 * - `archived`: it does not work; everything known is archived for a person
 * - `failed`: it does not work, and nothing could be tried or archived: no budget, stopped, not registered
 */
export const recoveryOutcomes = ['recovered', 'degraded', 'archived', 'failed'] as const

/** One of {@link recoveryOutcomes}: only `recovered` is a success (I17). */
export type RecoveryOutcome = (typeof recoveryOutcomes)[number]
