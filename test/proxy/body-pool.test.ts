import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BodyPool } from '../../src/proxy/body-pool.ts'
import { proxyTo, upstreamThat } from './proxy-setup.ts'

const kibibyte = 1024

test('a body gets other memory than one that has passed left, or the same as one on its way', () => {
  const pool = new BodyPool()
  const [first, second] = [pool.take(100 * kibibyte), pool.take(100 * kibibyte)]
  expect(first).toHaveLength(100 * kibibyte)
  expect(first.buffer).not.toBe(second.buffer)
  pool.give(second)
  pool.give(first)
  // One for which it is too small, or much too large, leaves it alone.
  expect([pool.take(129 * kibibyte), pool.take(1)].map(({ byteLength }) => byteLength)).toEqual([129 * kibibyte, 1])
  expect(pool.take(128 * kibibyte).buffer).toBe(second.buffer)
  expect(pool.take(65 * kibibyte).buffer).toBe(first.buffer)
  expect(pool.take(65 * kibibyte).buffer).not.toBe(first.buffer)
})

test('more is kept than is allowed, or less', () => {
  const pool = new BodyPool(128 * kibibyte)
  const taken = [1, 2, 3].map((length) => pool.take(length))
  for (const each of [pool.take(129 * kibibyte), ...taken]) pool.give(each)
  const again = [1, 2, 3].map((length) => pool.take(length).buffer)
  expect(again.map((buffer) => taken.some((each) => each.buffer === buffer))).toEqual([true, true, false])
  pool.give(taken[0]!)
  expect(pool.take(1).buffer).toBe(taken[0]!.buffer)
})

test('a request that is still being sent when its answer is through carries what another one says', async () => {
  const sockets: net.Socket[] = []
  const answer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  // Answers at once, and reads the first request when the second has passed.
  const upstream = net.createServer((socket) => {
    sockets.push(socket)
    socket.once('data', () => {
      socket.write(answer)
      if (sockets.length === 1) socket.pause()
    })
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void upstream.close())
  const { url } = await proxyTo(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`)
  const send = async (letter: string): Promise<void> => {
    const messages = [{ role: 'user', content: letter.repeat(6 * 1024 * kibibyte) }]
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'm', messages })
    const response = await fetch(`${url}/anthropic/v1/messages`, { method: 'POST', headers, body })
    await response.text()
  }
  await send('a')
  await send('b')
  const [first] = sockets
  const chunks: Buffer[] = []
  for await (const chunk of first! as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (String(chunk).endsWith(']}')) break
  }
  const rest = String(Buffer.concat(chunks))
  expect(rest.length).toBeGreaterThan(kibibyte * kibibyte)
  expect(rest.includes('b')).toBe(false)
})

test('the memory of a request that has been answered is not used again, or is while it is on its way', async () => {
  const upstream = await upstreamThat((request, response) => {
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{"type":"message"}'))
  })
  const { url } = await proxyTo(upstream)
  onTestFinished(() => void vi.restoreAllMocks())
  const [take, give] = [vi.spyOn(BodyPool.prototype, 'take'), vi.spyOn(BodyPool.prototype, 'give')]
  const messages = [{ role: 'user', content: 'a' }]
  const body = JSON.stringify({ model: 'claude-opus-4-8', max_tokens: 9, messages })
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  for (const count of [1, 2]) {
    await (await fetch(`${url}/anthropic/v1/messages`, post)).text()
    await vi.waitFor(() => expect(give).toHaveBeenCalledTimes(count))
  }
  const rooms = take.mock.results.map(({ value }) => (value as Buffer).buffer)
  expect([rooms.length, new Set(rooms).size]).toEqual([2, 1])
})
