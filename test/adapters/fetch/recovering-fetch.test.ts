import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fetch, type FetchOptions, recoveringFetch } from '../../../src/fetch.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

let emulator: ReturnType<typeof createAnthropicEmulator>
let url: string
let close: () => Promise<void>
let store: SessionStore
let reports: RecoveryReport[]
let sent: [input: unknown, init: RequestInit | undefined][]

beforeEach(async () => {
  emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  url = `${server.url}/v1/messages`
  close = () => server.close()
  store = createMemoryStore()
  reports = []
  sent = []
})

afterEach(() => close())

function recovering(options: FetchOptions = {}): Fetch {
  const wrap = recoveringFetch({ store, onRepair: (report) => reports.push(report), ...options })
  return wrap((input, init) => {
    sent.push([input, init])
    return fetch(input, init)
  })
}

const request = {
  model: 'claude-opus-4-6',
  max_tokens: 100,
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
}
const healthy = { ...request, messages: [{ role: 'user', content: 'Hi' }] }
const interrupted = {
  ...request,
  messages: [
    { role: 'user', content: 'Read a.txt' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
    { role: 'user', content: 'Are you still there?' },
  ],
}
/** What only the provider can tell: a signature that it has not made. */
const foreign = {
  ...request,
  max_tokens: 2000,
  thinking: { type: 'adaptive' },
  messages: [
    { role: 'user', content: 'Think.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'foreign thoughts', signature: 'bm90IG91cnM=' },
        { type: 'text', text: 'I have thought.' },
      ],
    },
    { role: 'user', content: 'Go on.' },
  ],
}

const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'test' }
const post = (body: unknown): RequestInit => ({ method: 'POST', headers, body: JSON.stringify(body) })

test('a broken history reaches the provider as it is', async () => {
  const response = await recovering()(url, post(interrupted))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ role: 'assistant' })
  expect(emulator.requests).toHaveLength(1)
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
})

test('a healthy request goes out as other arguments than the caller gave', async () => {
  const init = post(healthy)
  const response = await recovering()(url, init)
  expect(response.url).toBe(url)
  expect(sent[0]![1]).toBe(init)
  expect(reports).toEqual([])
})

test('the arguments of the caller are written to', async () => {
  const init = { ...post(interrupted), headers: { ...headers, 'content-length': '1' } }
  const before = structuredClone(init)
  expect((await recovering()(url, init)).status).toBe(200)
  expect(init).toEqual(before)
})

const shapes: [name: string, make: (body: string) => Parameters<Fetch>][] = [
  ['bytes', (body) => [url, { method: 'POST', headers, body: new TextEncoder().encode(body) }]],
  ['a Blob', (body) => [new URL(url), { method: 'POST', headers, body: new Blob([body]) }]],
  ['a Request', (body) => [new Request(url, { method: 'POST', headers, body })]],
]
test.each(shapes)('a body of %s is not repaired, or is used up before the retry', async (_name, make) => {
  expect((await recovering()(...make(JSON.stringify(interrupted)))).status).toBe(200)
  expect((await recovering()(...make(JSON.stringify(foreign)))).status).toBe(200)
  expect(emulator.requests.map(({ status }) => status)).toEqual([200, 400, 200])
})

test('a body that can be sent only once is read', async () => {
  const body = new Blob([JSON.stringify(interrupted)]).stream()
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect((await recovering()(url, init)).status).toBe(400)
  expect(sent).toEqual([[url, init]])
})

test('a refusal is not answered with a repaired request, or is more than once', async () => {
  expect((await recovering()(url, post(foreign))).status).toBe(200)
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])
})

test('the caller gets another response than the first refusal, or an unreadable one, when nothing helps', async () => {
  const message = 'messages.0.content: Field required'
  emulator.respondWith({ error: { status: 400, message } })
  const response = await recovering()(url, post(healthy))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { message } })
  expect(await store.messages.list()).toEqual([])
})

test('a stream is held back until it is complete, or the answer is not recorded', async () => {
  emulator.respondWith({ text: 'Streamed.', stream: { hangAfter: 3 } })
  const hanging = new AbortController()
  const init = { ...post({ ...healthy, stream: true }), signal: hanging.signal }
  const first = await recovering()(url, init)
  const reader = first.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('message_start')
  hanging.abort()
  await expect(
    reader
      .read()
      .then(() => reader.read())
      .then(() => reader.read()),
  ).rejects.toThrow(/abort/)

  emulator.respondWith({ text: 'Streamed.' })
  const second = await recovering({ session: 's' })(url, post({ ...healthy, stream: true }))
  await second.text()
  const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  expect(stored).toMatchObject([{ content: 'Hi' }, { role: 'assistant', content: [{ text: 'Streamed.' }] }])
})

test('an aborted call is sent again', async () => {
  emulator.respondWith({ hang: true })
  const aborting = new AbortController()
  const response = recovering()(url, { ...post(foreign), signal: aborting.signal })
  setTimeout(() => aborting.abort(), 50)
  await expect(response).rejects.toThrow(/abort/)
  expect(sent).toHaveLength(1)
})

test('a call that is aborted while it is sent again ends with the refusal', async () => {
  const aborting = new AbortController()
  const refuse = new Response(
    JSON.stringify({ error: { message: 'messages.1.content.0: Invalid `signature` in `thinking` block' } }),
    { status: 400 },
  )
  const send = recoveringFetch({ store })(async (_input, init) => {
    if (!aborting.signal.aborted) {
      aborting.abort()
      return refuse
    }
    init!.signal!.throwIfAborted()
    return refuse
  })
  await expect(send(url, { ...post(foreign), signal: aborting.signal })).rejects.toThrow(/abort/)
})

test('a connection that breaks while a call is sent again is hidden behind the old refusal', async () => {
  const refuse = new Response('messages.1.content.0: Invalid `signature` in `thinking` block', { status: 400 })
  let calls = 0
  const send = recoveringFetch({ store })(async () => {
    calls += 1
    if (calls > 1) throw new TypeError('fetch failed')
    return refuse
  })
  await expect(send(url, post(foreign))).rejects.toThrow('fetch failed')
})

test('an answer that comes back in another shape starts another session', async () => {
  emulator.respondWith({ text: 'Hello.' }, { text: 'Bye.' })
  const send = recovering()
  await send(url, post(healthy))
  const messages = [...healthy.messages, { role: 'assistant', content: 'Hello.' }, { role: 'user', content: 'Bye' }]
  await send(url, post({ ...request, messages }))
  expect(await store.messages.list()).toMatchObject([{ messageCount: 4 }])
})

test.each([
  ['another endpoint', '/v1/embeddings', 'POST', JSON.stringify(interrupted)],
  ['another method', '/v1/messages', 'PUT', JSON.stringify(interrupted)],
  ['no JSON', '/v1/messages', 'POST', '{"messages": ['],
  ['no messages', '/v1/messages', 'POST', '{"prompt": "x"}'],
])('%s is touched', async (_name, path, method, body) => {
  const seen: unknown[] = []
  const answer = new Response('as it is')
  const send = recoveringFetch({ store })(async (...given) => {
    seen.push(given)
    return answer
  })
  const init = { method, body }
  expect(await send(`http://127.0.0.1${path}`, init)).toBe(answer)
  expect(seen).toEqual([[`http://127.0.0.1${path}`, init]])
})

test('a request whose signature covers the body is changed', async () => {
  const signed = { ...headers, authorization: 'AWS4-HMAC-SHA256 Credential=x' }
  expect((await recovering()(url, { ...post(interrupted), headers: signed })).status).toBe(400)
})

test('a store that fails holds the request back', async () => {
  const broken = createMemoryStore()
  await broken.close()
  const response = await recovering({ store: broken })(url, post(healthy))
  expect(response.status).toBe(200)
  expect(reports).toMatchObject([{ outcome: 'failed' }])
})
