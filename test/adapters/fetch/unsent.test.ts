import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionRecovery as anthropic } from '../../../src/anthropic.ts'
import { sessionRecovery as google } from '../../../src/google.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { sessionRecovery as openai } from '../../../src/openai.ts'

let store: SessionStore
let reports: RecoveryReport[]
let sent: { path: string; body: string }[]

beforeEach(() => {
  store = createMemoryStore()
  reports = []
  sent = []
})

/** A provider that takes everything down and says nothing of note. */
const answering = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input))
  sent.push({ path: pathname, body: String(init?.body) })
  return Response.json({ id: 'x', name: 'x', input_tokens: 1, totalTokens: 1, data: [], output: [] })
}

type Mode = { mode?: 'observe' | 'repair' }
const terms = (mode: Mode) => ({ store, onRepair: (report: RecoveryReport) => void reports.push(report), ...mode })
const byOpenAI = (mode: Mode): OpenAI =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1:1/v1', ...openai({ ...terms(mode), fetch: answering }) })
const byGoogle = (mode: Mode): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'k', httpOptions: { ...google({ ...terms(mode), fetch: answering }) } })
const byAnthropic = (mode: Mode): Anthropic =>
  new Anthropic({ apiKey: 'k', baseURL: 'http://127.0.0.1:1', fetch: answering, middleware: [anthropic(terms(mode))] })

const ask = 'Read a.txt'
const use = { type: 'tool_use' as const, id: 'toolu_1', name: 'read', input: {} }
const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
const messages = (broken: boolean): Anthropic.MessageParam[] => [
  { role: 'user', content: ask },
  ...(broken ? [{ role: 'assistant' as const, content: [use] }] : []),
  { role: 'user', content: 'And?' },
]
const output = { type: 'function_call_output' as const, call_id: 'call_gone', output: 'A file.' }
const input = (broken: boolean): OpenAI.Responses.ResponseInputItem[] => [
  { role: 'user', content: ask },
  ...(broken ? [output] : []),
  { role: 'user', content: 'And?' },
]
const contents = (broken: boolean) => [
  { role: 'user', parts: [{ text: ask }] },
  { role: 'model', parts: broken ? [] : [{ text: 'Fine.' }] },
  { role: 'user', parts: [{ text: 'And?' }] },
]
const model = 'claude-opus-4-6'
const gemini = 'gemini-3-pro'

const calls: readonly (readonly [
  name: string,
  path: RegExp,
  call: (mode: Mode, broken: boolean) => Promise<unknown>,
])[] = [
  [
    'messages.countTokens',
    /count_tokens$/,
    async (mode, broken) => byAnthropic(mode).messages.countTokens({ model, tools, messages: messages(broken) }),
  ],
  [
    'beta.messages.countTokens',
    /count_tokens$/,
    async (mode, broken) => byAnthropic(mode).beta.messages.countTokens({ model, tools, messages: messages(broken) }),
  ],
  [
    'responses.inputTokens.count',
    /input_tokens$/,
    async (mode, broken) => byOpenAI(mode).responses.inputTokens.count({ model: 'gpt-5', input: input(broken) }),
  ],
  [
    'responses.compact',
    /compact$/,
    async (mode, broken) => byOpenAI(mode).responses.compact({ model: 'gpt-5', input: input(broken) }),
  ],
  [
    'conversations.create',
    /conversations$/,
    async (mode, broken) => byOpenAI(mode).conversations.create({ items: input(broken) }),
  ],
  [
    'models.countTokens',
    /:countTokens$/,
    async (mode, broken) => byGoogle(mode).models.countTokens({ model: gemini, contents: contents(broken) }),
  ],
  [
    'caches.create',
    /cachedContents$/,
    async (mode, broken) => byGoogle(mode).caches.create({ model: gemini, config: { contents: contents(broken) } }),
  ],
  [
    'batches.create',
    /:batchGenerateContent$/,
    async (mode, broken) =>
      byGoogle(mode).batches.create({
        model: gemini,
        src: [{ contents: contents(false) }, { contents: contents(broken) }],
      }),
  ],
]

describe.each(calls)('%s', (_name, path, call) => {
  test('goes out with a fault that its conversation shows', async () => {
    await call({}, true)
    const { length } = sent
    await call({ mode: 'observe' }, true)
    expect(length).toBe(1)
    expect(sent[0]!.path).toMatch(path)
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered', 'observed'])
    expect(sent[1]!.body).not.toBe(sent[0]!.body)
  })

  test('changes what is healthy, or records a conversation that no model has seen', async () => {
    await call({}, false)
    expect(reports).toEqual([])
    expect(sent[0]!.body).toContain('And?')
    expect(sent[0]!.body).not.toContain('[session-recovery]')
    expect(await store.messages.list()).toEqual([])
  })
})

test('an output is taken for an orphan whose call lies in the conversation on the server', async () => {
  await byOpenAI({}).conversations.items.create('conv_1', { items: [output] })
  expect(sent[0]!.body).toContain('call_gone')
  expect(reports).toEqual([])
})
