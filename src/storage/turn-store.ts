import type { WriteOptions } from './write-options.ts'

/**
 * `submitted`: the request is durable, nothing has started. `worker_started`: a worker has it. `assistant_started`: the
 * first output has arrived. `completed`, `interrupted`: over, for good.
 */
export type TurnState = 'submitted' | 'worker_started' | 'assistant_started' | 'completed' | 'interrupted'

/** Where a turn's answer comes from: only the same provider, account and model can read its thinking and encrypted content. */
export interface Provenance {
  readonly provider?: string
  readonly endpoint?: string
  /** A digest that tells accounts apart, never a key (I12). */
  readonly account?: string
  readonly model?: string
  /** Prefix digest of the conversation that the request carried. */
  readonly prefixDigest?: string
}

/** One request of a user, until its answer is whole. */
export interface Turn {
  readonly sessionID: string
  readonly turnID: string
  readonly state: TurnState
  /** What was asked, any JSON. */
  readonly input?: unknown
  /** The tools that it may call, any JSON: which of them may be run again after a crash. */
  readonly tools?: unknown
  readonly provenance?: Provenance
  /** The `data` given to `advance` so far: partial output, usage, reasons. */
  readonly data?: unknown
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** The data of a turn when it begins. */
export interface BeginTurnOptions extends WriteOptions {
  /** Default: the next of the session. */
  readonly turnID?: string
  /** What is asked, any JSON. */
  readonly input?: unknown
  /** The tools that it may call, any JSON: which of them may be run again after a crash. */
  readonly tools?: unknown
  /** Which model and endpoint answer it. */
  readonly provenance?: Provenance
}

/** The turns of a session. A turn is durable before its request leaves (I8). */
export interface TurnStore {
  /**
   * Begins a turn in state `submitted`; it is durable when the promise resolves. Giving the same `turnID` again returns the
   * turn as it is, so that a request may be repeated; throws `turn_conflict` when its input was another.
   *
   * @example
   * const { turnID } = await store.turns.begin('s1', { input: { text: 'hi' } })
   */
  begin(sessionID: string, options?: BeginTurnOptions): Promise<Turn>
  /**
   * Takes a turn forward; states may be skipped, and the same one may be reported again. `data` is kept with the turn:
   * an object is merged field by field into the data so far, any other value replaces it, and without `data` the former
   * stays. Throws `turn_final` for another state after a final one, `turn_conflict` for a step back, `not_found`.
   */
  advance(sessionID: string, turnID: string, state: TurnState, data?: unknown, options?: WriteOptions): Promise<Turn>
  /** Turns without a final state, of one session or of all, oldest first: after a crash, the interrupted ones. */
  pending(sessionID?: string): Promise<Turn[]>
  /** The `limit` oldest turns without a final state, over all sessions: a long backlog is not read as a whole. */
  oldestPending(limit: number): Promise<Turn[]>
  get(sessionID: string, turnID: string): Promise<Turn | null>
  /** All turns of a session, oldest first. */
  list(sessionID: string): Promise<Turn[]>
}
