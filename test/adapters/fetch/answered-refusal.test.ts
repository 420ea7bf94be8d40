import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { recoveringFetch } from '../../../src/fetch.ts'
import { createMemoryStore, type RecoveryReport } from '../../../src/index.ts'
import type { Clock } from '../../../src/recovery/clock.ts'
import { platformResponse } from '../../../src/adapters/wire/platform-response.ts'
import { isPreamble, refusalIn, refusalInText } from '../../../src/adapters/wire/refusal-in.ts'

const signature = 'messages.1.content.0: Invalid `signature` in `thinking` block'
const sse = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const claude = {
  url: 'https://api.anthropic.com/v1/messages',
  body: {
    model: 'claude-opus-4-6',
    messages: [
      { role: 'user', content: 'Think.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'foreign', signature: 'FOREIGN' },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { role: 'user', content: 'Go on.' },
    ],
  },
}
const unverified = {
  code: 'invalid_encrypted_content',
  message:
    'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
}
const responses = {
  url: 'https://api.openai.com/v1/responses',
  body: {
    model: 'gpt-5',
    store: false,
    input: [
      { role: 'user', content: 'Think.' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'FOREIGN' },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
      },
      { role: 'user', content: 'Go on.' },
    ],
  },
}
const gemini = {
  url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
  body: {
    contents: [
      { role: 'user', parts: [{ text: 'Read.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'FOREIGN' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { text: 'a' } } }] },
    ],
  },
}
const created = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } }
const stream = 'text/event-stream'
const json = 'application/json'
const refusing = { type: 'error', error: { type: 'invalid_request_error', message: signature } }
const failed = { id: 'resp_1', status: 'failed', output: [], error: unverified }
const cases = [
  ['Messages', claude, stream, sse(refusing)],
  ['Messages as a whole', claude, json, JSON.stringify(refusing)],
  ['Responses, failed', responses, stream, sse(created, { type: 'response.failed', response: failed })],
  ['Responses, an error', responses, stream, sse(created, { ...unverified, type: 'error' })],
  ['Responses as a whole', responses, json, JSON.stringify(failed)],
  [
    'Gemini',
    gemini,
    stream,
    sse({ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Thought signature is not valid.' } }),
  ],
] as const

describe.each(cases)('a refusal of %s that says 200', (_name, { body, url }, type, refusal) => {
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
      return new Response(answer(sent.at(-1)!), { headers: { 'content-type': type } })
    })
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    return { said: await response.text(), sent, reports }
  }

  test('is what the caller gets, although the request can be repaired', async () => {
    const { said, sent, reports } = await call((text) => (text.includes('FOREIGN') ? refusal : '{"done":true}'))
    expect([said, sent.length]).toEqual(['{"done":true}', 2])
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered'])
  })

  test('does not reach the caller as it was when nothing helps (I10)', async () => {
    expect((await call(() => refusal)).said).toBe(refusal)
  })
})

test.each([
  { type: 'ping' },
  { type: 'content_block_start' },
  { type: 'response.queued' },
  { choices: [{ delta: {} }], error: { message: 'x' } },
  { output: [{}], error: { message: 'x' } },
  { output: [], error: null },
  { errors: 'x' },
  { type: 'message_start' },
  { messageStart: {} },
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
  const given = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('begun')) })
  const fetch = recoveringFetch()(async () => {
    const response = new Response(given, { headers: type === '' ? {} : { 'content-type': type } })
    return Object.defineProperty(response, 'url', { value: url })
  })
  const reader = (await fetch(url, { method: 'POST', body })).body!.getReader()
  expect(String(Buffer.from((await reader.read()).value!))).toBe('begun')
  await reader.cancel()
})

test('a caller waits behind a comment, or behind the first event of an answer', async () => {
  for (const begun of [': PROCESSING\n\n', sse(created, { type: 'response.queued' }), sse({ type: 'message_start' })]) {
    const given = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from(begun)) })
    const fetch = recoveringFetch()(async () => new Response(given, { headers: { 'content-type': stream } }))
    const reader = (await fetch(claude.url, post)).body!.getReader()
    expect(String(Buffer.from((await reader.read()).value!))).toBe(begun)
    await reader.cancel()
  }
})

test('a caller waits for the first event of a stream for ever, or its first bytes are lost', async () => {
  const timers = new Map<number, () => void>()
  const clock: Clock = { now: () => 0, after: (ms, run) => (timers.set(ms, run), () => timers.delete(ms)) }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const fetch = recoveringFetch({ clock })(async () => new Response(readable, { headers: { 'content-type': stream } }))
  const call = fetch(claude.url, post)
  await expect.poll(() => [...timers.keys()]).toEqual([3_000])
  timers.get(3_000)!()
  const reader = (await call).body!.getReader()
  const written = writable.getWriter().write(Buffer.from('late'))
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
