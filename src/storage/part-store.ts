import type { WriteOptions } from './write-options.ts'

/** `pending`: requested; if starts are recorded, never started. `running`: started, outcome unknown. `completed`, `error`: settled. */
export type PartStatus = 'pending' | 'running' | 'completed' | 'error'

/** One execution of one tool call. */
export interface StoredPart {
  readonly callId: string
  /** Ids are legally reused in later turns: 0 is the first call with this id, 1 the second. */
  readonly occurrence: number
  readonly name: string
  readonly input: unknown
  readonly status: PartStatus
  /** Any JSON. Absent while the call is open. */
  readonly output?: unknown
  /** The tool answered, and its answer is an error. */
  readonly isError?: boolean
  /** The output was invented by a repair; a real one replaces it (I5). */
  readonly synthetic?: boolean
  /** Epoch ms. */
  readonly startedAt?: number
  readonly endedAt?: number
}

/**
 * A part as the caller records it. Without `occurrence` it belongs to the newest call with that id, or opens the next
 * one when it is `pending` and the newest is settled.
 */
export interface PartRecord extends Omit<StoredPart, 'occurrence' | 'name' | 'input'> {
  readonly occurrence?: number
  /** May be left out once the call is known. */
  readonly name?: string
  readonly input?: unknown
}

/** The tool calls of a session, recorded as they happen, so that a result can be recovered and need not be invented. */
export interface PartStore {
  /**
   * Records a state of a tool call and returns the stored part. A part only moves forward: a late `running` never
   * reopens a settled call, the first real result stays, and a synthetic one gives way to a real one (I5).
   *
   * Record `pending` for every call: only that tells a reused id from a repeated report of the same call.
   *
   * @example
   * await store.parts.record('s1', { callId: 'toolu_1', name: 'read', input: { path: 'a' }, status: 'running' })
   */
  record(sessionID: string, part: PartRecord, options?: WriteOptions): Promise<StoredPart>

  /**
   * The same for several states, each recorded after those before it, in one transaction: all of them are kept, or none.
   *
   * @example
   * await store.parts.recordAll('s1', calls.map((callId) => ({ callId, name: 'read', status: 'pending' })))
   */
  recordAll(sessionID: string, parts: readonly PartRecord[], options?: WriteOptions): Promise<StoredPart[]>

  /** All parts in the order in which they were first recorded. */
  list(sessionID: string): Promise<StoredPart[]>

  /** The given occurrence, or the newest. */
  get(sessionID: string, callId: string, occurrence?: number): Promise<StoredPart | null>
}
