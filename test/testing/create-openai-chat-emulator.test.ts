import OpenAI, { APIUserAbortError, BadRequestError } from 'openai'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test } from 'vitest'
import { type ChatEmulatorOptions, createOpenAIChatEmulator, type OpenAIChatEmulator } from '../../src/testing.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Reached = { api: OpenAIChatEmulator; client: OpenAI }

const byMsw = async (options?: ChatEmulatorOptions): Promise<Reached> => {
  const api = createOpenAIChatEmulator(options)
  const server = setupServer(...(await api.handlers()))
  await server.listen()
  closing.push(() => server.close())
  return { api, client: new OpenAI({ apiKey: 'k', maxRetries: 0 }) }
}

const byLoopback = async (options?: ChatEmulatorOptions): Promise<Reached> => {
  const api = createOpenAIChatEmulator(options)
  const served = await api.listen()
  closing.push(served.close)
  return { api, client: new OpenAI({ apiKey: 'k', maxRetries: 0, baseURL: `${served.url}/v1` }) }
}

const base = { model: 'gpt-5.2' } as const
const hello: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Hello 👋' }

describe.each([
  ['msw', byMsw],
  ['loopback', byLoopback],
])('the Chat Completions emulator over %s', (_, reach) => {
  test('breaks a tool loop of the real SDK', async () => {
    const { api, client } = await reach()
    api.respondWith({ toolCalls: [{ name: 'read_file', arguments: { path: 'a' } }] }, { text: 'Done.' })
    const first = await client.chat.completions.create({ ...base, messages: [hello] })
    const message = first.choices[0]!.message
    expect(first.choices[0]!.finish_reason).toBe('tool_calls')
    const id = message.tool_calls![0]!.id
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      hello,
      message,
      { role: 'tool', tool_call_id: id, content: 'x' },
    ]
    const second = await client.chat.completions.create({ ...base, messages })
    expect(second.choices[0]!.message.content).toBe('Done.')
    expect(api.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  test('streams a message that the SDK assembles differently', async () => {
    const { api, client } = await reach({ vendor: 'deepseek' })
    api.respondWith({
      reasoning: 'Hm 🧪.',
      text: 'Say 👍',
      toolCalls: [{ name: 'read_file', arguments: { path: 'ä' } }],
    })
    const usage = { include_usage: true }
    const stream = client.chat.completions.stream({
      model: 'deepseek-v4',
      messages: [hello],
      stream_options: usage,
    })
    let reasoning = ''
    stream.on('chunk', (chunk) => {
      const delta = chunk.choices[0]?.delta as { reasoning_content?: string } | undefined
      reasoning += delta?.reasoning_content ?? ''
    })
    const completion = await stream.finalChatCompletion()
    expect(reasoning).toBe('Hm 🧪.')
    expect(completion.usage?.total_tokens).toBe(20)
    expect(completion.choices[0]!.message).toMatchObject({
      content: 'Say 👍',
      tool_calls: [{ type: 'function', function: { name: 'read_file', arguments: '{"path":"ä"}' } }],
    })
  })

  test('answers a broken history with something else than the 400 of the API', async () => {
    const { api, client } = await reach()
    api.respondWith({ text: 'kept for the retry' })
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } } as const
    const broken: OpenAI.ChatCompletionMessageParam[] = [hello, { role: 'assistant', tool_calls: [call] }, hello]
    const refused = client.chat.completions.create({ ...base, messages: broken })
    await expect(refused).rejects.toThrow('The following tool_call_ids did not have response messages: call_1')
    await expect(refused).rejects.toBeInstanceOf(BadRequestError)
    const retried = await client.chat.completions.create({ ...base, messages: [hello] })
    expect(retried.choices[0]!.message.content).toBe('kept for the retry')
  })

  test('does not inject errors', async () => {
    const { api, client } = await reach()
    api.respondWith({ error: { status: 503 } }, { error: { status: 400, message: 'opaque' } })
    const send = (): Promise<unknown> => client.chat.completions.create({ ...base, messages: [hello] })
    await expect(send()).rejects.toMatchObject({ status: 503 })
    await expect(send()).rejects.toThrow('opaque')
  })

  test('ends a cut stream in an orderly way', async () => {
    const { api, client } = await reach()
    api.respondWith({ text: 'A long answer.', stream: { cutAfter: 2 } })
    const stream = client.chat.completions.stream({ ...base, messages: [hello] })
    await expect(stream.finalChatCompletion()).rejects.toThrow(Error)
  })

  test('answers a request that should hang', async () => {
    const { api, client } = await reach()
    api.respondWith({ hang: true })
    const sent = client.chat.completions.create({ ...base, messages: [hello] }, { signal: AbortSignal.timeout(80) })
    await expect(sent).rejects.toBeInstanceOf(APIUserAbortError)
  })

  test('knows another endpoint', async () => {
    const { api } = await byMsw()
    const response = await api.handle(new Request('https://api.openai.com/v1/models'))
    expect(response.status).toBe(404)
  })
})
