import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on 127.0.0.1; `close` cuts the connections that are open. */
export type Loopback = { url: string; port: number; close: () => Promise<void> }

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function pipe(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  // Headers are sent at once, so that a client sees a stream that starts and then hangs.
  outgoing.flushHeaders()
  try {
    if (response.body) for await (const chunk of response.body) outgoing.write(chunk)
    outgoing.end()
  } catch {
    // A stream that fails is a broken connection for the client, not an orderly end.
    outgoing.destroy()
  }
}

/** Serves a fetch-style handler on 127.0.0.1, for clients in other processes. Port 0 picks a free one. */
export async function serveLoopback(handle: (request: Request) => Promise<Response>, port = 0): Promise<Loopback> {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const answer = async (): Promise<void> => {
      const body = await readBody(incoming)
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
      const url = `http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`
      const method = incoming.method ?? 'GET'
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const request = new Request(url, { method, headers, signal: gone.signal, ...(hasBody ? { body } : {}) })
      await pipe(await handle(request), outgoing)
    }
    answer().catch(() => outgoing.destroy())
  })
  // A client that pauses longer than the keep-alive timeout would send its next request into a closing connection.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
