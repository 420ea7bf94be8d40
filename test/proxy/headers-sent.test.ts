import http, { type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { interrupted, proxyTo, readAll, request, upstreamThat } from './proxy-setup.ts'

const body = (messages: readonly unknown[]): string => JSON.stringify({ ...request, messages })

test.each([
  ['that is passed on as it comes', '/v1/files', 'any', ['expect']],
  ['that is healthy', '/v1/messages', body([{ role: 'user', content: 'Hi' }]), []],
  ['that is no conversation', '/v1/messages', '[]', []],
  ['that is repaired', '/v1/messages', body(interrupted), []],
] as const)('of a request %s a header is lost, or one of its own connection gets out', async (_, path, text, more) => {
  let headers: readonly string[] = []
  const upstream = await upstreamThat(async (incoming, outgoing) => {
    headers = incoming.rawHeaders
    await readAll(incoming)
    outgoing.setHeader('content-type', 'application/json').end('{}')
  })
  const { port } = await proxyTo(upstream)
  const own = ['Host', 'localhost', 'Connection', 'close, X-Hop', 'X-Hop', '1', 'Expect', '100-continue']
  const others = ['X-Two', 'a', 'x-two', 'b', 'Content-Type', 'application/json']
  const length = ['Content-Length', String(Buffer.byteLength(text))]
  const asked = { host: '127.0.0.1', port, method: 'POST', path }
  const out = http.request({ ...asked, headers: [...own, ...others, ...length] }).end(text)
  await readAll(await new Promise<IncomingMessage>((resolve) => out.once('response', resolve)))
  const names = headers.filter((_name, at) => at % 2 === 0).map((name) => name.toLowerCase())
  expect(names.sort()).toEqual(
    ['connection', 'content-length', 'content-type', 'host', 'x-two', 'x-two', ...more].sort(),
  )
  expect(headers[headers.findIndex((name) => name.toLowerCase() === 'host') + 1]).toBe(new URL(upstream).host)
})
