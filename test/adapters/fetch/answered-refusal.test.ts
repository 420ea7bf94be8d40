import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { recoveringFetch } from '../../../src/fetch.ts'
import { createMemoryStore, type RecoveryReport } from '../../../src/index.ts'
import { platformResponse } from '../../../src/adapters/wire/platform-response.ts'
import { isPreamble, refusalIn, refusalInText } from '../../../src/adapters/wire/refusal-in.ts'
import { begun, claude, created, gemini, refusalsThatSay200, roleOnly, sse, stream } from '../refusals-that-say-200.ts'
import { clockByHand } from '../clock-by-hand.ts'

describe.each(refusalsThatSay200)('a refusal of %s that says 200', (_name, { body, mark, url }, type, refusal) => {
  const call = async (
    answer: (body: string) => string,
  ): Promise<{ said: string; sent: string[]; reports: RecoveryReport[] }> => {
    const sent: string[] = []
    const reports: RecoveryReport[] = []
    const fetch = recoveringFetch({
      store: createMemoryStore(),
      session: 's',
      onRepair: (report) => reports.push(report),
    })(async (_input, init) => {
      sent.push(String(init?.body))
      // A connection cuts where it likes.
      const pieces = Readable.from([...answer(sent.at(-1)!)].map((piece) => Buffer.from(piece)))
      const response = new Response(Readable.toWeb(pieces) as ReadableStream, { headers: { 'content-type': type } })
      return Object.defineProperty(response, 'url', { value: url })
    })
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    return { said: await response.text(), sent, reports }
  }

  test('is what the caller gets, although the request can be repaired', async () => {
    const { said, sent, reports } = await call((text) => (mark.test(text) ? refusal : '{"done":true}'))
    expect([said, sent.length]).toEqual(['{"done":true}', 2])
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered'])
  })

  test('does not reach the caller as it was when nothing helps (I10)', async () => {
    expect((await call(() => refusal)).said).toBe(refusal)
  })
})

test.each([
  { type: 'content_block_start' },
  { type: 'response.queued' },
  { choices: [{ delta: { content: 'a' } }], error: { message: 'x' } },
  { output: [{ type: 'message' }], error: { message: 'x' } },
  { output: [], error: null },
  { errors: 'x' },
  { choices: [{ delta: { role: 'assistant', content: null, refusal: 'no' } }] },
  { choices: [{ delta: { tool_calls: [{ index: 0, id: 'call_1' }] } }] },
  { choices: [{ delta: {} }, { delta: {}, finish_reason: 'stop' }] },
  { choices: 'a' },
  { candidates: [{ content: { parts: [{ text: '', thoughtSignature: 'S' }] } }] },
  { candidates: [{ content: {}, finishReason: 'SAFETY' }] },
  { contentBlockStart: {} },
  {},
  [],
  null,
  'error',
])('%j is taken for a refusal, or waited behind', (event) => {
  expect([refusalIn(event), isPreamble(event)]).toEqual([null, false])
})

test('a refusal of AWS, or one in a text, is none', () => {
  const event = { validationException: { message: 'x' } }
  expect(refusalIn(event)).toBe(event)
  expect(refusalInText(JSON.stringify(event))).toEqual(event)
  expect([refusalInText('{"error": {'), refusalInText('{"errors": {}}')]).toEqual([null, null])
})

const post = { method: 'POST', body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }) }

test.each([
  ['text/plain', 'https://a.test/v1/chat/completions', post.body],
  ['', 'https://a.test/v1/chat/completions', post.body],
  ['application/json', gemini.url.replace('?alt=sse', ''), JSON.stringify(gemini.body)],
])('a stream of type "%s" is held back to its end', async (type, url, body) => {
  const given = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('[{"begun"')) })
  const fetch = recoveringFetch()(async () => {
    const response = new Response(given, { headers: type === '' ? {} : { 'content-type': type } })
    return Object.defineProperty(response, 'url', { value: url })
  })
  const reader = (await fetch(url, { method: 'POST', body })).body!.getReader()
  expect(String(Buffer.from((await reader.read()).value!))).toBe('[{"begun"')
  await reader.cancel()
})

test.each([
  ['no error', '{"candidates": ['],
  ['no error in a list', '[{"candidates": ['],
  ['too long', `{"error": "${'x'.repeat(64 * 1024)}`],
  ['another event', sse(created, { type: 'response.queued' })],
  ['an event that cannot be read', sse(created, 'x' as never)],
])('a caller waits behind JSON that is %s', async (_what, text) => {
  const given = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from(text)) })
  const fetch = recoveringFetch()(async () => new Response(given, { headers: { 'content-type': stream } }))
  const reader = (await fetch(claude.url, post)).body!.getReader()
  expect(String(Buffer.from((await reader.read()).value!))).toBe(text)
  await reader.cancel()
})

test('a caller waits for the first event of a stream for ever, or its first bytes are lost', async () => {
  const { clock, timers } = clockByHand()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const fetch = recoveringFetch({ clock })(async () => new Response(readable, { headers: { 'content-type': stream } }))
  const call = fetch(claude.url, post)
  const writer = writable.getWriter()
  const head = `: PROCESSING\n\n${sse(begun, roleOnly, { messageStart: {} })}`
  void writer.write(Buffer.from(head))
  await expect.poll(() => [...timers.keys()]).toEqual([3_000])
  timers.get(3_000)!()
  const reader = (await call).body!.getReader()
  expect(String(Buffer.from((await reader.read()).value!))).toBe(head)
  const written = writer.write(Buffer.from('late'))
  expect(String(Buffer.from((await reader.read()).value!))).toBe('late')
  await written
  expect([...timers]).toEqual([])
  await reader.cancel()
})

describe('a response of another `fetch`', () => {
  const head = { status: 200, ok: true, statusText: '', url: 'https://a.test/', redirected: false, type: 'basic' }
  const like = (body: unknown, more: object = {}): Response =>
    ({ ...head, headers: new Headers({ 'content-type': stream }), body, ...more }) as unknown as Response

  test.each([
    ['of Node', () => Readable.from([Buffer.from('data: {"choices":[]}\n\n'), Buffer.from('rest')])],
    ['that cannot be cloned', () => new Blob(['data: {"choices":[]}\n\nrest']).stream()],
  ])('with a stream %s fails the call', async (_what, make) => {
    const response = await recoveringFetch()(async () => like(make()))('https://a.test/v1/chat/completions', post)
    expect([response.url, await response.text()]).toEqual([head.url, 'data: {"choices":[]}\n\nrest'])
  })

  test('goes on when its caller has gone, or hides that it broke', async () => {
    const endless = Readable.from([Buffer.from('a'), Buffer.from('b')])
    await platformResponse(like(endless)).body!.cancel()
    expect(endless.destroyed).toBe(true)
    const broken = Readable.from([])
    broken.destroy(new Error('gone'))
    await expect(platformResponse(like(broken)).text()).rejects.toThrow('gone')
  })

  test.each([null, undefined, 'text', new Uint8Array(1)])('with a body %j is changed', (body) => {
    const given = like(body)
    expect(platformResponse(given)).toBe(given)
  })

  test('is changed where none can be made of it', () => {
    const given = like(Readable.from([]), { status: 999 })
    expect(platformResponse(given)).toBe(given)
  })

  test('that has neither body nor `clone` fails the call', async () => {
    const given = like(undefined, { status: 400, ok: false })
    expect(await recoveringFetch()(async () => given)('https://a.test/v1/chat/completions', post)).toBe(given)
  })
})
