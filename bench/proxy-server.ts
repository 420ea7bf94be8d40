import { Agent, createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryStore } from '../src/index.ts'
import { createProxy } from '../src/proxy/create-proxy.ts'

/* One of the servers of `proxy-rows.ts`, in a process of its own, as each is in real life. Tells its parent where it listens. */

const [kind, target = ''] = process.argv.slice(2)
const headers = { 'content-type': 'application/json' }
const answer = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'Done.' }],
})

const servers: Readonly<Record<string, () => Promise<string>>> = {
  upstream: () => listening(answering()),
  'passing on': () => listening(passingOn()),
  proxy: async () =>
    `${(await createProxy({ store: createMemoryStore(), upstreams: { anthropic: target } })).url}/anthropic`,
}

const start = kind === undefined ? undefined : servers[kind]
if (!start || !process.send) throw new Error(`forked with one of ${Object.keys(servers).join(', ')} and its upstream`)
process.send(await start())
process.on('disconnect', () => process.exit())

/** Answers at once. */
function answering(): Server {
  return createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(answer))
  })
}

/** The least that a way over another server costs: it reads nothing of what passes. */
function passingOn(): Server {
  const agent = new Agent({ keepAlive: true })
  return createServer((request, response) => {
    const { headers: passed, method = 'POST', url = '/' } = request
    const sent = send(target + url, { method, headers: passed, agent }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
    })
    // The upstream may close a connection that was kept alive while a request goes out on it: that one fails, not the server.
    request.pipe(sent.on('error', () => response.destroy()))
  })
}

/** Where a server listens. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
