import { expect, test } from 'vitest'
import { recoveringFetch } from '../../../src/fetch.ts'
import { createMemoryStore } from '../../../src/index.ts'

const opaque = (id: string): object => ({
  type: 'web_search_call',
  id,
  status: 'completed',
  action: { type: 'search', query: id },
})
const body = {
  model: 'grok-4',
  store: false,
  input: [
    { role: 'user', content: 'Search.' },
    opaque('ws_1'),
    opaque('ws_2'),
    { role: 'user', content: 'Und nun, grüß Gott?' },
  ],
}

/** Refuses, as serde does, the item with that id, and tells where it has stopped. */
function serdeRefusing(id: string, sent: string[]): typeof fetch {
  return async (_input, init) => {
    const text = String(init?.body)
    sent.push(text)
    const item = JSON.stringify(opaque(id))
    const at = text.indexOf(item)
    if (at < 0) return Response.json({ id: 'resp_1', output: [] })
    const column = Buffer.byteLength(text.slice(0, at + item.length))
    const said = `Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum ModelInput at line 1 column ${column}`
    return Response.json({ error: said }, { status: 422 })
  }
}

test.each([
  ['ws_1', 'ws_2'],
  ['ws_2', 'ws_1'],
])('the position of %s in a refused body costs %s too', async (refused, other) => {
  const sent: string[] = []
  const ask = recoveringFetch({ store: createMemoryStore() })(serdeRefusing(refused, sent))
  const answer = await ask('https://api.x.ai/v1/responses', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  expect(sent).toHaveLength(2)
  expect(sent[1]).not.toContain(JSON.stringify(opaque(refused)))
  expect(sent[1]).toContain(JSON.stringify(opaque(other)))
})
