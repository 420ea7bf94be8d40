import { Agent, createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryStore } from '../src/index.ts'
import { createProxy } from '../src/proxy/create-proxy.ts'
import { type Row, shareRow } from './measure.ts'
import { plainConversation } from './plain-conversation.ts'

const headers = { 'content-type': 'application/json' }
const atOnce = 8
/** Requests after which code is loaded and compiled: a proxy runs for days. */
const warmUps = 20

/** Requests of 200 kB through the proxy and past it, taking turns, to an upstream that answers at once. */
export async function* measureProxy(rounds: number): AsyncGenerator<Row> {
  const answer = JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Done.' }],
  })
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(answer))
  })
  const direct = await listening(upstream)
  const bare = passingOn(direct)
  const proxy = await createProxy({ store: createMemoryStore(), upstreams: { anthropic: direct } })
  try {
    const { messages, request } = plainConversation('anthropic-messages', 182)
    const earlier = messages.slice(0, -1)
    const bodyOf = (index: number): string =>
      JSON.stringify({ ...request, messages: [...earlier, { role: 'user', content: `Question ${index}.` }] })
    const post = async (base: string, index: number): Promise<number> => {
      const body = bodyOf(index)
      const start = performance.now()
      const response = await fetch(`${base}/v1/messages`, { method: 'POST', headers, body })
      await response.text()
      return performance.now() - start
    }
    const proxied = `${proxy.url}/anthropic`
    const passedOn = await listening(bare)
    const singles: [direct: number[], proxied: number[]] = [[], []]
    const batches: [direct: number, proxied: number, bare: number] = [Infinity, Infinity, Infinity]
    for (let index = 0; index < warmUps; index += 1)
      for (const base of [direct, proxied, passedOn]) await post(base, index)
    for (let index = 0; index < Math.max(20, rounds * 10); index += 1)
      for (const [side, base] of [direct, proxied].entries()) singles[side as 0 | 1].push(await post(base, index))
    for (let round = 0; round < Math.min(10, rounds); round += 1)
      for (const [side, base] of [direct, proxied, passedOn].entries()) {
        const start = performance.now()
        await Promise.all(Array.from({ length: atOnce }, (_, index) => post(base, index)))
        batches[side as 0 | 1 | 2] = Math.min(batches[side as 0 | 1 | 2], performance.now() - start)
      }
    const added = (part: number): number => quantile(singles[1], part) - quantile(singles[0], part)
    yield { what: 'proxy, memory store, bodies of 200 kB: added, median', unit: 'ms', value: added(0.5), target: 5 }
    yield { what: 'proxy, memory store, bodies of 200 kB: added, 99 %', unit: 'ms', value: added(0.99), target: 15 }
    const [alone, checked, unread] = batches
    yield shareRow(
      `proxy that only passes on, ${atOnce} requests at once, beside the upstream itself`,
      unread / alone,
      null,
    )
    yield shareRow(`proxy, ${atOnce} requests at once, beside the upstream itself`, checked / alone, 1 / 0.6)
    yield shareRow(`proxy, ${atOnce} requests at once, beside a proxy that only passes them on`, checked / unread, null)
  } finally {
    await proxy.close()
    for (const server of [bare, upstream]) {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** The least that a way over another server costs: it reads nothing of what passes. */
function passingOn(target: string): Server {
  const agent = new Agent({ keepAlive: true })
  return createServer((request, response) => {
    const { headers: passed, method = 'POST', url = '/' } = request
    request.pipe(
      send(target + url, { method, headers: passed, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }),
    )
  })
}

/** Where a server listens. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}
