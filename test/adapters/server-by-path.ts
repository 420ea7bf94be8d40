import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServerByPath {
  readonly url: string
  close(): Promise<void>
}

/** A server whose path says which API is spoken, and what it does: `/chat/is torn, at once/...`. */
export async function serverByPath(
  answer: (outgoing: ServerResponse, api: string, what: string) => void,
): Promise<ServerByPath> {
  const server = http.createServer((incoming, outgoing) => {
    const [, api, what] = decodeURIComponent(incoming.url!).split('/')
    incoming.resume().on('end', () => answer(outgoing, api!, what!))
  })
  // As in `serveLoopback`: a busy test would write into a connection that is being closed.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
