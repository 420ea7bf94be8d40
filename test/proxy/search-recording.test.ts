import { expect, test } from 'vitest'
import {
  bodyText,
  type ExchangeQuery,
  findExchanges,
  type Recording,
} from '../../src/proxy/recording/read-recording.ts'
import type { RecordedBody, RecordedExchange } from '../../src/proxy/recording/recorded.ts'
import { searchExchanges } from '../../src/proxy/recording/search-exchanges.ts'
import { summariseRecording } from '../../src/proxy/recording/summarise-recording.ts'

const text = (said: string): RecordedBody => ({ text: said, bytes: said.length, truncated: false })

function exchange(id: string, more: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    kind: 'exchange',
    id,
    at: 0,
    milliseconds: 1,
    method: 'POST',
    url: 'https://api.test/v1/messages',
    requestHeaders: {},
    request: text('nothing'),
    repaired: null,
    status: 200,
    responseHeaders: {},
    response: null,
    ...more,
  }
}

const recordingOf = (exchanges: readonly RecordedExchange[]): Recording => ({
  recordingID: 'r',
  dropped: 0,
  unreadable: 0,
  exchanges,
})

const mixed = recordingOf([
  exchange('x1', { request: text('A Pear, a pear'), response: text('no'), repaired: text('pear? PEAR!') }),
  exchange('x2', { request: { bytes: 10 }, response: { bytes: 20 } }),
  exchange('x3', { request: null }),
  exchange('x4', { request: { json: { said: ['a.b'] }, bytes: 9 }, status: 400 }),
  exchange('x5', { request: text('axb') }),
  exchange('x6', { request: text('the last pear') }),
])

test('words are found where they are not, missed where they are, or counted wrongly', () => {
  const { items, scanned, skipped, next } = searchExchanges(mixed, { text: 'pEAr' })
  expect(items.map(({ exchange: { id }, hits }) => [id, hits])).toEqual([
    ['x1', 4],
    ['x6', 1],
  ])
  expect(items[0]!.snippets.map(({ body, at }) => [body, at])).toEqual([
    ['request', 2],
    ['request', 10],
    ['repaired', 0],
  ])
  expect([scanned, skipped, next]).toEqual([6, { noBody: 1, binary: 1 }, undefined])
  const [answered] = searchExchanges(mixed, { text: 'no' }).items
  expect(answered!.snippets).toEqual([{ body: 'response', at: 0, text: 'no' }])
  const dotted = searchExchanges(mixed, { text: 'a.b' })
  expect(dotted.items.map(({ exchange: { id } }) => id)).toEqual(['x4'])
  expect(searchExchanges(mixed, { text: 'pear', status: 'error' })).toMatchObject({ items: [], scanned: 1 })
})

test.each([1, 2, 3, 5, 6, 100])('a search in steps of %i loses or repeats an exchange', (step) => {
  for (const bound of ['scan', 'limit'] as const) {
    const seen: string[] = []
    let offset: number | undefined = 0
    let scanned = 0
    while (offset !== undefined) {
      const found = searchExchanges(mixed, { text: 'a', offset, [bound]: step })
      expect(found.items.length).toBeLessThanOrEqual(step)
      seen.push(...found.items.map((each) => each.exchange.id))
      scanned += found.scanned
      offset = found.next
    }
    expect(seen).toEqual(['x1', 'x4', 'x5', 'x6'])
    expect(scanned).toBe(6)
  }
})

test('a snippet is longer than was asked for, cuts a character, or does not show the words', () => {
  const around = `${'🍐'.repeat(300)}HERE${'🍐'.repeat(300)}`
  for (const context of [0, 19, 20, 21, 120, 500, 10_000]) {
    const [hit] = searchExchanges(recordingOf([exchange('x1', { request: text(around) })]), {
      text: 'here',
      context,
    }).items
    const snippet = hit!.snippets[0]!.text
    expect(snippet).toContain('HERE')
    expect(snippet.isWellFormed()).toBe(true)
    expect(snippet.length).toBe(Math.min(500, Math.max(20, context)) * 2 + 6)
  }
  const [whole] = searchExchanges(recordingOf([exchange('x1', { request: text('HERE') })]), { text: 'HERE' }).items
  expect(whole!.snippets[0]!.text).toBe('HERE')
})

test('a summary counts otherwise than its exchanges, or makes a minute of nothing', () => {
  const refusal = text('{"error":{"message":"messages: text content blocks must be non-empty"}}')
  const week = 7 * 86_400_000
  const exchanges = [
    exchange('x1', { at: week + 61_000, milliseconds: 30, response: text('late') }),
    exchange('x2', { at: 59_999, status: 400, response: refusal, repaired: text('r') }),
    exchange('x3', { at: 60_000, status: 0, url: 'https://api.test/v1/models', method: 'GET', request: null }),
    exchange('x4', { at: 119_999, status: 400, response: refusal, milliseconds: 7 }),
  ]
  const summary = summariseRecording(recordingOf(exchanges))
  expect(summary.timeline.map(({ at, exchanges: count, failed }) => [at, count, failed])).toEqual([
    [0, 1, 1],
    [60_000, 2, 2],
    [week + 60_000, 1, 0],
  ])
  const { length } = bodyText(refusal)
  expect(summary).toMatchObject({ exchanges: 4, failed: 3, repaired: 1, from: 59_999, to: week + 61_000 })
  expect(summary.bytes).toBe(7 * 3 + 4 + length * 2)
  expect(summary.findings).toEqual({
    statuses: [
      { name: '400', count: 2 },
      { name: '200', count: 1 },
      { name: 'no answer', count: 1 },
    ],
    addresses: [
      { name: 'POST https://api.test/v1/messages', count: 3 },
      { name: 'GET https://api.test/v1/models', count: 1 },
    ],
    faults: [{ name: 'blank_text', count: 2 }],
    slowest: [
      { name: 'x1', count: 30 },
      { name: 'x4', count: 7 },
      { name: 'x2', count: 1 },
      { name: 'x3', count: 1 },
    ],
    largest: [
      { name: 'x2', count: length + 7 },
      { name: 'x4', count: length + 7 },
      { name: 'x1', count: 11 },
      { name: 'x3', count: 0 },
    ],
  })
  const many = Array.from({ length: 30 }, (_, at) => exchange(`x${at}`, { milliseconds: at }))
  expect(summariseRecording(recordingOf(many)).findings.slowest.map(({ count }) => count)).toEqual(
    Array.from({ length: 10 }, (_, at) => 29 - at),
  )
  expect(summariseRecording(recordingOf([]))).toMatchObject({ from: null, to: null, timeline: [], exchanges: 0 })
})

const asked = recordingOf([
  exchange('x1', { status: 200, request: text('Pear') }),
  exchange('x2', { status: 399, url: 'https://api.test/v1/responses', repaired: text('a pear') }),
  exchange('x3', { status: 400, response: text('PEAR') }),
  exchange('x4', { status: 0 }),
])

test.for<readonly [query: ExchangeQuery, found: string]>([
  [{}, 'x1 x2 x3 x4 of 4'],
  [{ status: 'error' }, 'x3 x4 of 2'],
  [{ status: 'ok' }, 'x1 x2 of 2'],
  [{ path: '/responses' }, 'x2 of 1'],
  [{ text: 'pEar' }, 'x1 x2 x3 of 3'],
  [{ text: 'pear', status: 'error', path: 'messages' }, 'x3 of 1'],
  [{ limit: 1 }, 'x1 of 4, more'],
  [{ limit: 4 }, 'x1 x2 x3 x4 of 4'],
  [{ offset: 1, limit: 2 }, 'x2 x3 of 4, more'],
  [{ offset: 2, limit: 2 }, 'x3 x4 of 4'],
  [{ offset: 9 }, ' of 4'],
])('%j finds other exchanges, or clamps them in silence', ([query, found]) => {
  const { items, total, truncated } = findExchanges(asked, query)
  expect(`${items.map(({ id }) => id).join(' ')} of ${total}${truncated ? ', more' : ''}`).toBe(found)
})

test.each([
  [50, false],
  [51, true],
])('who names no limit is shown more than fifty of %i exchanges, or told of no others', (count, truncated) => {
  const many = recordingOf(Array.from({ length: count }, (_, at) => exchange(`x${at}`)))
  const { items, ...rest } = findExchanges(many, {})
  expect([items.map(({ id }) => id), rest]).toEqual([
    many.exchanges.slice(0, 50).map(({ id }) => id),
    { total: count, truncated },
  ])
  const { items: hits, next } = searchExchanges(many, { text: 'nothing' })
  expect([hits.length, next]).toEqual([50, truncated ? 50 : undefined])
})
