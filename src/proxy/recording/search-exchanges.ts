import { bodyText, findExchanges, type ExchangeQuery, type Recording } from './read-recording.ts'
import type { RecordedBody, RecordedExchange } from './recorded.ts'

/** Bounds of a search: each is kept between the two numbers, and what they leave out is told. */
export interface SearchQuery extends Pick<ExchangeQuery, 'status' | 'path' | 'offset'> {
  /** Words in a body, in any case. */
  readonly text: string
  /** Exchanges in the answer, 1 to 5,000. Default 50. */
  readonly limit?: number
  /** Exchanges whose bodies are looked at, 1 to 5,000. Default 5,000. */
  readonly scan?: number
  /** Characters around a hit, 20 to 500. Default 120. */
  readonly context?: number
}

/** Where the words stand. Text of a recording, whose secrets were masked when it was made. */
export interface Snippet {
  readonly body: 'request' | 'repaired' | 'response'
  /** Characters before the hit in its body. */
  readonly at: number
  readonly text: string
}

export interface SearchHit {
  readonly exchange: RecordedExchange
  /** How often the words stand in its bodies. */
  readonly hits: number
  /** The first three. */
  readonly snippets: readonly Snippet[]
}

export interface SearchResult {
  readonly items: readonly SearchHit[]
  readonly scanned: number
  /** Exchanges without any body, and those of which none was kept as text: in a coding that cannot be read. */
  readonly skipped: { readonly noBody: number; readonly binary: number }
  /** `offset` of a search that goes on, where this one ended before the last exchange. */
  readonly next?: number
}

const SNIPPETS = 3

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.trunc(value)))

/** The places of words that do not overlap, in any case. */
function placesOf(text: string, words: RegExp): number[] {
  return Array.from(text.matchAll(words), ({ index }) => index)
}

function snippetOf(text: string, at: number, length: number, context: number): string {
  const from = Math.max(0, at - context)
  const to = Math.min(text.length, at + length + context)
  // Half of a character at a cut would be no text.
  const part = text.slice(from, to).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`
}

const bodiesOf = ({ request, repaired, response }: RecordedExchange): [Snippet['body'], RecordedBody | null][] => [
  ['request', request],
  ['repaired', repaired],
  ['response', response],
]

function hitOf(exchange: RecordedExchange, words: string, context: number): SearchHit {
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'gi')
  const found = bodiesOf(exchange).flatMap(([body, kept]) => {
    const text = bodyText(kept)
    return placesOf(text, pattern).map((at) => ({ body, at, text }))
  })
  const snippets = found
    .slice(0, SNIPPETS)
    .map(({ body, at, text }) => ({ body, at, text: snippetOf(text, at, words.length, context) }))
  return { exchange, hits: found.length, snippets }
}

/**
 * Exchanges whose bodies hold the words, the oldest first, with what stands around them. A search is bounded, and says where
 * to go on.
 *
 * @example
 * searchExchanges(recording, { text: 'tool_use', status: 'error' }).items.map(({ snippets }) => snippets)
 */
export function searchExchanges(
  recording: Recording,
  { text, limit = 50, scan = 5000, context = 120, offset = 0, ...query }: SearchQuery,
): SearchResult {
  const { items: all } = findExchanges(recording, { ...query, offset, limit: Number.MAX_SAFE_INTEGER })
  const [most, width] = [between(limit, 1, 5000), between(context, 20, 500)]
  const looked = all.slice(0, between(scan, 1, 5000))
  const items: SearchHit[] = []
  const skipped = { noBody: 0, binary: 0 }
  let scanned = 0
  for (const exchange of looked) {
    if (items.length === most) break
    scanned += 1
    const bodies = bodiesOf(exchange).flatMap(([, body]) => (body === null ? [] : [body]))
    if (bodies.every((body) => body.bytes === 0)) skipped.noBody += 1
    else if (bodies.every((body) => !('json' in body) && !('text' in body))) skipped.binary += 1
    else {
      const hit = hitOf(exchange, text, width)
      if (hit.hits > 0) items.push(hit)
    }
  }
  return { items, scanned, skipped, ...(scanned < all.length && { next: offset + scanned }) }
}
