import { acquireLease, aliveLease } from '../decisions/acquire-lease.ts'
import type { LeaseStore } from '../lease.ts'
import type { StoreBackend } from '../store-backend.ts'
import { checkedLease } from '../rules/checked.ts'
import type { Execute } from './execute.ts'
import { OwnLease } from './own-lease.ts'

export function leasesOver(backend: StoreBackend, execute: Execute, now: () => number): LeaseStore {
  return {
    async acquire(sessionID, options) {
      const { owner = 'unnamed', ttlMs } = checkedLease(options)
      const row = await execute(acquireLease, { sessionID, owner, ttlMs })
      return 'held' in row
        ? row
        : new OwnLease({ sessionID, owner, token: row.token, ttlMs, execute, now }, row.expiresAt)
    },
    async holder(sessionID) {
      return aliveLease((await backend.load({ sessionID, lease: true })).lease, now())
    },
  }
}
