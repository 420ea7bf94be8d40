import { version } from '../../doctor/version.ts'
import { bodyText, type Recording } from './read-recording.ts'
import type { RecordedBody, RecordedExchange } from './recorded.ts'

type Har = Readonly<Record<string, unknown>>

/**
 * A recording as HAR 1.2 (w3c.github.io/web-performance/specs/HAR): what browsers and other tools open. A request that was
 * repaired is shown as it was sent; `_original` holds what the client gave.
 */
export function toHar({ exchanges }: Recording): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'session-recovery', version },
      pages: [],
      entries: exchanges.map(entryOf),
    },
  }
}

function entryOf(exchange: RecordedExchange): Har {
  const { at, milliseconds, method, url, status, requestHeaders, responseHeaders, repaired, request, response } =
    exchange
  return {
    startedDateTime: new Date(at).toISOString(),
    time: milliseconds,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(requestHeaders),
      queryString: [],
      headersSize: -1,
      bodySize: (repaired ?? request)?.bytes ?? 0,
      ...((repaired ?? request) !== null && { postData: content(repaired ?? request, requestHeaders) }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(responseHeaders),
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.bytes ?? -1,
      content: { size: response?.bytes ?? 0, ...content(response, responseHeaders) },
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(repaired !== null && { _original: bodyText(request) }),
    ...(exchange.failure !== undefined && { _failure: exchange.failure }),
  }
}

function content(body: RecordedBody | null, headers: Readonly<Record<string, string>>): Har {
  return { mimeType: headers['content-type'] ?? 'application/octet-stream', text: bodyText(body) }
}

function pairs(headers: Readonly<Record<string, string>>): Har[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
