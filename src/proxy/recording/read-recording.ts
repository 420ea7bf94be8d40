import type { SessionStore } from '../../storage/session-store.ts'
import { unfold } from './fold-body.ts'
import { asRecorded, type RecordedBody, type RecordedExchange } from './recorded.ts'

/** A recording with all bodies put together again. */
export interface Recording {
  readonly recordingID: string
  readonly exchanges: readonly RecordedExchange[]
  /** Exchanges that the cap kept out. */
  readonly dropped: number
  /** Records that are none of ours, or cannot be read. */
  readonly unreadable: number
}

/** Reads a recording; null when there is none of that id. */
export async function readRecording(store: SessionStore, recordingID: string): Promise<Recording | null> {
  const stored = await store.messages.load(recordingID)
  if (stored === null) return null
  const values = new Map<string, unknown>()
  const exchanges: RecordedExchange[] = []
  let dropped = 0
  let unreadable = 0
  for (const { raw } of stored.messages) {
    const record = asRecorded(raw)
    if (record === null) unreadable += 1
    else if (record.kind === 'value') values.set(record.digest, record.value)
    else if (record.kind === 'dropped') dropped += record.exchanges
    else exchanges.push(record)
  }
  const whole = (body: RecordedBody | null): RecordedBody | null =>
    body !== null && 'json' in body ? { ...body, json: unfold(body.json, values) } : body
  return {
    recordingID,
    dropped,
    unreadable,
    exchanges: exchanges.map((each) => ({
      ...each,
      request: whole(each.request),
      repaired: whole(each.repaired),
      response: whole(each.response),
    })),
  }
}

/** The text of a body; empty when it was not kept. */
export function bodyText(body: RecordedBody | null): string {
  if (body === null) return ''
  if ('json' in body) return JSON.stringify(body.json)
  return 'text' in body ? body.text : ''
}

/** Which exchanges are meant, and how many of them are shown. */
export interface ExchangeQuery {
  /** `error`: 400 and above, or none. */
  readonly status?: 'ok' | 'error'
  readonly path?: string
  /** Words in a body, in any case. */
  readonly text?: string
  readonly offset?: number
  readonly limit?: number
}

/** Exchanges that fit, the oldest first; how many there are, and whether some are not shown: nothing is clamped in silence. */
export function findExchanges(
  { exchanges }: Recording,
  { status, path, text, offset = 0, limit = 50 }: ExchangeQuery,
): { readonly total: number; readonly items: readonly RecordedExchange[]; readonly truncated: boolean } {
  const wanted = text?.toLowerCase()
  const found = exchanges.filter((each) => {
    const failed = each.status === 0 || each.status >= 400
    if (status !== undefined && failed !== (status === 'error')) return false
    if (path !== undefined && !each.url.includes(path)) return false
    if (wanted === undefined) return true
    return [each.request, each.repaired, each.response].some((body) => bodyText(body).toLowerCase().includes(wanted))
  })
  const items = found.slice(offset, offset + limit)
  return { total: found.length, items, truncated: offset + items.length < found.length }
}
