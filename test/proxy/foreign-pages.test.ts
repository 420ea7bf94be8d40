import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OptionsError } from '../../src/index.ts'
import { proxyTo, raw, upstreamThat } from './proxy-setup.ts'

async function reached(): Promise<{ url: string; count(): number }> {
  let requests = 0
  const url = await upstreamThat((request, response) => {
    requests += 1
    request.resume().on('end', () => {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}')
    })
  })
  return { url, count: () => requests }
}

function statusOf(url: string, headers: Readonly<Record<string, string>>, body = '{}'): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/v1/messages`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject).end(body)
  })
}

test.each([
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['a page of this machine that nobody allowed', { origin: 'http://localhost:3000' }],
  ['a cross-site fetch without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page of a sibling name', { 'sec-fetch-site': 'same-site' }],
])('%s uses the keys of this machine', async (_name, headers) => {
  const upstream = await reached()
  const proxy = await proxyTo(upstream.url)
  expect(await statusOf(proxy.url, headers)).toBe(403)
  expect(upstream.count()).toBe(0)
})

test('a page that was allowed, or a program, is refused', async () => {
  const upstream = await reached()
  const proxy = await proxyTo(upstream.url, { origins: ['http://localhost:3000'] })
  expect(await statusOf(proxy.url, { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' })).toBe(200)
  expect(await statusOf(proxy.url, {})).toBe(200)
  expect(await statusOf(proxy.url, { origin: 'http://localhost:3001' })).toBe(403)
})

test('an origin with a path is taken for one', async () => {
  await expect(proxyTo('http://127.0.0.1:9', { origins: ['http://localhost:3000/app'] })).rejects.toThrow(OptionsError)
})

test("the upstream's leave for every page is passed on", async () => {
  const upstream = await reached()
  const proxy = await proxyTo(upstream.url)
  const answer = await fetch(`${proxy.url}/v1/models`)
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test("an allowed page is not told the upstream's leave", async () => {
  const upstream = await reached()
  const proxy = await proxyTo(upstream.url, { origins: ['http://localhost:3000'] })
  const answer = await fetch(`${proxy.url}/v1/models`, { headers: { origin: 'http://localhost:3000' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('two Host headers reach the upstream', async () => {
  const upstream = await reached()
  const { port } = await proxyTo(upstream.url)
  const head = (second: string): string =>
    `GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`
  expect(await raw(port, head('evil.example'))).toMatch(/^HTTP\/1\.1 40[03] /)
  expect(await raw(port, head(`127.0.0.1:${port}`))).toMatch(/^HTTP\/1\.1 40[03] /)
  expect(upstream.count()).toBe(0)
})

// HTTP/1.0 knows no such header: a program that speaks it is one of this machine, as no browser does.
test('a request without a Host header ends the proxy, or is refused', async () => {
  const upstream = await reached()
  const { port } = await proxyTo(upstream.url)
  expect(await raw(port, 'GET /v1/models HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  expect(upstream.count()).toBe(1)
})

test('a small packed body with a giant conversation is checked, and holds up all others', async () => {
  const upstream = await reached()
  const proxy = await proxyTo(upstream.url, { maxObjects: 1000 })
  const body = (count: number): string =>
    JSON.stringify({
      model: 'm',
      max_tokens: 1,
      messages: Array.from({ length: count }, () => ({ role: 'assistant' })),
    })
  const packed = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const send = async (count: number): Promise<number> => {
    const answer = await fetch(`${proxy.url}/v1/messages`, {
      method: 'POST',
      headers: packed,
      body: gzipSync(body(count)),
    })
    return answer.status
  }
  // The body itself is one, too.
  expect(await send(999)).toBe(200)
  expect(proxy.reports).not.toEqual([])
  const checked = proxy.reports.length
  expect(await send(1000)).toBe(200)
  expect(proxy.reports).toHaveLength(checked)
  expect(upstream.count()).toBe(2)
})
