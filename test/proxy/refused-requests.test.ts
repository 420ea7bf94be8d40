import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodedText } from '../../src/proxy/content-coding.ts'
import { proxyTo, raw, readAll, request, upstreamThat } from './proxy-setup.ts'

test.each([
  ['by its length', (body: string) => body],
  ['by its bytes', (body: string) => new Blob([body]).stream()],
])('a request that is too long is read to its end (%s)', async (_how, make) => {
  const proxy = await proxyTo('http://127.0.0.1:1', { maxBody: 1000 })
  const body = make(JSON.stringify({ ...request, messages: [{ role: 'user', content: 'x'.repeat(100_000) }] }))
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  const response = await fetch(`${proxy.url}/v1/messages`, init)
  expect(response.status).toBe(413)
})

test('a bomb in a coded request is unpacked', async () => {
  const upstream = await upstreamThat(async (incoming, outgoing) => {
    outgoing.end(String((await readAll(incoming)).length))
  })
  const proxy = await proxyTo(upstream, { maxBody: 100_000 })
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
  const headers = { 'content-encoding': 'gzip' }
  const response = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', headers, body: bomb })
  expect(await response.text()).toBe(String(bomb.length))
  expect(decodedText(bomb, 'gzip', 100_000)).toBeNull()
})

test.each([
  ['an absolute URL', 'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: 169.254.169.254', 400],
  ['a foreign host', 'GET /v1/models HTTP/1.1\r\nHost: evil.example', 403],
  ['a host that only begins like ours', 'GET /v1/models HTTP/1.1\r\nHost: localhost.evil.example', 403],
  ['a host that only ends like ours', 'GET /v1/models HTTP/1.1\r\nHost: evil.localhost', 403],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example', 405],
  ['a WebSocket', 'GET /v1/realtime HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket', 501],
  ['no HTTP', 'EHLO there', 400],
])('%s is let through', async (_name, head, status) => {
  let asked = 0
  const proxy = await proxyTo(await upstreamThat((_incoming, outgoing) => void outgoing.end(String((asked += 1)))))
  const answer = await raw(proxy.port, `${head}\r\n\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(asked).toBe(0)
})

test('a path leads to another server than the configured one', async () => {
  let seen: unknown
  const upstream = await upstreamThat((incoming, outgoing) => {
    seen = [incoming.headers.host, incoming.url]
    outgoing.end()
  })
  const proxy = await proxyTo(upstream)
  await raw(proxy.port, 'GET //evil.example/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(seen).toEqual([new URL(upstream).host, '//evil.example/x'])
})

test('a proxy listens to the whole network, or takes an upstream that it cannot keep', async () => {
  await expect(proxyTo('http://127.0.0.1:1', { host: '0.0.0.0' })).rejects.toThrow(/loopback/)
  for (const upstream of ['ftp://host', 'https://user:password@host', 'https://host/?key=x', 'nowhere'])
    await expect(proxyTo(upstream)).rejects.toThrow(/Invalid upstream/)
})

test('I12: the password of an origin stands in the message that refuses it', async () => {
  const refused = proxyTo('http://127.0.0.1:1', { origins: ['http://me:S3CRET@host'] })
  await expect(refused).rejects.toThrow(/^(?!.*S3CRET)Invalid origin/)
})
