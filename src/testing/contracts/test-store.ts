import type { SessionStore } from '../../storage/session-store.ts'
import { clockCases } from './store-cases/clock-cases.ts'
import { closeCases } from './store-cases/close-cases.ts'
import { nameCases } from './store-cases/name-cases.ts'
import { leaseCases } from './store-cases/lease-cases.ts'
import { messageCases } from './store-cases/message-cases.ts'
import { partCases } from './store-cases/part-cases.ts'
import { prefixCases } from './store-cases/prefix-cases.ts'
import { stateCases } from './store-cases/state-cases.ts'
import type { StoreCase } from './store-cases/store-case.ts'
import { turnCases } from './store-cases/turn-cases.ts'
import { transactionCases } from './store-cases/transaction-cases.ts'

/** What {@link testStore} needs of a store. */
export interface StoreUnderTest {
  /** The prefix of every title. */
  readonly name: string
  /** A new, empty store. It must take the time (epoch ms) from `now`. */
  readonly create: (options: { readonly now: () => number }) => SessionStore | Promise<SessionStore>
}

/** A test for any runner: `run` rejects when the store breaks the contract that the title names. */
export interface StoreTest {
  readonly title: string
  readonly run: () => Promise<void>
}

const CASES: readonly StoreCase[] = [
  ...messageCases,
  ...prefixCases,
  ...transactionCases,
  ...partCases,
  ...leaseCases,
  ...turnCases,
  ...stateCases,
  ...clockCases,
  ...closeCases,
  ...nameCases,
]

/**
 * The contract of a `SessionStore`, as tests. Titles are the failures that they exclude.
 *
 * @example
 * for (const { title, run } of testStore({ name: 'mine', create: ({ now }) => createMyStore({ now }) })) test(title, run)
 */
export function testStore({ name, create }: StoreUnderTest): StoreTest[] {
  return CASES.map(({ title, run }) => ({
    title: `${name}: ${title}`,
    async run() {
      const clock = { now: 1_000_000 }
      const store = await create({ now: () => clock.now })
      try {
        await run(store, clock)
      } finally {
        // Also one that its case has closed: that may be done twice.
        await store.close()
      }
    },
  }))
}
