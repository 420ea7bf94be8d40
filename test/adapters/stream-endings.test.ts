import { afterAll, beforeAll, test, vi } from 'vitest'
import { type GuardedClient, guardedClients, type Stream } from './guarded-clients.ts'
import { isTurn } from '../seeds.ts'
import type { ServerByPath } from './server-by-path.ts'
import { shownByClient } from './shown-by-client.ts'
import { endings, serverOfEndings } from './stream-endings.ts'
import { withAndWithoutGuard } from './with-and-without-guard.ts'

let server: ServerByPath
beforeAll(async () => {
  // Clients print what they cannot read, also where they throw it.
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockReturnValue(undefined)
  server = await serverOfEndings()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** What a client shows of a stream, and how it ends there. */
async function outcomeOf(open: () => Stream | Promise<Stream>): Promise<readonly string[]> {
  const shown: string[] = []
  try {
    for await (const part of await open()) shown.push(shownByClient(part))
    return [...shown, 'ends']
  } catch (error) {
    return [...shown, shownByClient(error)]
  }
}

/** Where a refusal is seen as one. */
function looksAt({ api, client }: GuardedClient, ending: string): boolean {
  // LangChain passes over `response.failed`: its stream just ends.
  if (!ending.startsWith('is refused') || (api === 'responses' && client.endsWith('LangChain'))) return false
  // A middleware of its agents hears of a call when that is over.
  return client === 'an agent of LangChain' || /at once|behind its head/.test(ending)
}

/**
 * By default a quarter: each client meets each end and each place, and each end each place. Between the numbers of two endings lies one
 * end, or one place and all six ends.
 */
const rows = guardedClients.flatMap((row, client) =>
  endings.flatMap((ending, number) =>
    isTurn(client + number + Math.floor(number / 6), 4) ? [{ ...row, ending, row }] : [],
  ),
)

test.concurrent.for(rows)(
  '$client over $api shows another end than without a guard: the stream $ending',
  async ({ ending, row }, { expect }) => {
    const url = `${server.url}/${row.api}/${encodeURIComponent(ending)}`
    const { bare, guarded, isComplete, kept, outcomes } = await withAndWithoutGuard((options) =>
      outcomeOf(() => row.stream(url, options)),
    )
    expect(guarded).toEqual(bare)
    // Nothing is wrong with these messages; behind a word nothing is repaired.
    expect(outcomes).toEqual(looksAt(row, ending) ? ['unrepairable'] : [])
    // Only what was said to its end is an answer of the conversation.
    if (ending === 'stops, behind its last word') expect([kept, isComplete]).toEqual([2, true])
    // What LangChain hands a middleware does not say whether it is whole.
    const isUnknown = row.client === 'an agent of LangChain' || ending.endsWith('behind its last word')
    if (isUnknown) return
    expect(isComplete).toBe(false)
    // The instructions of an agent of Mastra stand in its prompt.
    if (row.client !== 'Mastra') expect(kept).toBeLessThan(2)
  },
)
