import { createAnthropic } from '@ai-sdk/anthropic'
import { ChatAnthropic } from '@langchain/anthropic'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountOf } from '../../src/adapters/wire/account-of.ts'
import { makerOfModel } from '../../src/adapters/wire/maker-of-model.ts'
import { recoveringFetch } from '../../src/fetch.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'

let store: SessionStore
let reports: RecoveryReport[]
let sent: string[]

beforeEach(() => {
  store = createMemoryStore()
  reports = []
  sent = []
})

const key = 'sk-ant-api03-secret'
const user = (content: string) => ({ role: 'user', content })
const thought = (name: string) => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: `${name}.`, signature: `c2lnbmVk${name}` },
    { type: 'text', text: `Said ${name}.` },
  ],
})
const message = (name: string) => Response.json({ ...thought(name), id: `msg_${name}`, stop_reason: 'end_turn' })
const refusal = () =>
  Response.json(
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
      },
    },
    { status: 400 },
  )

/** Asks a provider at an origin with a key; answers in turn. */
async function ask(
  { apiKey = key, model = 'claude-opus-4-6', origin = 'http://127.0.0.1:1' },
  messages: object[],
  ...answers: Response[]
): Promise<void> {
  const send = recoveringFetch({ store, session: 's', onRepair: (report) => void reports.push(report) })(async (
    _input,
    init,
  ) => {
    sent.push(String(init?.body))
    return answers.shift()!
  })
  const body = JSON.stringify({ model, max_tokens: 100, messages })
  await (await send(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': apiKey }, body })).text()
}

test('a turn does not tell who was asked, or tells the key (I12)', async () => {
  await ask({}, [user('Hi')], message('A'))
  const [turn] = await store.turns.list('s')
  expect(turn!.provenance).toEqual({
    endpoint: 'http://127.0.0.1:1',
    account: expect.stringMatching(/^[0-9a-f]{16}$/),
    model: 'claude-opus-4-6',
    prefixDigest: expect.any(String),
  })
  expect(JSON.stringify(await store.messages.load('s')) + JSON.stringify(turn)).not.toContain('secret')
})

describe('thinking of another maker, one block of which was refused', () => {
  const history = [user('Hi'), thought('A'), user('Go on.'), thought('B'), user('Go on.'), thought('C'), user('And?')]

  test.each([
    ['account', { apiKey: 'sk-ant-api03-other' }],
    ['endpoint', { origin: 'http://127.0.0.1:2' }],
    ['model', { model: 'claude-sonnet-4-5' }],
  ])('is taken out one refusal after the other (another %s)', async (_what, other) => {
    await ask({}, history.slice(0, 1), message('A'))
    await ask({}, history.slice(0, 3), message('B'))
    await ask(other, history.slice(0, 5), message('C'))
    await ask(other, history, refusal(), message('D'))
    expect(sent.at(-1)).not.toMatch(/c2lnbmVk[AB]/)
    // What the one who is asked has made itself stays (I4).
    expect(sent.at(-1)).toContain('c2lnbmVkC')
    expect(reports).toMatchObject([{ outcome: 'recovered', loss: 'synthesised' }])
  })

  test('is taken out although it was made where it is sent', async () => {
    await ask({}, history.slice(0, 1), message('A'))
    await ask({}, history.slice(0, 3), message('B'))
    await ask({}, history.slice(0, 5), message('C'))
    await ask({}, history, refusal(), message('D'))
    expect(sent.at(-1)).not.toContain('c2lnbmVkA')
    expect(sent.at(-1)).toMatch(/c2lnbmVkB.*c2lnbmVkC/)
  })

  test('is taken out before anybody has refused it', async () => {
    await ask({}, history.slice(0, 1), message('A'))
    await ask({ apiKey: 'sk-ant-api03-other' }, history.slice(0, 3), message('B'))
    expect(sent.at(-1)).toContain('c2lnbmVkA')
    expect(reports).toEqual([])
  })
})

describe('the fingerprint of an account', () => {
  const of = (headers: Record<string, string>, url?: string) =>
    accountOf(new Headers(headers), url ? new URL(url) : undefined)

  test('differs by where the key stands, or is the same for two keys', () => {
    const all = [
      of({ 'x-api-key': 'k' }),
      of({ 'x-goog-api-key': 'k' }),
      of({ 'api-key': 'k' }),
      of({ authorization: 'Bearer k' }),
      of({}, 'http://127.0.0.1/v1?key=k'),
    ]
    expect(new Set(all).size).toBe(1)
    expect(of({ 'x-api-key': 'l' })).not.toBe(all[0])
  })

  test.each(['ya29.a0AfH6', 'eyJhbGciOi.J.x', 'sk-ant-oat01-x'])(
    'takes a passing token for an account: %s',
    (token) => {
      expect(of({ authorization: `Bearer ${token}` })).toBeUndefined()
    },
  )

  test('is not found in the models of frameworks, or one that throws fails a call', () => {
    const account = of({ 'x-api-key': key })
    const known = { endpoint: 'http://127.0.0.1:1', account }
    const baseURL = 'http://127.0.0.1:1/v1'
    expect(makerOfModel(createAnthropic({ apiKey: key, baseURL })('claude-opus-4-6'))).toEqual(known)
    const model = new ChatAnthropic({ apiKey: key, model: 'claude-opus-4-6', clientOptions: { baseURL } })
    expect(makerOfModel(model)).toEqual(known)
    const hostile = {
      get config() {
        throw new Error('no')
      },
    }
    expect([makerOfModel(hostile), makerOfModel(undefined), makerOfModel({ config: { baseURL: 'x' } })]).toEqual([
      {},
      {},
      {},
    ])
  })
})
