import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SessionStore } from '../../storage/session-store.ts'
import { foldBody } from './fold-body.ts'
import type { Recorded, RecordedBody, RecordedExchange } from './recorded.ts'

export interface RecorderOptions {
  /** Where recordings go: a journal, or any other store. */
  readonly store: SessionStore
  /** Characters of one recording; what would exceed them is counted, and told in a record of its own. Default 1 Gi. */
  readonly maxSize?: number
  /** Characters of one body that are kept. Default 8 Mi. */
  readonly maxBody?: number
  readonly now?: () => number
  /** A recording that fails never fails the exchange; told once per failure. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** What the proxy tells of an exchange while it passes. */
export interface ExchangeRecorder {
  request(text: string | null, bytes: number): void
  repaired(text: string): void
  answer(status: number, rawHeaders: readonly string[]): void
  chunk(bytes: Buffer): void
  end(failure?: string): void
}

export interface Recorder {
  readonly recordingID: string
  begin(method: string, url: string, rawHeaders: readonly string[]): ExchangeRecorder
  /** Waits for what is under way, and tells what was dropped. */
  close(): Promise<void>
}

/** Headers that say what was spoken, and nothing of who spoke (I12). */
const kept =
  /^(?:content-(?:type|encoding|length)|user-agent|anthropic-(?:version|beta)|openai-(?:beta|version|processing-ms)|request-id|x-request-id|retry-after|date|server)$/i

/** Records what goes through the proxy: one recording, in the order in which exchanges end. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { store, maxSize = 2 ** 30, maxBody = 8 * 2 ** 20, now = Date.now, onError = () => {} } = options
  const recordingID = `${new Date(now()).toISOString().replaceAll(/[-:]|\..*/g, '')}_${randomBytes(5).toString('hex')}`
  /** Digests that are stored already. Forgetting one costs space, never content. */
  const known = new LRUCache<string, true>({ max: 100_000 })
  let size = 0
  let dropped = 0
  let number = 0
  let writing: Promise<void> = Promise.resolve()

  const write = (records: readonly Recorded[]): void => {
    writing = writing
      .then(() =>
        store.messages.append(
          recordingID,
          records.map((raw) => ({ raw: { ...raw } })),
        ),
      )
      .then(() => {})
      .catch(onError)
  }

  const keep = (exchange: RecordedExchange, values: readonly Recorded[]): void => {
    const fresh = values.filter((each) => each.kind === 'value' && !known.has(each.digest))
    const length = JSON.stringify([fresh, exchange]).length
    if (size + length > maxSize) {
      dropped += 1
      return
    }
    size += length
    for (const each of fresh) if (each.kind === 'value') known.set(each.digest, true)
    write([...fresh, exchange])
  }

  return {
    recordingID,
    begin(method, url, rawHeaders) {
      const at = now()
      const started = performance.now()
      const values: Recorded[] = []
      const folded = (text: string): RecordedBody => {
        const { body, values: own } = foldBody(text, maxBody)
        values.push(...own)
        return body
      }
      let request: RecordedBody | null = null
      let repaired: RecordedBody | null = null
      let status = 0
      let responseHeaders: Record<string, string> = {}
      const chunks: Buffer[] = []
      let bytes = 0
      let isOver = false
      return {
        request(text, length) {
          request = text === null ? { bytes: length } : folded(text)
        },
        repaired(text) {
          repaired = folded(text)
        },
        answer(code, headers) {
          status = code
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
          const isCoded = !['', 'identity'].includes(responseHeaders['content-encoding'] ?? '')
          const text = Buffer.concat(chunks).toString('utf8')
          number += 1
          keep(
            {
              kind: 'exchange',
              id: `x${number}`,
              at,
              milliseconds: Math.round(performance.now() - started),
              method,
              url: url.replace(/\?.*$/s, ''),
              requestHeaders: headersOf(rawHeaders),
              request,
              repaired,
              status,
              responseHeaders,
              response: status === 0 ? null : isCoded ? { bytes } : { ...folded(text), bytes },
              ...(failure !== undefined && { failure }),
            },
            values,
          )
        },
      }
    },
    async close() {
      if (dropped > 0) write([{ kind: 'dropped', exchanges: dropped }])
      await writing
    },
  }
}

function headersOf(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (kept.test(raw[index]!)) headers[raw[index]!.toLowerCase()] = raw[index + 1]!
  }
  return headers
}
