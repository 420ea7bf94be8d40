import { createMemoryStore, type RecoveryReport } from '../../src/index.ts'
import type { GuardOptions } from './guarded-clients.ts'

export interface Compared<Shown> {
  readonly bare: Shown
  readonly guarded: Shown
  readonly outcomes: readonly RecoveryReport['outcome'][]
  /** How many messages the guard has recorded. */
  readonly kept: number
  /** Whether its turn is one that has all been answered. */
  readonly isComplete: boolean
}

/** What a client shows without a guard and with one, and what that reports and records. */
export async function withAndWithoutGuard<Shown>(
  show: (options: GuardOptions | undefined) => Promise<Shown>,
): Promise<Compared<Shown>> {
  const outcomes: RecoveryReport['outcome'][] = []
  const onRepair = ({ outcome }: RecoveryReport): void => void outcomes.push(outcome)
  const store = createMemoryStore()
  const bare = await show(undefined)
  const guarded = await show({ store, session: 's', onRepair })
  const kept = (await store.messages.load('s'))?.messages.length ?? 0
  const isComplete = (await store.turns.list('s')).at(-1)?.state === 'completed'
  return { bare, guarded, outcomes, kept, isComplete }
}
