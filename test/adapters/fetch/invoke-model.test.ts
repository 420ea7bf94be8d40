import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Fetch, recoveringFetch } from '../../../src/fetch.ts'
import { createMemoryStore, type SessionStore } from '../../../src/index.ts'
import { createInvokeModelEmulator } from '../../../src/testing.ts'

const model = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
const version = 'bedrock-2023-05-31'
const interrupted = [
  { role: 'user', content: 'Read a.txt' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
  { role: 'user', content: 'Are you still there?' },
]
const bodyOf = (fields: object = {}): string =>
  JSON.stringify({
    anthropic_version: version,
    max_tokens: 100,
    tools: [{ name: 'read', input_schema: { type: 'object' } }],
    messages: interrupted,
    ...fields,
  })

let emulator: ReturnType<typeof createInvokeModelEmulator>
let store: SessionStore
let send: Fetch
let urlOf: (action: string) => string

beforeEach(async () => {
  emulator = createInvokeModelEmulator()
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  store = createMemoryStore()
  send = recoveringFetch({ store, session: 's' })((input, init) => fetch(input, init))
  urlOf = (action) => `${server.url}/model/${encodeURIComponent(model)}/${action}`
})

const statuses = (): number[] => emulator.requests.map(({ status }) => status)
const storedText = async (): Promise<string> => JSON.stringify((await store.messages.load('s'))!.messages.at(-1)!.raw)
const headers = { authorization: 'Bearer a-key-of-bedrock' }

test.each([
  ['invoke', 'Whole.'],
  ['invoke-with-response-stream', 'Streamed.'],
])('a broken conversation is sent to %s as it is, or its answer is not recorded', async (action, text) => {
  emulator.respondWith({ text })
  const response = await send(urlOf(action), { method: 'POST', headers, body: bodyOf() })
  expect(response.status).toBe(200)
  await response.arrayBuffer()
  expect(statuses()).toEqual([200])
  expect(emulator.requests[0]?.body).not.toHaveProperty('anthropic_version')
  expect(await storedText()).toContain(text)
})

test.each([
  ['of another vendor', bodyOf({ anthropic_version: undefined }), headers],
  ['signed by AWS', bodyOf(), { authorization: 'AWS4-HMAC-SHA256 Credential=a' }],
])('a body %s is changed', async (_whose, body, given) => {
  let sent: unknown
  const guarded = recoveringFetch()(async (_input, init) => {
    sent = init?.body
    return Response.json({})
  })
  await guarded(urlOf('invoke'), { method: 'POST', headers: given, body })
  expect(sent).toBe(body)
})
