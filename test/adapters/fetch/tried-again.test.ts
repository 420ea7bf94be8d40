import { expect, onTestFinished, test } from 'vitest'
import { type Fetch, type FetchOptions, recoveringFetch } from '../../../src/fetch.ts'
import { createMemoryStore } from '../../../src/index.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

const thought = (place: string): object => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: place, signature: 'bm90IG91cnM=' },
    { type: 'text', text: 'I have thought.' },
  ],
})
const plain = { role: 'assistant', content: 'Yes.' }
const ask = { role: 'user', content: 'Go on.' }
const requestOf = (messages: object[], more: object = {}): object => ({
  model: 'claude-opus-4-6',
  max_tokens: 2000,
  thinking: { type: 'adaptive' },
  messages,
  ...more,
})
const first = requestOf([ask, thought('a'), ask, plain, ask])

/** What the wire says instead of the provider, try by try. */
type Plan = (number | 'reset' | null)[]

async function tried(plan: Plan, options: FetchOptions = {}) {
  const emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const seen: (number | string)[] = []
  const wire: Fetch = async (input, init) => {
    const status = plan.shift() ?? null
    if (status === 'reset') {
      seen.push('reset')
      throw new TypeError('fetch failed')
    }
    const body = JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'Overloaded' } })
    const response = status === null ? await fetch(input, init) : new Response(body, { status })
    seen.push(response.status)
    return response
  }
  const guarded = recoveringFetch({ store: createMemoryStore(), ...options })(wire)
  const send = async (body: object, key = 'test'): Promise<number | string> => {
    const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': key }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return guarded(`${server.url}/v1/messages`, init).then(
      ({ status }) => status,
      () => 'reset',
    )
  }
  return { send, seen }
}

test.each([
  ['first', first],
  ['last', requestOf([ask, plain, ask, thought('a'), ask])],
  ['first and last', requestOf([ask, thought('a'), ask, thought('b'), ask])],
])('a client that tries again behind a failure is refused again: a fault %s', async (_place, body) => {
  const { seen, send } = await tried([null, 529, 'reset', 429])
  const behind: (number | string)[] = []
  while (behind.at(-1) !== 200 && behind.length < 9) behind.push(await send(body))
  expect(behind).toEqual([529, 'reset', 429, 200])
  expect(seen).toEqual([400, 529, 'reset', 429, 200])
})

test('what the first try has learned is not told of the one that is accepted', async () => {
  const outcomes: string[] = []
  const { send } = await tried([null, 500], { onRepair: ({ outcome }) => outcomes.push(outcome) })
  await send(first)
  await send(first)
  expect(outcomes).toEqual(['recovered', 'failed', 'recovered'])
})

test.each([
  ['another request', async (send: (body: object, key?: string) => unknown) => send({ ...first, max_tokens: 2001 })],
  ['another account', async (send: (body: object, key?: string) => unknown) => send(first, 'other')],
])('a repair that nobody has accepted is laid over %s', async (_what, again) => {
  const { seen, send } = await tried([null, 500])
  await send(first)
  await again(send)
  expect(seen).toEqual([400, 500, 400, 200])
})

test('a repair of one session is laid over the same request of another', async () => {
  let session = 'a'
  const { seen, send } = await tried([null, 500], { session: () => session })
  await send(first)
  session = 'b'
  await send(first)
  session = 'a'
  await send(first)
  expect(seen).toEqual([400, 500, 400, 200, 200])
})

test('a repair that was laid and refused is laid once more', async () => {
  const { seen, send } = await tried([null, 500, 400])
  await send(first)
  await send(first)
  await send(first)
  expect(seen.slice(0, 3)).toEqual([400, 500, 400])
  expect(seen.at(-1)).toBe(200)
})

test('more than a few conversations are kept', async () => {
  const others = [1, 2, 3, 4].map((more) => requestOf([ask, thought('a'), ask], { max_tokens: 3000 + more }))
  const { seen, send } = await tried([null, 500, null, 500, null, 500, null, 500, null, 500])
  for (const body of [first, ...others]) await send(body)
  await send(first)
  await send(others[0]!)
  expect(seen.slice(10)).toEqual([400, 200, 200])
})
