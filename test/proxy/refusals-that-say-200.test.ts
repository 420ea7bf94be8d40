import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { begun, refusalsThatSay200, sse } from '../adapters/refusals-that-say-200.ts'
import { foreign, proxyTo, readAll, request, upstreamThat } from './proxy-setup.ts'
import { clockByHand } from '../adapters/clock-by-hand.ts'

test.each(refusalsThatSay200)(
  'a refusal of %s that says 200 is what the client gets, although the request can be repaired',
  async (_name, { body, mark, route }, type, refusal) => {
    let requests = 0
    const upstream = await upstreamThat(async (incoming, outgoing) => {
      const isRefused = mark.test(String(await readAll(incoming)))
      requests += 1
      outgoing.writeHead(200, { 'content-type': type }).end(isRefused ? refusal : '{"done":true}')
    })
    const proxy = await proxyTo(upstream)
    const response = await fetch(proxy.url + route, { method: 'POST', body: JSON.stringify(body) })
    expect([await response.text(), requests]).toEqual(['{"done":true}', 2])
    expect(proxy.reports.map(({ outcome }) => outcome)).toEqual(['recovered'])
  },
)

test('a client waits for the first event of a stream for ever, or what has come until then is lost', async () => {
  const { clock, timers } = clockByHand()
  const head = `: PROCESSING\n\n${sse({ type: 'ping' }, begun)}`
  const speaking = Promise.withResolvers<(rest: string) => void>()
  const upstream = await upstreamThat((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(head)
    speaking.resolve((rest) => outgoing.end(rest))
  })
  const proxy = await proxyTo(upstream, { clock })
  const body = JSON.stringify({ ...request, stream: true, messages: [{ role: 'user', content: 'Hi' }] })
  const call = fetch(`${proxy.url}/v1/messages`, { method: 'POST', body })
  const speak = await speaking.promise
  await expect.poll(() => timers.has(3_000)).toBe(true)
  timers.get(3_000)!()
  const reader = (await call).body!.getReader()
  expect(String(Buffer.from((await reader.read()).value!))).toBe(head)
  speak(sse({ type: 'message_stop' }))
  expect(String(Buffer.from((await reader.read()).value!))).toBe(sse({ type: 'message_stop' }))
  expect((await reader.read()).done).toBe(true)
})

const coders = { identity: (bytes: Buffer) => bytes, gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

test.each(
  Object.entries(coders).flatMap(([coding, code]) => [true, false].map((streams) => ({ coding, code, streams }))),
)(
  'a refusal that says 200 is not answered with a repaired request ($coding, streams: $streams)',
  async ({ coding, code, streams }) => {
    const error = {
      type: 'invalid_request_error',
      message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
    }
    const refusal = JSON.stringify({ type: 'error', error })
    const [type, says] = streams
      ? ['text/event-stream', (data: string): string => `event: x\ndata: ${data}\n\n`]
      : ['application/json', (data: string): string => data]
    let requests = 0
    const upstream = await upstreamThat(async (incoming, outgoing) => {
      await readAll(incoming)
      requests += 1
      outgoing.writeHead(200, { 'content-type': type, 'content-encoding': coding })
      outgoing.end(code(Buffer.from(says(requests === 1 ? refusal : '{"type":"message_stop"}'))))
    })
    const proxy = await proxyTo(upstream)
    const body = JSON.stringify({ ...request, stream: streams, messages: foreign })
    const response = await fetch(`${proxy.url}/v1/messages`, {
      method: 'POST',
      body,
      headers: { 'x-api-key': 'k', 'anthropic-version': 'x' },
    })
    expect([await response.text(), requests]).toEqual([says('{"type":"message_stop"}'), 2])
  },
)

test.each(['unknown', 'constructor'])(
  'a stream that nobody here can read is sent again, or held back: %s',
  async (coding) => {
    const said = 'event: error\ndata: {"type":"error","error":{"type":"invalid_request_error","message":"x"}}\n\n'
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    let requests = 0
    const upstream = await upstreamThat(async (incoming, outgoing) => {
      await readAll(incoming)
      requests += 1
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': coding })
      outgoing.write(said)
      await arrived
      outgoing.end('the rest')
    })
    const proxy = await proxyTo(upstream)
    const body = JSON.stringify({ ...request, stream: true, messages: foreign })
    const response = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body, headers: { 'x-api-key': 'k' } })
    let got = ''
    for await (const bytes of response.body!) {
      got += Buffer.from(bytes).toString()
      resolve()
    }
    expect([got, requests]).toEqual([`${said}the rest`, 1])
  },
)
