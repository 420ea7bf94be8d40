import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type Anthropic from '@anthropic-ai/sdk'
import { onTestFinished } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { createProxy, type Proxy } from '../../src/proxy/create-proxy.ts'
import type { ProxyEvent, ProxyOptions } from '../../src/proxy/proxy-options.ts'

export interface ProxyUnderTest extends Proxy {
  readonly store: SessionStore
  readonly reports: RecoveryReport[]
  readonly events: ProxyEvent[]
}

/** A proxy in front of one upstream, closed when the test ends. */
export async function proxyTo(upstream: string, options: ProxyOptions = {}): Promise<ProxyUnderTest> {
  const store = createMemoryStore()
  const reports: RecoveryReport[] = []
  const events: ProxyEvent[] = []
  const proxy = await createProxy({
    store,
    grace: 100,
    upstreams: { anthropic: upstream, openai: `${upstream}/v1`, gemini: upstream },
    onRepair: (report) => reports.push(report),
    onEvent: (event) => events.push(event),
    ...options,
  })
  onTestFinished(() => proxy.close())
  return { ...proxy, store, reports, events }
}

/** An upstream that does what the test says. */
export async function upstreamThat(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = http.createServer(serve)
  // As in `serveLoopback`: a busy test would write into a connection that is being closed.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The whole body of a request. */
export async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends bytes as they are and reads until the server closes. */
export async function raw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

export const interrupted: Anthropic.MessageParam[] = [
  { role: 'user', content: 'Read a.txt' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
  { role: 'user', content: 'Are you still there?' },
]

/** What only the provider can tell: a signature that it has not made. */
export const foreign: Anthropic.MessageParam[] = [
  { role: 'user', content: 'Think.' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'foreign thoughts', signature: 'bm90IG91cnM=' },
      { type: 'text', text: 'I have thought.' },
    ],
  },
  { role: 'user', content: 'Go on.' },
]

export const request: Omit<Anthropic.MessageCreateParamsNonStreaming, 'messages'> = {
  model: 'claude-opus-4-6',
  max_tokens: 2000,
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
}
