import { createMemoryStore, type RecoveryReport } from '../../src/index.ts'
import type { GuardOptions } from './guarded-clients.ts'

/** What a client shows without a guard and with one, and what that reports. */
export async function withAndWithoutGuard<Shown>(
  show: (options: GuardOptions | undefined) => Promise<Shown>,
): Promise<{ readonly bare: Shown; readonly guarded: Shown; readonly outcomes: readonly RecoveryReport['outcome'][] }> {
  const outcomes: RecoveryReport['outcome'][] = []
  const onRepair = ({ outcome }: RecoveryReport): void => void outcomes.push(outcome)
  const bare = await show(undefined)
  const guarded = await show({ store: createMemoryStore(), session: 's', onRepair })
  return { bare, guarded, outcomes }
}
