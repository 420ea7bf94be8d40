import { afterAll, beforeAll, test } from 'vitest'
import { guardedClients } from './guarded-clients.ts'
import type { ServerByPath } from './server-by-path.ts'
import { shownByClient } from './shown-by-client.ts'
import { answers, serverOfAnswers } from './whole-answers.ts'
import { withAndWithoutGuard } from './with-and-without-guard.ts'

let server: ServerByPath
beforeAll(async () => {
  server = await serverOfAnswers()
})
afterAll(() => server.close())

/** What a client gives or throws. */
async function outcomeOf(open: () => unknown): Promise<readonly string[]> {
  try {
    return ['gives', shownByClient(await open())]
  } catch (error) {
    return ['throws', shownByClient(error)]
  }
}

const rows = guardedClients
  .flatMap(({ answer: ask, api, client }) => (ask ? answers.map((answer) => ({ client, api, answer, ask })) : []))
  // A proxy has a connection of its own to break: it says 502.
  .filter(({ answer, client }) => client !== 'the proxy' || answer !== 'no answer')

test.concurrent.for(rows)(
  '$client over $api gives something else than without a guard: $answer',
  async ({ answer, api, ask }, { expect }) => {
    const url = `${server.url}/${api}/${encodeURIComponent(answer)}`
    const { bare, guarded, outcomes } = await withAndWithoutGuard((options) => outcomeOf(() => ask(url, options)))
    expect(guarded).toEqual(bare)
    expect(outcomes).toEqual([])
  },
)
