import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionRecovery as anthropic } from '../../../src/anthropic.ts'
import { sessionRecovery as google } from '../../../src/google.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore, trackToolCall } from '../../../src/index.ts'
import { sessionRecovery as openai } from '../../../src/openai.ts'
import { recoveringFetch } from '../../../src/fetch.ts'

/** What only the provider can tell: a seal that does not open. */
const foreign = 'Zm9yZWlnbi1zZWFs'

let store: SessionStore
let reports: RecoveryReport[]
let sent: string[]
let refusal: () => Response | null

beforeEach(() => {
  store = createMemoryStore()
  reports = []
  sent = []
})

const refusing = async (_input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  sent.push(String(init?.body))
  const refused = sent.at(-1)!.includes(foreign) ? refusal() : null
  return refused ?? Response.json({ id: 'x', name: 'x', input_tokens: 1, totalTokens: 1, data: [], output: [] })
}

type Terms = NonNullable<Parameters<typeof anthropic>[0]>
const terms = (more: Terms): Terms => ({ store, onRepair: (report) => void reports.push(report), ...more })
const byAnthropic = (more: Terms): Anthropic =>
  new Anthropic({
    apiKey: 'k',
    maxRetries: 0,
    baseURL: 'http://127.0.0.1:1',
    fetch: refusing,
    middleware: [anthropic(terms(more))],
  })
const byOpenAI = (more: Terms): OpenAI =>
  new OpenAI({ apiKey: 'k', maxRetries: 0, ...openai({ ...terms(more), fetch: refusing }) })
const byGoogle = (more: Terms): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'k', httpOptions: { ...google({ ...terms(more), fetch: refusing }) } })

const model = 'claude-opus-4-6'
const ask = { role: 'user' as const, content: 'Think.' }
const thinking = { type: 'thinking' as const, thinking: 'So.', signature: foreign }
const thought = { role: 'assistant' as const, content: [thinking, { type: 'text' as const, text: 'Fine.' }] }
const messages = [ask, thought, { role: 'user' as const, content: 'And?' }]
const params = { model, max_tokens: 9, messages }

const error = (type: string, message: string) => ({ type: 'error', error: { type, message } })
const badSignature = (at = ''): Response =>
  Response.json(
    error('invalid_request_error', `${at}messages.1.content.0: Invalid \`signature\` in \`thinking\` block`),
    { status: 400 },
  )
const unverified = (): Response => {
  const message = 'The encrypted content Zm9y... could not be verified. Reason: it could not be decrypted or parsed.'
  const code = 'invalid_encrypted_content'
  return Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status: 400 })
}
const badThought = (): Response =>
  Response.json(
    { error: { code: 400, message: 'Thought signature is not valid', status: 'INVALID_ARGUMENT' } },
    { status: 400 },
  )

const reasoning = { type: 'reasoning' as const, id: 'rs_1', summary: [], encrypted_content: foreign }
const said = { type: 'output_text' as const, text: 'Fine.', annotations: [] }
const answered = {
  type: 'message' as const,
  id: 'msg_1',
  role: 'assistant' as const,
  status: 'completed' as const,
  content: [said],
}
const items = [
  { role: 'user' as const, content: 'Think.' },
  reasoning,
  answered,
  { role: 'user' as const, content: 'And?' },
]
const contents = [
  { role: 'user', parts: [{ text: 'Read.' }] },
  { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: foreign }] },
  { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'A file.' } } }] },
]

const calls: readonly (readonly [string, () => Response, (more: Terms) => Promise<unknown>])[] = [
  ['messages.countTokens', badSignature, async (more) => byAnthropic(more).messages.countTokens({ model, messages })],
  [
    'beta.messages.countTokens',
    badSignature,
    async (more) => byAnthropic(more).beta.messages.countTokens({ model, messages }),
  ],
  [
    'messages.batches.create',
    badSignature,
    async (more) => byAnthropic(more).messages.batches.create({ requests: [{ custom_id: 'a', params }] }),
  ],
  [
    'responses.inputTokens.count',
    unverified,
    async (more) => byOpenAI(more).responses.inputTokens.count({ model: 'gpt-5', input: items }),
  ],
  ['responses.compact', unverified, async (more) => byOpenAI(more).responses.compact({ model: 'gpt-5', input: items })],
  ['conversations.create', unverified, async (more) => byOpenAI(more).conversations.create({ items })],
  [
    'models.countTokens',
    badThought,
    async (more) => byGoogle(more).models.countTokens({ model: 'gemini-3-pro', contents }),
  ],
  [
    'caches.create',
    badThought,
    async (more) => byGoogle(more).caches.create({ model: 'gemini-3-pro', config: { contents } }),
  ],
]

describe.each(calls)('%s', (_name, refused, call) => {
  beforeEach(() => {
    refusal = refused
  })

  test('is not sent again with what its refusal has told, or leaves something in the store', async () => {
    await call({ session: 's' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).not.toContain(foreign)
    expect(reports).toMatchObject([{ outcome: 'recovered', rung: 'place', detected: {} }])
    expect(await store.messages.list()).toEqual([])
    expect(await store.turns.list('s')).toEqual([])
  })

  test('is repaired for somebody who only observes', async () => {
    await expect(call({ mode: 'observe' })).rejects.toThrow()
    expect(sent).toHaveLength(1)
    expect(reports.map(({ outcome }) => outcome)).toEqual(['observed'])
  })

  test.each([
    ['another refusal', 429, error('rate_limit_error', 'Slow down.')],
    ['what no repair can serve', 400, error('invalid_request_error', 'max_tokens: Field required')],
  ])('%s is answered with a repair', async (_what, status, body) => {
    refusal = () => Response.json(body, { status })
    await expect(call({})).rejects.toThrow()
    expect(sent).toHaveLength(1)
    expect(reports).toEqual([])
  })
})

describe('what is kept to be continued', () => {
  const kept: readonly (readonly [string, unknown, (more: Terms) => Promise<unknown>])[] = [
    [
      'caches.create',
      { code: 400, message: 'Please ensure that multiturn requests ends with a user role or a function response.' },
      async (more) =>
        byGoogle(more).caches.create({ model: 'gemini-3-pro', config: { contents: contents.slice(0, 2) } }),
    ],
    [
      'conversations.create',
      { message: 'No tool output found for function call call_1.', type: 'invalid_request_error', param: 'input' },
      async (more) =>
        byOpenAI(more).conversations.create({
          items: [
            { role: 'user', content: foreign },
            { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{}' },
          ],
        }),
    ],
  ]
  const plain = async (call: (more: Terms) => Promise<unknown>, told: unknown): Promise<void> => {
    refusal = () => (sent.length === 1 && told !== null ? Response.json({ error: told }, { status: 400 }) : null)
    await call({})
  }

  test.each(kept)('%s: may not end as it does although nobody refuses it', async (_name, _told, call) => {
    await plain(call, null)
    expect(sent).toHaveLength(1)
    expect(sent[0]).not.toContain('[session-recovery]')
  })

  test.each(kept)('%s: is left alone by who refuses how it ends', async (_name, told, call) => {
    await plain(call, told)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toContain('[session-recovery]')
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered'])
  })
})

const count = (more: Terms): PromiseLike<unknown> => byAnthropic(more).messages.countTokens({ model, messages })

test('the caller does not get the first refusal when nothing helps, or nothing is told of it (I10)', async () => {
  let times = 0
  const stubborn: typeof refusing = async (input, init) => {
    await refusing(input, init)
    return badSignature(`${(times += 1)}: `)
  }
  const options = terms({ budget: 2 })
  const asked = recoveringFetch(options)(stubborn)('http://127.0.0.1:1/v1/messages/count_tokens', {
    method: 'POST',
    body: JSON.stringify({ model, messages }),
  })
  expect(await (await asked).text()).toContain('1: messages.1')
  expect(sent).toHaveLength(2)
  expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered', 'exhausted'])
})

test('what nothing can be done about is told as nothing', async () => {
  refusal = () => badSignature()
  await expect(count({ allowAfterRefusal: 'none' })).rejects.toThrow('Invalid `signature`')
  expect(reports.map(({ outcome }) => outcome)).toEqual(['unrepairable'])
})

test('a failure of the repeated call is hidden behind the refusal', async () => {
  const failing: typeof refusing = async (input, init) => {
    const answer = await refusing(input, init)
    return answer.ok ? new Response('gone', { status: 503 }) : answer
  }
  refusal = () => badSignature()
  const fetch = recoveringFetch(terms({}))(failing)
  const body = JSON.stringify({ model, messages })
  expect((await fetch('http://127.0.0.1:1/v1/messages/count_tokens', { method: 'POST', body })).status).toBe(503)
  expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered', 'failed'])
})

test('of several requests in a batch one is changed that no error has named (I4)', async () => {
  refusal = () => badSignature()
  const requests = ['a', 'b'].map((custom_id) => ({ custom_id, params }))
  await expect(byAnthropic({}).messages.batches.create({ requests })).rejects.toThrow('Invalid `signature`')
  expect(sent).toHaveLength(1)
})

describe('the recorded output of a tool', () => {
  const open = [
    { role: 'user' as const, content: 'Read a.txt' },
    { type: 'function_call' as const, call_id: 'call_1', name: 'read', arguments: '{}' },
    { role: 'user' as const, content: 'And?' },
  ]
  const compact = (more: Terms): PromiseLike<unknown> =>
    byOpenAI(more).responses.compact({ model: 'gpt-5', input: open })

  beforeEach(async () => {
    const call = { sessionID: 's', callId: 'call_1', name: 'read', input: {} }
    await trackToolCall(store, call, async () => 'THE FILE')
  })

  test('is not put into what is made of a named conversation (I5)', async () => {
    await compact({ session: () => 's' })
    expect(sent[0]).toContain('THE FILE')
  })

  test('is put into the conversation of somebody else', async () => {
    await compact({ session: 'other' })
    await compact({})
    expect(sent.join()).not.toContain('THE FILE')
  })

  test('is waited for when nobody can name the session or the store is gone, and the call is not repaired (I10)', async () => {
    const thrown = (): never => {
      throw new Error('who?')
    }
    await compact({ session: thrown })
    const parts = { ...store.parts, list: thrown }
    await compact({ session: 's', store: { ...store, parts } })
    expect(sent.map((text) => text.includes('[session-recovery]'))).toEqual([true, true])
    expect(reports.map(({ outcome }) => outcome)).toEqual(['failed', 'recovered', 'failed', 'recovered'])
  })
})
