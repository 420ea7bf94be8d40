import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoveringFetch } from '../src/fetch.ts'
import { createMemoryStore, createSqliteStore, type SessionStore } from '../src/index.ts'
import { type Row, shareRow } from './measure.ts'
import { plainConversation } from './plain-conversation.ts'

/** The turn from which on calls are measured: by then a session is long. */
const turn = 800
const measured = 12
const url = 'https://api.anthropic.com/v1/messages'
const headers = { 'content-type': 'application/json' }

/** One call through an adapter, late in a session, beside `JSON.parse` of its body: what costs the whole history shows here. */
export async function* measureAdapters(rounds: number): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-bench-'))
  try {
    for (const [name, createStore] of [
      ['memory', () => createMemoryStore()],
      ['SQLite', (round: number) => createSqliteStore(join(folder, `${round}.db`))],
    ] as const) {
      let best = Infinity
      for (let round = 0; round < Math.min(rounds, 3); round += 1) {
        const store = createStore(round)
        best = Math.min(best, await measureCalls(store))
        await store.close()
      }
      yield shareRow(`fetch adapter, ${name} store: a call at turn ${turn}, beside JSON.parse of its body`, best, 2)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The median of some turns, as each request is parsed anew and the history grows by the answer and what follows it. */
async function measureCalls(store: SessionStore): Promise<number> {
  const { messages, request } = plainConversation('anthropic-messages', 2 * turn + 40)
  let answered = 0
  const send = recoveringFetch({ store })(() => {
    const answer = { id: `msg_${answered}`, type: 'message', ...messages[answered] }
    return Promise.resolve(new Response(JSON.stringify(answer), { headers }))
  })
  const shares: number[] = []
  const asked = messages.flatMap((raw, index) => (index >= 2 * turn && isUsers(raw) ? [index + 1] : []))
  for (const [index, length] of asked.slice(0, measured + 1).entries()) {
    answered = length
    const body = JSON.stringify({ ...request, messages: messages.slice(0, length) })
    const parsed = Math.min(...Array.from({ length: 5 }, () => millisecondsOf(() => JSON.parse(body))))
    const start = performance.now()
    const response = await send(url, { method: 'POST', body, headers })
    await response.text()
    // The first call brings the session into the store.
    if (index > 0) shares.push((performance.now() - start) / parsed)
  }
  return shares.sort((first, second) => first - second)[shares.length >> 1]!
}

function isUsers(raw: object): boolean {
  return (raw as { role?: unknown }).role === 'user'
}

function millisecondsOf(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
