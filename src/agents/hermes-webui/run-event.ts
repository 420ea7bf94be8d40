import { isRecord } from '../../json/is-record.ts'

/** One line of a run journal: an event that a worker has streamed. */
export interface RunEvent {
  readonly event: string
  /** From 1, without gaps. */
  readonly seq: number
  /** `<run>:<seq>` */
  readonly event_id?: string
  readonly session_id?: string
  readonly run_id?: string
  readonly payload?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

export type RunState =
  | 'unknown'
  | 'running'
  | 'completed'
  | 'interrupted-by-user'
  | 'interrupted-by-crash'
  | 'errored'
  | 'tool_limit_reached'
  | 'lost-worker-bookkeeping'

/** The state of a run by its events: the first one that ends it decides. Field names are those of the journal. */
export interface RunSummary {
  readonly terminal_state: RunState
  readonly terminal: boolean
  readonly last_seq: number
}

const errorStates: Readonly<Record<string, RunState>> = {
  interrupted: 'interrupted-by-crash',
  tool_limit_reached: 'tool_limit_reached',
  'lost-worker-bookkeeping': 'lost-worker-bookkeeping',
}

/** Events that end a run; `stream_end` counts only when the stream gave no better reason. */
const endings: Readonly<Record<string, (event: RunEvent) => RunState>> = {
  done: () => 'completed',
  stream_end: () => 'completed',
  cancel: () => 'interrupted-by-user',
  apperror: ({ payload }) => errorStates[String(payload?.['type'])] ?? 'errored',
  error: () => 'errored',
}

export function isTerminalRunEvent(event: RunEvent): boolean {
  return Object.hasOwn(endings, event.event)
}

export function toRunEvent(value: unknown): RunEvent | undefined {
  if (!isRecord(value)) return undefined
  const { event, seq, payload, ...rest } = value
  if (typeof event !== 'string' || event === '' || !Number.isSafeInteger(seq) || (seq as number) < 1) return undefined
  return { ...rest, event, seq: seq as number, ...(isRecord(payload) && { payload }) }
}

/**
 * The end of a run, by the first event that ends it: later ones only close the stream.
 *
 * @example
 * summariseRun([]) // { terminal_state: 'unknown', terminal: false, last_seq: 0 }
 */
export function summariseRun(events: readonly RunEvent[]): RunSummary {
  const end = events.find((event) => isTerminalRunEvent(event))
  const terminal_state = end ? endings[end.event]!(end) : events.length === 0 ? 'unknown' : 'running'
  return { terminal_state, terminal: end !== undefined, last_seq: events.at(-1)?.seq ?? 0 }
}

/**
 * The end that a run without a worker should have had, for readers that wait for one. It is not written: the worker may only be
 * slow. Undefined when the run has ended, or never began.
 *
 * @example
 * for (const event of [...events, staleRunEvent(events) ?? []].flat()) send(event)
 */
export function staleRunEvent(events: readonly RunEvent[]): RunEvent | undefined {
  const { terminal, last_seq } = summariseRun(events)
  if (terminal || last_seq === 0) return undefined
  const payload = { type: 'lost-worker-bookkeeping' }
  return { event: 'apperror', seq: last_seq + 1, payload, terminal_state: 'lost-worker-bookkeeping', synthetic: true }
}
