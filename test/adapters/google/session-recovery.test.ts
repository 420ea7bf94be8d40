import { type Content, GoogleGenAI } from '@google/genai'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionRecovery } from '../../../src/google.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { createGeminiEmulator } from '../../../src/testing.ts'

let store: SessionStore
let reports: RecoveryReport[]

beforeEach(() => {
  store = createMemoryStore()
  reports = []
})

type Emulator = ReturnType<typeof createGeminiEmulator>

async function client(emulator: Emulator, options: Parameters<typeof sessionRecovery>[0] = {}): Promise<GoogleGenAI> {
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const recovery = sessionRecovery({ store, onRepair: (report) => reports.push(report), ...options })
  return new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: server.url, ...recovery } })
}

const config = { tools: [{ functionDeclarations: [{ name: 'read' }] }] }
const interrupted: Content[] = [
  { role: 'user', parts: [{ text: 'Read a.txt' }] },
  { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
  { role: 'user', parts: [{ text: 'Are you still there?' }] },
]

test('a broken history reaches the provider as it is', async () => {
  const emulator = createGeminiEmulator()
  const ai = await client(emulator)
  const response = await ai.models.generateContent({ model: 'gemini-2.5-flash', contents: interrupted, config })
  expect(response.text).toBe('Done.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(JSON.stringify(emulator.requests[0]!.body)).not.toContain('"model":"gemini')
})

test('rules of the model in the path do not hold: a call without its thought signature is sent to Gemini 3', async () => {
  const emulator = createGeminiEmulator()
  const ai = await client(emulator)
  const answered = [
    ...interrupted.slice(0, 2),
    { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'A' } } }] },
  ]
  await ai.models.generateContent({ model: 'gemini-3-pro-preview', contents: answered, config })
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered' }])
})

test('a stream is not repaired before its first part, or not recorded as one answer', async () => {
  const emulator = createGeminiEmulator()
  const ai = await client(emulator, { session: 's' })
  const model = 'gemini-2.5-flash'
  let text = ''
  for await (const part of await ai.models.generateContentStream({ model, contents: interrupted, config }))
    text += part.text ?? ''
  expect(text).toBe('Done.')
  const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  expect(stored.filter((message) => (message as Content).role === 'model')).toHaveLength(2)
  expect(stored.at(-1)).toEqual({ role: 'model', parts: [expect.objectContaining({ text: 'Done.' })] })
})

test.each(['gemini-2.5-flash', 'gemini-3-pro-preview'])(
  'on %s, results whose calls a cache holds become texts (I1)',
  async (model) => {
    const sent: unknown[] = []
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      sent.push((JSON.parse(String(init?.body)) as { readonly contents: unknown }).contents)
      return Response.json({ candidates: [{ content: { role: 'model', parts: [{ text: 'Done.' }] } }] })
    }
    const recovery = sessionRecovery({ store, fetch, onRepair: (report) => reports.push(report) })
    const ai = new GoogleGenAI({ apiKey: 'test', httpOptions: recovery })
    const results = ['a.txt', 'b.txt'].map((output) => ({ functionResponse: { name: 'read', response: { output } } }))
    const contents = [{ role: 'user', parts: results }]
    await ai.models.generateContent({ model, contents, config: { cachedContent: 'cachedContents/1' } })
    expect(sent).toEqual([contents])
    expect(reports).toEqual([])
    await ai.models.generateContent({ model, contents, config })
    expect(JSON.stringify(sent[1])).toContain('not in this conversation')
  },
)

test('a chat becomes several sessions', async () => {
  const emulator = createGeminiEmulator()
  const chat = (await client(emulator)).chats.create({ model: 'gemini-2.5-flash' })
  await chat.sendMessage({ message: 'Hi' })
  await chat.sendMessage({ message: 'Bye' })
  expect(await store.messages.list()).toMatchObject([{ messageCount: 4 }])
})
