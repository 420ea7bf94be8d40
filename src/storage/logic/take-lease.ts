import type { LeaseRow, StoreRows } from '../store-rows.ts'

/** A new lease; null while another one is alive. */
export function takeLease(
  rows: StoreRows,
  sessionID: string,
  owner: string,
  ttlMs: number,
  now: number,
): LeaseRow | null {
  const current = rows.lease(sessionID)
  if (current && current.expiresAt > now) return null
  const lease = { owner, token: rows.nextToken(), expiresAt: now + ttlMs }
  rows.putLease(sessionID, lease)
  return lease
}

/** An expired lease can still be renewed as long as nobody has taken the session over. */
export function renewLease(
  rows: StoreRows,
  sessionID: string,
  token: number,
  ttlMs: number,
  now: number,
): LeaseRow | null {
  const current = rows.lease(sessionID)
  if (current?.token !== token) return null
  const lease = { ...current, expiresAt: now + ttlMs }
  rows.putLease(sessionID, lease)
  return lease
}

export function releaseLease(rows: StoreRows, sessionID: string, token: number): void {
  if (rows.lease(sessionID)?.token === token) rows.deleteLease(sessionID)
}
