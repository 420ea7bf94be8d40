import Anthropic from '@anthropic-ai/sdk'
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import http, { type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { createRecorder } from '../../src/proxy/recording/create-recorder.ts'
import { createAnthropicEmulator } from '../../src/testing.ts'
import { foreign, interrupted, proxyTo, readAll, request, upstreamThat } from './proxy-setup.ts'

async function emulated(options: Parameters<typeof proxyTo>[1] = {}): Promise<{
  emulator: ReturnType<typeof createAnthropicEmulator>
  proxy: Awaited<ReturnType<typeof proxyTo>>
  anthropic: Anthropic
}> {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const proxy = await proxyTo(server.url, options)
  const anthropic = new Anthropic({ apiKey: 'sk-ant-secret', baseURL: `${proxy.url}/anthropic`, maxRetries: 0 })
  return { emulator, proxy, anthropic }
}

test('a broken history reaches the provider as it is', async () => {
  const { emulator, proxy, anthropic } = await emulated()
  const message = await anthropic.messages.create({ ...request, messages: interrupted })
  expect(message.role).toBe('assistant')
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(proxy.reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
})

test('a connection is ended while clients still mean to use it', async () => {
  const { emulator, proxy } = await emulated()
  emulator.respondWith({ text: 'Hi' })
  const body = JSON.stringify({ ...request, messages: [{ role: 'user', content: 'Hi' }] })
  const headers = { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
  const answer = await fetch(`${proxy.url}/anthropic/v1/messages`, { method: 'POST', headers, body })
  await answer.text()
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
  // The longest of those that the clients of providers are built on: Go, 90 s.
  expect(Number(seconds)).toBeGreaterThan(90)
})

test('a count of tokens goes out broken, or becomes a session', async () => {
  const recorder = createRecorder({ store: createMemoryStore() })
  const { emulator, proxy, anthropic } = await emulated({ recorder })
  const { max_tokens: _tokens, ...counted } = request
  expect(await anthropic.messages.countTokens({ ...counted, messages: interrupted })).toMatchObject({
    input_tokens: expect.any(Number),
  })
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(proxy.reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(await proxy.store.messages.list()).toEqual([])
  await proxy.close()
  expect(recorder.status()).toMatchObject({ exchanges: 1, dropped: 0 })
})

test('a refusal is not answered with a repaired request', async () => {
  const { emulator, anthropic } = await emulated()
  const thinking = { type: 'adaptive' as const }
  await anthropic.messages.create({ ...request, thinking, messages: foreign })
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
})

test.each([
  ['of a megabyte is not read', 0, 2],
  ['of more than a megabyte is read, or cut', 1, 1],
])('a refusal %s', async (_what, more, requests) => {
  const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  const refusal = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })
  const long = refusal.padEnd(1024 * 1024 + more)
  const bodies: string[] = []
  const upstream = await upstreamThat(async (incoming, outgoing) => {
    bodies.push(String(await readAll(incoming)))
    outgoing.writeHead(bodies.length === 1 ? 400 : 200, { 'content-type': 'application/json' })
    outgoing.end(bodies.length === 1 ? long : '{}')
  })
  const proxy = await proxyTo(upstream)
  const body = JSON.stringify({ ...request, thinking: { type: 'adaptive' }, messages: foreign })
  const response = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body })
  expect(await response.text()).toBe(more === 0 ? '{}' : long)
  expect(bodies).toHaveLength(requests)
})

test('a refusal of one byte arrives without it', async () => {
  const upstream = await upstreamThat((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(400).end('x')
  })
  const proxy = await proxyTo(upstream)
  const body = JSON.stringify({ ...request, messages: [{ role: 'user', content: 'Hi' }] })
  const response = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body })
  expect([response.status, await response.text()]).toEqual([400, 'x'])
})

test('the client gets another error than the first refusal when nothing helps', async () => {
  const { emulator, anthropic } = await emulated()
  emulator.respondWith({ error: { status: 400, message: 'messages.0.content: Field required' } })
  const sent = anthropic.messages.create({ ...request, messages: [{ role: 'user', content: 'Hi' }] })
  await expect(sent).rejects.toThrow(/400.*Field required/)
  expect(emulator.requests).toHaveLength(1)
})

test('a repaired stream is not streamed, or its answer is not recorded', async () => {
  const { emulator, proxy, anthropic } = await emulated()
  emulator.respondWith({ text: 'Streamed.' })
  const stream = anthropic.messages.stream({ ...request, messages: interrupted })
  expect(await stream.finalText()).toBe('Streamed.')
  const [session] = await proxy.store.messages.list()
  expect(session).toMatchObject({ messageCount: 4 })
})

test('the turns of a conversation become several sessions', async () => {
  const { emulator, proxy, anthropic } = await emulated()
  emulator.respondWith({ toolUse: [{ name: 'read', input: {} }] }, { text: 'Done.' })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Read a.' }]
  const first = await anthropic.messages.create({ ...request, messages })
  const call = first.content.find((block) => block.type === 'tool_use')!
  messages.push({ role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] })
  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'A' }] })
  await anthropic.messages.create({ ...request, messages })
  const sessions = await proxy.store.messages.list()
  expect(sessions).toMatchObject([{ messageCount: 4 }])
  expect(await proxy.store.parts.get(sessions[0]!.sessionID, call.id)).toMatchObject({ output: 'A' })
})

test('a key gets into the store or into an event', async () => {
  const { proxy, anthropic } = await emulated()
  const keys = { 'x-api-key': 'sk-ant-secret', authorization: 'Bearer secret', cookie: 'session=secret' }
  await anthropic.messages.create({ ...request, messages: interrupted })
  await fetch(`${proxy.url}/v1/messages?key=secret`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ ...request, messages: interrupted }),
  })
  await fetch(`${proxy.url}/v1beta/models?key=secret`)
  const sessions = await proxy.store.messages.list()
  const kept = await Promise.all(
    sessions.map(async ({ sessionID }) => [
      await proxy.store.messages.load(sessionID),
      await proxy.store.parts.list(sessionID),
      await proxy.store.messages.standing(sessionID),
    ]),
  )
  expect(JSON.stringify(kept)).toContain('Are you still there?')
  expect(JSON.stringify([kept, proxy.events, proxy.reports])).not.toContain('secret')
  expect(proxy.events).toHaveLength(3)
})

test('untouched traffic differs by a byte: method, path, headers, body, status, answer', async () => {
  const seen: { method: unknown; url: unknown; headers: string[]; body: Buffer }[] = []
  const upstream = await upstreamThat(async (incoming, outgoing) => {
    const { method, url, rawHeaders } = incoming
    seen.push({ method, url, headers: rawHeaders, body: await readAll(incoming) })
    outgoing.sendDate = false
    outgoing.writeHead(418, 'Teapot', ['X-One', '1', 'x-one', '2', 'Set-Cookie', 'a', 'Set-Cookie', 'b'])
    outgoing.end(incoming.method === 'HEAD' ? undefined : answer)
  })
  const answer = randomBytes(100_000)
  const sent = randomBytes(300_000)
  const proxy = await proxyTo(upstream)
  const headers = [
    'Host',
    'localhost',
    'X-Odd-CASE',
    'ä'.normalize('NFC'),
    'Accept',
    'a',
    'Accept',
    'b',
    'Connection',
    'X-Hop',
    'X-Hop',
    'x',
  ]
  for (const [method, path] of [
    ['POST', '/v1/files?a=%2F..%2f&b=c+d'],
    ['PUT', '/openai/v1//odd/../path/%zz'],
    ['GET', '/anthropic/v1/models'],
    ['HEAD', '/v1beta/models'],
    ['DELETE', '/v1/files/1'],
  ] as const) {
    const hasBody = method === 'POST' || method === 'PUT'
    const length = hasBody ? ['Content-Length', String(sent.length)] : []
    const out = http.request({ port: proxy.port, host: '127.0.0.1', method, path, headers: [...headers, ...length] })
    out.end(hasBody ? sent : undefined)
    const back = await new Promise<IncomingMessage>((resolve) => out.on('response', resolve))
    const body = await readAll(back)
    expect([back.statusCode, back.statusMessage]).toEqual([418, 'Teapot'])
    expect(back.rawHeaders.slice(0, 8)).toEqual(['X-One', '1', 'x-one', '2', 'Set-Cookie', 'a', 'Set-Cookie', 'b'])
    expect(back.headers['date']).toBeUndefined()
    expect(body.equals(method === 'HEAD' ? Buffer.alloc(0) : answer)).toBe(true)
    const last = seen.at(-1)!
    expect(last.body.equals(hasBody ? sent : Buffer.alloc(0))).toBe(true)
    expect(last.method).toBe(method)
    expect(last.headers.slice(2, 8)).toEqual(headers.slice(2, 8))
    expect(last.headers).not.toContain('X-Hop')
  }
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/files?a=%2F..%2f&b=c+d',
    '/v1//odd/../path/%zz',
    '/v1/models',
    '/v1beta/models',
    '/v1/files/1',
  ])
})

test('a healthy conversation differs by a byte', async () => {
  let seen = ''
  let hosts: readonly string[] | undefined
  const upstream = await upstreamThat(async (incoming, outgoing) => {
    seen = (await readAll(incoming)).toString()
    hosts = incoming.headersDistinct.host
    outgoing.end('{}')
  })
  const proxy = await proxyTo(upstream)
  const body = `{ "max_tokens" :1.0, "model":"claude-opus-4-6",\n"messages":[{"role":"user","content":"H\\u0069 \u00e4"}]}`
  await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body })
  expect([seen, hosts]).toEqual([body, [new URL(upstream).host]])
})

test('a coded request is not repaired, or a coded answer arrives decoded or is not recorded', async () => {
  let seen: IncomingMessage | undefined
  let body = ''
  const coded = gzipSync(
    JSON.stringify({ id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Coded.' }] }),
  )
  const upstream = await upstreamThat(async (incoming, outgoing) => {
    seen = incoming
    body = (await readAll(incoming)).toString()
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    outgoing.end(coded)
  })
  const proxy = await proxyTo(upstream)
  const headers = { host: 'localhost', 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const out = http.request({ port: proxy.port, host: '127.0.0.1', method: 'POST', path: '/v1/messages', headers })
  out.end(gzipSync(JSON.stringify({ ...request, messages: interrupted })))
  const back = await new Promise<IncomingMessage>((resolve) => out.on('response', resolve))
  const bytes = await readAll(back)
  expect(bytes.equals(coded)).toBe(true)
  expect(gunzipSync(bytes).toString()).toContain('Coded.')
  expect(seen!.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(body).messages).toHaveLength(3)
  expect(body).toContain('tool_result')
  const [session] = await proxy.store.messages.list()
  const stored = await proxy.store.messages.load(session!.sessionID)
  expect(JSON.stringify(stored)).toContain('Coded.')
})

test.each(['/v1/messages', '/v1/other'])('a chunk of a stream waits for the next at %s', async (path) => {
  const pending: (() => void)[] = []
  const upstream = await upstreamThat((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write('data: {"type":"content_block_start"}\n\n')
    pending.push(() => outgoing.end('data: {"type":"message_stop"}\n\n'))
  })
  const proxy = await proxyTo(upstream)
  const body = JSON.stringify({ ...request, messages: [{ role: 'user', content: 'Hi' }] })
  const response = await fetch(proxy.url + path, { method: 'POST', body })
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: {"type":"content_block_start"}\n\n')
  pending[0]!()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: {"type":"message_stop"}\n\n')
  expect((await reader.read()).done).toBe(true)
})

test('the head of an answer waits for its first chunk', async () => {
  const upstream = await upstreamThat((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  })
  const proxy = await proxyTo(upstream)
  const response = await fetch(`${proxy.url}/v1/other`, { signal: AbortSignal.timeout(60_000) })
  expect(response.status).toBe(200)
  await response.body!.cancel()
})

test('a request is buffered that is not checked, or a slow client is not waited for', async () => {
  let received = 0
  const upstream = await upstreamThat((incoming, outgoing) => {
    incoming.once('data', (chunk: Buffer) => {
      received += chunk.length
      incoming.resume()
      outgoing.writeHead(200)
      const fill = (): void => {
        while (written < 200 && outgoing.write(Buffer.alloc(1024 * 1024))) written += 1
        if (written < 200) outgoing.once('drain', fill)
      }
      fill()
    })
  })
  let written = 0
  const proxy = await proxyTo(upstream)
  const out = http.request({ port: proxy.port, host: '127.0.0.1', method: 'POST', path: '/v1/files' })
  out.write('the first part of an upload that goes on')
  const back = await new Promise<IncomingMessage>((resolve) => out.on('response', resolve))
  expect(received).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(written).toBeLessThan(100)
  back.destroy()
})

test.each(['/v1/messages', '/v1/other'])('a client that leaves keeps the upstream busy at %s', async (path) => {
  const closed = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const upstream = await upstreamThat((incoming, outgoing) => {
    incoming.resume()
    outgoing.on('close', closed.resolve)
    arrived.resolve()
  })
  const proxy = await proxyTo(upstream)
  const leaving = new AbortController()
  const body = JSON.stringify({ ...request, messages: [{ role: 'user', content: 'Hi' }] })
  const sent = fetch(proxy.url + path, { method: 'POST', body, signal: leaving.signal })
  await arrived.promise
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await closed.promise
  await expect.poll(() => proxy.events).toMatchObject([{ failure: 'client_gone', status: 0 }])
})

test('a stream that is cut ends in good order', async () => {
  const { emulator, anthropic } = await emulated()
  emulator.respondWith({ text: 'Streamed.', stream: { cutAfter: 3 } })
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const stream = anthropic.messages.stream({ ...request, messages })
  await expect(stream.finalText()).rejects.toThrow()
})

test('an upstream that is down gives no answer, or one that tells what was sent', async () => {
  const proxy = await proxyTo('http://127.0.0.1:1')
  const started = performance.now()
  const body = JSON.stringify({ ...request, messages: interrupted })
  const response = await fetch(`${proxy.url}/v1/messages?key=secret`, { method: 'POST', body })
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({
    error: { type: 'upstream_unreachable', message: 'session-recovery proxy: cannot reach 127.0.0.1:1 (ECONNREFUSED)' },
  })
  await fetch(`${proxy.url}/v1/models?key=secret?`, { headers: { origin: 'https://evil.example' } })
  const took = performance.now() - started
  expect(proxy.events.every(({ milliseconds }) => milliseconds >= 0 && milliseconds <= took)).toBe(true)
  const event = { method: 'POST', path: '/v1/messages', upstream: 'http://127.0.0.1:1', status: 502 }
  const refused = { method: 'GET', path: '/v1/models', upstream: '', status: 403, failure: 'foreign_page_refused' }
  expect(proxy.events).toEqual(
    [{ ...event, failure: 'upstream_unreachable' }, refused].map((each) => ({
      ...each,
      milliseconds: expect.any(Number) as number,
    })),
  )
})

test('an upstream that says nothing is waited for without end', async () => {
  const upstream = await upstreamThat((incoming) => void incoming.resume())
  const proxy = await proxyTo(upstream, { timeout: 100 })
  const response = await fetch(`${proxy.url}/v1/models`)
  expect(response.status).toBe(504)
  expect(proxy.events).toMatchObject([{ failure: 'upstream_timeout' }])
})
