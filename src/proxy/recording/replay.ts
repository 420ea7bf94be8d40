import type { RecordedExchange } from './recorded.ts'
import { bodyText } from './read-recording.ts'

/** What a replay sends, or would send. */
export interface ReplayRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Headers of the former connection. */
const former: ReadonlySet<string> = new Set(['content-length', 'content-encoding', 'date', 'user-agent'])

/**
 * The request of a recorded exchange as it would be sent again, to another upstream where one is named. Keys were never kept:
 * `headers` brings those of the caller. Null where the body was not kept.
 */
export function replayRequest(
  { id, method, url, requestHeaders, request, repaired }: RecordedExchange,
  { upstream, headers = {} }: { readonly upstream?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): ReplayRequest | null {
  const sent = repaired ?? request
  const body = bodyText(sent)
  if (sent !== null && body === '') return null
  const own = Object.entries(requestHeaders).filter(([name]) => !former.has(name))
  const { pathname } = new URL(url)
  return {
    id,
    method,
    url: upstream === undefined ? url : `${upstream.replace(/\/$/, '')}${pathname}`,
    headers: { ...Object.fromEntries(own), ...headers },
    body,
  }
}
