import { foldBody } from './fold-body.ts'
import type { RecordedBody, RecordedExchange, RecordedValue } from './recorded.ts'

/** What the proxy tells of an exchange while it passes. */
export interface ExchangeRecorder {
  request(text: string | null, bytes: number): void
  repaired(text: string): void
  answer(status: number, rawHeaders: readonly string[]): void
  chunk(bytes: Buffer): void
  end(failure?: string): void
}

/** How an exchange begins. */
interface Beginning {
  /** Epoch ms. */
  readonly at: number
  readonly method: string
  readonly url: string
  /** Names and values in turn, as Node gives them. */
  readonly rawHeaders: readonly string[]
  /** Characters of one body that are kept. */
  readonly maxBody: number
}

/** An exchange that has ended, before it has its number. */
type EndedExchange = Omit<RecordedExchange, 'kind' | 'id'>

/** Headers that say what was spoken, and nothing of who spoke (I12). */
const kept =
  /^(?:content-(?:type|encoding|length)|user-agent|anthropic-(?:version|beta)|openai-(?:beta|version|processing-ms)|request-id|x-request-id|retry-after|date|server)$/i

/** Gathers one exchange and hands it over when it ends, with the values that its bodies refer to. */
export function recordExchange(
  { at, maxBody, method, rawHeaders, url }: Beginning,
  onEnd: (exchange: EndedExchange, values: readonly RecordedValue[]) => void,
): ExchangeRecorder {
  const started = performance.now()
  const values: RecordedValue[] = []
  const chunks: Buffer[] = []
  let request: RecordedBody | null = null
  let repaired: RecordedBody | null = null
  let status = 0
  let responseHeaders: Record<string, string> = {}
  let bytes = 0
  let isOver = false

  const folded = (text: string): RecordedBody => {
    const { body, values: own } = foldBody(text, maxBody)
    values.push(...own)
    return body
  }
  const response = (): RecordedBody | null => {
    if (status === 0) return null
    const isCoded = !['', 'identity'].includes(responseHeaders['content-encoding'] ?? '')
    return isCoded ? { bytes } : { ...folded(Buffer.concat(chunks).toString('utf8')), bytes }
  }

  return {
    request(text, length) {
      request = text === null ? { bytes: length } : folded(text)
    },
    repaired(text) {
      repaired = folded(text)
    },
    answer(answered, headers) {
      status = answered
      responseHeaders = headersOf(headers)
      chunks.length = 0
      bytes = 0
    },
    chunk(part) {
      if (bytes <= maxBody) chunks.push(part)
      bytes += part.length
    },
    end(failure) {
      if (isOver) return
      isOver = true
      const exchange: EndedExchange = {
        at,
        milliseconds: Math.round(performance.now() - started),
        method,
        url: url.split('?', 1).join(''),
        requestHeaders: headersOf(rawHeaders),
        request,
        repaired,
        status,
        responseHeaders,
        response: response(),
        ...(failure !== undefined && { failure }),
      }
      onEnd(exchange, values)
    },
  }
}

function headersOf(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < raw.length; index += 2) {
    if (kept.test(raw[index]!)) headers[raw[index]!.toLowerCase()] = raw[index + 1]!
  }
  return headers
}
