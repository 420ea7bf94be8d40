import { createServer, connect, type Socket } from 'node:net'

/** A proxy in front of the database that breaks connections the way networks do. */
export interface FaultyProxy {
  readonly url: string
  /** `drop`: the next statement reaches the server, its answer never comes and the connection breaks. `hang`: it stays open and silent. */
  arm(fault: 'drop' | 'hang', isHit?: (bytes: Buffer) => boolean): void
  /** How often it struck. */
  struck(): number
  close(): Promise<void>
}

export async function faultyProxy(url: string): Promise<FaultyProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let armed: { fault: 'drop' | 'hang'; isHit: (bytes: Buffer) => boolean } | undefined
  let struck = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let silence: 'drop' | 'hang' | undefined
    sockets.add(client).add(upstream)
    client.on('data', (bytes) => {
      if (armed?.isHit(bytes)) {
        silence = armed.fault
        armed = undefined
        struck += 1
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (silence === undefined) client.write(bytes)
      else if (silence === 'drop') client.destroy()
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        if (silence !== 'hang') other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(url)
  through.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: through.href,
    arm(fault, isHit = () => true) {
      armed = { fault, isHit }
    },
    struck: () => struck,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
