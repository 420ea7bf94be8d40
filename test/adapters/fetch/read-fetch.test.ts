import { describe, expect, test } from 'vitest'
import { readFetch } from '../../../src/adapters/fetch/read-fetch.ts'
import { tapResponse } from '../../../src/adapters/wire/tap-response.ts'

describe('a fetch', () => {
  const body = '{"a":"é"}'
  const compressed = new Uint8Array([0x1f, 0x8b, 0xff])
  test.each<[input: string | URL | Request, init: RequestInit | undefined, method: string, text: string | null]>([
    ['https://a.test/x', undefined, 'GET', null],
    [new URL('https://a.test/x'), { method: 'POST', body }, 'POST', body],
    ['/x', { method: 'POST', body: new Blob([body]) }, 'POST', body],
    ['https://a.test/x', { method: 'POST', body: new TextEncoder().encode(body) }, 'POST', body],
    ['https://a.test/x', { method: 'POST', body: new TextEncoder().encode(body).buffer }, 'POST', body],
    ['https://a.test/x', { method: 'POST', body: compressed }, 'POST', null],
    ['https://a.test/x', { method: 'POST', body: new URLSearchParams({ a: '1' }) }, 'POST', null],
    [new Request('https://a.test/x', { method: 'POST', body }), undefined, 'POST', body],
    [new Request('https://a.test/x', { method: 'POST', body: 'other' }), { method: 'PUT', body }, 'PUT', body],
  ])('row %$: what is sent is read otherwise, or used up', async (input, init, method, text) => {
    const head = readFetch(input, init)
    expect([head.method, head.url.pathname, await head.text(), await head.text()]).toEqual([method, '/x', text, text])
  })

  test('headers of a request are read where its `init` has others', () => {
    const request = new Request('https://a.test', { headers: { a: '1' } })
    expect(readFetch(request, undefined).headers.get('a')).toBe('1')
    expect(readFetch(request, { headers: { b: '2' } }).headers.get('a')).toBeNull()
  })

  const listened = (): { tap: Parameters<typeof tapResponse>[1]; heard: string[] } => {
    const heard: string[] = []
    return {
      heard,
      tap: { push: (chunk) => void heard.push(Buffer.from(chunk).toString()), end: async () => void heard.push('end') },
    }
  }
  const streaming = { headers: { 'content-type': 'text/event-stream' }, status: 203, statusText: 'As it was' }

  test('an answer is not heard whole, or the caller gets another one', async () => {
    const { heard, tap } = listened()
    const given = new Response('whole', { headers: { 'content-type': 'application/json' } })
    expect(await tapResponse(given, tap)).toBe(given)
    expect([heard, await given.text()]).toEqual([['whole', 'end'], 'whole'])
    const empty = listened()
    const none = new Response(null, streaming)
    expect(await tapResponse(none, empty.tap)).toBe(none)
    expect(empty.heard).toEqual(['', 'end'])
    const used = new Response('gone')
    await used.text()
    const late = listened()
    await tapResponse(used, late.tap)
    expect(late.heard).toEqual(['end'])
  })

  test('a stream is held back, loses what it is, or has no end', async () => {
    const { heard, tap } = listened()
    let pulls = 0
    const source = new ReadableStream<Uint8Array>(
      { pull: (controller) => ((pulls += 1) < 3 ? controller.enqueue(Buffer.from(`${pulls}`)) : controller.close()) },
      { highWaterMark: 0 },
    )
    const given = Object.defineProperty(new Response(source, streaming), 'url', { value: 'https://a.test/x' })
    const tapped = await tapResponse(given, tap)
    expect([tapped.status, tapped.statusText, tapped.url, tapped.headers.get('content-type'), pulls]).toEqual([
      203,
      'As it was',
      'https://a.test/x',
      'text/event-stream',
      0,
    ])
    expect([await tapped.text(), heard]).toEqual(['12', ['1', '2', 'end']])
  })

  test('a stream that breaks, or that its caller leaves, has no end', async () => {
    const cut = new Error('reset')
    const broken = listened()
    const breaking = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cut) })
    await expect((await tapResponse(new Response(breaking, streaming), broken.tap)).text()).rejects.toBe(cut)
    const left = listened()
    const cancelled: unknown[] = []
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('x')),
      cancel: (reason) => void cancelled.push(reason),
    })
    await (await tapResponse(new Response(endless, streaming), left.tap)).body!.cancel('enough')
    expect([broken.heard, left.heard, cancelled]).toEqual([['end'], ['end'], ['enough']])
  })
})
