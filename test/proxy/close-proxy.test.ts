import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { createProxy } from '../../src/proxy/create-proxy.ts'
import { createRecorder, type Recorder } from '../../src/proxy/recording/create-recorder.ts'
import { proxyTo, upstreamThat } from './proxy-setup.ts'

test('a stop cuts calls that are under way, or never ends', async () => {
  const finish: (() => void)[] = []
  const upstream = await upstreamThat((_incoming, outgoing) => void finish.push(() => outgoing.end('done')))
  const proxy = await proxyTo(upstream, { grace: 600_000 })
  const sent = fetch(`${proxy.url}/v1/models`)
  await expect.poll(() => finish).toHaveLength(1)
  const stopped = proxy.close()
  finish[0]!()
  expect(await (await sent).text()).toBe('done')
  await stopped

  const stuck = await proxyTo(upstream, { grace: 50 })
  const cut = fetch(`${stuck.url}/v1/models`)
  await expect.poll(() => finish).toHaveLength(2)
  await Promise.all([stuck.close(), expect(cut).rejects.toThrow()])

  const half = await proxyTo(upstream, { grace: 50 })
  const socket = net.connect(half.port, '127.0.0.1')
  const ended = new Promise((resolve) => socket.once('error', resolve).once('close', resolve))
  socket.write('GET /v1/models HTTP/1.1\r\nHost: 127')
  await new Promise((resolve) => socket.once('connect', resolve))
  await half.close()
  await ended
})

test('what a listener throws ends the proxy, or keeps it from its end', async () => {
  const upstream = await upstreamThat((_incoming, outgoing) => outgoing.end('done'))
  const proxy = await proxyTo(upstream, {
    onEvent: () => {
      throw new Error('no more')
    },
  })
  for (let call = 0; call < 2; call += 1) expect(await (await fetch(`${proxy.url}/v1/models`)).text()).toBe('done')
  await proxy.close()
})

test('a proxy is closed before its recorder is', async () => {
  const recorder = createRecorder({ store: createMemoryStore() })
  let isClosed = false
  const late: Recorder = {
    ...recorder,
    close: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      isClosed = true
      return recorder.status()
    },
  }
  const proxy = await createProxy({ recorder: late })
  await proxy.close()
  expect(isClosed).toBe(true)
})

test('a defect of the proxy is told as a connection that broke, or what Node refuses of the other side as a defect', async () => {
  let thrown: Error = new TypeError('of a prompt')
  const upstream = await upstreamThat((_incoming, outgoing) => outgoing.end('done'))
  const recorder: Recorder = {
    ...createRecorder({ store: createMemoryStore() }),
    begin: () => {
      throw thrown
    },
  }
  const proxy = await proxyTo(upstream, { recorder })
  const answer = await fetch(`${proxy.url}/v1/models`)
  expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: 'proxy_failed' } }])
  expect(JSON.stringify(proxy.events)).not.toContain('prompt')
  expect(proxy.events).toMatchObject([{ failure: 'proxy_failed', status: 500 }])
  thrown = Object.assign(new RangeError('Invalid status code: 7'), { code: 'ERR_HTTP_INVALID_STATUS_CODE' })
  await expect(fetch(`${proxy.url}/v1/models`)).rejects.toThrow()
  expect(proxy.events[1]).toMatchObject({ failure: 'connection_broken' })
})

test('an upload of more than five minutes is cut off', async () => {
  const upstream = await upstreamThat((incoming, outgoing) => void incoming.resume().once('end', () => outgoing.end()))
  const { url } = await proxyTo(upstream)
  const limits: unknown[] = []
  const look = (told: unknown): void => {
    const { request, server } = told as { request: IncomingMessage; server: Server }
    if (request.url === '/v1/files/slow') limits.push(server.requestTimeout)
  }
  subscribe('http.server.request.start', look)
  onTestFinished(() => void unsubscribe('http.server.request.start', look))
  await (await fetch(`${url}/v1/files/slow`, { method: 'POST', body: 'x' })).text()
  // The proxy's own, then that of the upstream, which is Node's.
  expect(limits).toEqual([0, 300_000])
})
