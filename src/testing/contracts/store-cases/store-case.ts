import assert from 'node:assert/strict'
import type { Lease, LeaseOptions } from '../../../storage/lease.ts'
import type { NewMessage, StoredSession } from '../../../storage/message-store.ts'
import type { SessionStore } from '../../../storage/session-store.ts'
import { StoreError, type StoreErrorCode } from '../../../storage/store-error.ts'

/** A clock that the test turns by hand; epoch ms. */
export interface TestClock {
  now: number
}

/** One promise of the contract; the title is the failure that it excludes. */
export interface StoreCase {
  readonly title: string
  readonly run: (store: SessionStore, clock: TestClock) => Promise<void>
}

export const user = (content: unknown): NewMessage => ({ raw: { role: 'user', content } })

export const assistant = (content: unknown): NewMessage => ({ raw: { role: 'assistant', content } })

/** For `assert.rejects`. */
export const rejectsWith =
  (code: StoreErrorCode) =>
  (error: unknown): boolean =>
    StoreError.isInstance(error) && error.code === code

/** The session as one JSON text, without the revision: what undo must restore to the byte. */
export async function textOf(store: SessionStore, sessionID: string): Promise<string> {
  return JSON.stringify((await store.messages.load(sessionID))?.messages ?? null)
}

export async function loaded(store: SessionStore, sessionID: string): Promise<StoredSession> {
  const session = await store.messages.load(sessionID)
  if (session === null) throw new Error(`session ${sessionID} is gone`)
  return session
}

export async function rawsOf(store: SessionStore, sessionID: string): Promise<unknown[]> {
  return (await loaded(store, sessionID)).messages.map(({ raw }) => raw)
}

/** A lease that must be free. */
export async function acquired(store: SessionStore, sessionID: string, options: LeaseOptions): Promise<Lease> {
  const lease = await store.leases.acquire(sessionID, options)
  assert.ok(lease.held === undefined, 'the session is held')
  return lease
}
