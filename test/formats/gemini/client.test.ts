import { ApiError, type Content, GoogleGenAI } from '@google/genai'
import { setupServer } from 'msw/node'
import { afterEach, expect, test } from 'vitest'
import { createGeminiEmulator, type GeminiEmulator } from '../../../src/testing.ts'
import { repair } from '../../../src/repair/repair.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connect(): Promise<{ api: GeminiEmulator; client: GoogleGenAI }> {
  const api = createGeminiEmulator()
  const served = await api.listen()
  closing.push(served.close)
  return { api, client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: served.url } }) }
}

const hello: Content = { role: 'user', parts: [{ text: 'Hello 👋' }] }

/** What the client threw for these contents; undefined when the provider accepted them. */
async function refusalOf(client: GoogleGenAI, model: string, contents: Content[]): Promise<unknown> {
  try {
    await client.models.generateContent({ model, contents })
    return undefined
  } catch (error) {
    return error
  }
}

test('a tool loop of the real client is refused, or needs a repair', async () => {
  const { api, client } = await connect()
  api.respondWith({ thought: 'Hm.', calls: [{ name: 'a' }, { name: 'b' }] }, { text: 'Done 🧪.' })
  const model = 'gemini-3-pro-preview'
  const first = await client.models.generateContent({ model, contents: [hello] })
  expect(first.functionCalls).toMatchObject([{ name: 'a' }, { name: 'b' }])
  const contents: Content[] = [
    hello,
    first.candidates![0]!.content!,
    { role: 'user', parts: [{ functionResponse: { name: 'a', response: {} } }, { functionResponse: { name: 'b' } }] },
  ]
  expect(repair(contents, { format: 'gemini', request: { model } }).messages).toBe(contents)
  const second = await client.models.generateContent({ model, contents })
  expect(second.text).toBe('Done 🧪.')
  expect(api.requests.map(({ status }) => status)).toEqual([200, 200])
})

test('a stream of the real client loses parts', async () => {
  const { api, client } = await connect()
  api.respondWith({ thought: 'Hm.', text: 'Said ä' })
  const seen: string[] = []
  const stream = await client.models.generateContentStream({ model: 'gemini-2.5-flash', contents: [hello] })
  for await (const { candidates } of stream) for (const { text } of candidates![0]!.content!.parts!) seen.push(text!)
  expect(seen).toEqual(['Hm.', 'Said ä'])
  expect(api.requests[0]!.path).toContain(':streamGenerateContent?alt=sse')
})

test('the emulator is not reached over msw', async () => {
  const api = createGeminiEmulator()
  const server = setupServer(...(await api.handlers()))
  await server.listen()
  closing.push(() => server.close())
  const client = new GoogleGenAI({ apiKey: 'k' })
  const { text } = await client.models.generateContent({ model: 'gemini-2.5-flash', contents: [hello] })
  expect(text).toBe('Done.')
})

test('the session that Gemini CLI resumes with a doubled response stays refused', async () => {
  const { api, client } = await connect()
  const model = 'gemini-2.5-flash'
  const response: Content = { role: 'user', parts: [{ functionResponse: { name: 'ls', response: { output: 'a' } } }] }
  const contents: Content[] = [
    hello,
    { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] },
    response,
    structuredClone(response),
    { role: 'user', parts: [{ text: 'Go on.' }] },
  ]
  const error = await refusalOf(client, model, contents)
  expect(error).toBeInstanceOf(ApiError)
  expect(String(error)).toContain('number of function response parts')
  const { loss, messages } = repair(contents, { format: 'gemini', request: { model }, error })
  expect(loss).toBe('none')
  expect(messages).toEqual(contents.toSpliced(3, 1))
  expect(await refusalOf(client, model, messages as Content[])).toBeUndefined()
  expect(api.requests.map(({ status }) => status)).toEqual([400, 200])
})

test('a session of Gemini 2 does not continue on Gemini 3 in the middle of a tool loop', async () => {
  const { client } = await connect()
  const call = (name: string): Content => ({ role: 'model', parts: [{ functionCall: { name, args: {} } }] })
  const response = (name: string): Content => ({ role: 'user', parts: [{ functionResponse: { name, response: {} } }] })
  const over = [hello, call('a'), response('a'), { role: 'model', parts: [{ text: 'So.' }] }]
  const contents = [...over, hello, call('b'), response('b'), call('c'), response('c')]
  expect(await refusalOf(client, 'gemini-2.5-pro', contents)).toBeUndefined()
  const model = 'gemini-3-pro-preview'
  const error = await refusalOf(client, model, contents)
  expect(String(error)).toContain('missing a thought_signature')
  const { edits, loss, messages } = repair(contents, { format: 'gemini', request: { model } })
  expect(loss).toBe('synthesised')
  // Only the steps of the current turn: calls of a turn that is over keep their bytes (I6).
  expect(edits.map(({ index }) => index)).toEqual([5, 7])
  expect(await refusalOf(client, model, messages as Content[])).toBeUndefined()
})

test('signatures of another model stay in the way although the provider names the fault', async () => {
  const { api, client } = await connect()
  api.respondWith({ calls: [{ name: 'a' }] })
  const made = await client.models.generateContent({ model: 'gemini-2.5-pro', contents: [hello] })
  const response: Content = { role: 'user', parts: [{ functionResponse: { name: 'a', response: {} } }] }
  const contents = [hello, made.candidates![0]!.content!, response]
  const model = 'gemini-3-pro-preview'
  const error = await refusalOf(client, model, contents)
  expect(String(error)).toContain('Corrupted thought signature')
  const { messages } = repair(contents, { format: 'gemini', request: { model }, error })
  expect(messages[1]).toMatchObject({ parts: [{ thoughtSignature: 'skip_thought_signature_validator' }] })
  expect(await refusalOf(client, model, messages as Content[])).toBeUndefined()
})
