import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'

/** JSON in which some values are left out and stand under their digest: `{ "$digest": "..." }`. */
export type Referring = unknown

/** A value that exchanges refer to: a conversation that is sent again and again is stored once. */
export interface RecordedValue {
  readonly kind: 'value'
  readonly digest: string
  readonly value: unknown
}

/** A body as it went over the wire, as far as it was kept. */
export type RecordedBody =
  | { readonly json: Referring; readonly bytes: number }
  | { readonly text: string; readonly bytes: number; readonly truncated: boolean }
  /** Not kept: in a coding that cannot be read, or longer than allowed. */
  | { readonly bytes: number }

/** One request and its answer. Times in epoch ms; headers are those that tell no secret. */
export interface RecordedExchange {
  readonly kind: 'exchange'
  readonly id: string
  readonly at: number
  readonly milliseconds: number
  readonly method: string
  /** Without the query: it may hold a key. */
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly request: RecordedBody | null
  /** What was sent in place of the request, after a repair. */
  readonly repaired: RecordedBody | null
  /** 0: no answer came. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly response: RecordedBody | null
  readonly failure?: string
}

/** The cap was reached: so many exchanges were not kept. A drop is a record too. */
export interface RecordedDrop {
  readonly kind: 'dropped'
  readonly exchanges: number
}

export type Recorded = RecordedValue | RecordedExchange | RecordedDrop

/** What a record of each kind has at least. */
const kinds: Readonly<Record<string, readonly (readonly [field: string, type: string])[]>> = {
  value: [['digest', 'string']],
  exchange: [
    ['id', 'string'],
    ['at', 'number'],
    ['method', 'string'],
    ['url', 'string'],
    ['status', 'number'],
  ],
  dropped: [['exchanges', 'number']],
}

/** One of our own records; null for what is not. */
export function asRecorded(raw: unknown): Recorded | null {
  if (!isRecord(raw)) return null
  const fields = ownValue(kinds, String(raw['kind']))
  return fields?.every(([field, type]) => typeof raw[field] === type) ? (raw as unknown as Recorded) : null
}
