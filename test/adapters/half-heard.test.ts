import { createMemoryStore } from '../../src/index.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { guardedClients, type Stream } from './guarded-clients.ts'
import { serverByPath } from './server-by-path.ts'
import { type Streamed, streams } from './stream-endings.ts'

/** Says something, and never ends. */
const server = await serverByPath((outgoing, api) => {
  const stream = streams[api as keyof typeof streams] as Streamed
  outgoing.writeHead(200, { 'content-type': stream.type })
  for (const event of [stream.head, ...stream.said, stream.said.at(-1)!]) outgoing.write(stream.encode(event))
})
afterAll(() => server.close())

async function drained(stream: Stream | Promise<Stream>): Promise<void> {
  const parts: unknown[] = []
  for await (const part of await stream) parts.push(part)
}

/** What they hand a guard comes when all is over: an agent's middleware, and the processors of Mastra. */
const late = new Set(['an agent of LangChain', 'Mastra'])

test.each(guardedClients.filter(({ client }) => !late.has(client)))(
  'of an answer of $client over $api that is under way a crash takes all',
  async ({ api, stream }) => {
    const store = createMemoryStore()
    const options = { store, session: 's', onRepair: () => undefined }
    void drained(stream(`${server.url}/${api}/x`, options)).catch(() => undefined)
    await vi.waitFor(async () => {
      const [turn] = await store.turns.list('s')
      expect(JSON.stringify(turn?.data)).toContain('Done.')
    })
  },
)
