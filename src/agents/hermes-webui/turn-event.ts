import { isRecord } from '../../json/is-record.ts'

/** The states of a turn in their order; the last two are final. */
export const turnStates = ['submitted', 'worker_started', 'assistant_started', 'completed', 'interrupted'] as const
export const terminalEvents: ReadonlySet<string> = new Set(['completed', 'interrupted'])

/** One line of a turn journal. */
export interface TurnEvent {
  readonly event: string
  readonly turn_id: string
  readonly session_id?: string
  readonly stream_id?: string
  /** Seconds since 1970. */
  readonly created_at?: number
  /** The user's text. */
  readonly content?: string
  readonly [field: string]: unknown
}

/** An event in a shard, with the problem of its line if it can be used nevertheless. */
export interface UsableEvent {
  readonly event: TurnEvent
  readonly isSound: boolean
}

/** The usable part of a line's object: a wrong time does not discard the event. Undefined without an event or a turn. */
export function toTurnEvent(value: unknown): UsableEvent | undefined {
  if (!isRecord(value)) return undefined
  const { event, turn_id, created_at, ...rest } = value
  if (typeof event !== 'string' || event === '' || typeof turn_id !== 'string' || turn_id === '') return undefined
  const isTimed = typeof created_at === 'number' && Number.isFinite(created_at)
  const isSound = created_at === undefined || isTimed
  return { event: { event, turn_id, ...(isTimed && { created_at }), ...rest }, isSound }
}
