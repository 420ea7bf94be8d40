import { setupServer } from 'msw/node'
import OpenAI, { APIUserAbortError, BadRequestError, NotFoundError } from 'openai'
import { afterEach, describe, expect, test } from 'vitest'
import { createResponsesEmulator, type ResponsesEmulator } from '../../src/testing.ts'

type Item = OpenAI.Responses.ResponseInputItem
type Reached = { api: ResponsesEmulator; client: OpenAI }

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const byMsw = async (): Promise<Reached> => {
  const api = createResponsesEmulator()
  const server = setupServer(...(await api.handlers()))
  await server.listen()
  closing.push(() => server.close())
  return { api, client: new OpenAI({ apiKey: 'k', maxRetries: 0 }) }
}

const byLoopback = async (): Promise<Reached> => {
  const api = createResponsesEmulator()
  const served = await api.listen()
  closing.push(served.close)
  return { api, client: new OpenAI({ apiKey: 'k', maxRetries: 0, baseURL: `${served.url}/v1` }) }
}

const include: OpenAI.Responses.ResponseIncludable[] = ['reasoning.encrypted_content']
const stateless = { model: 'gpt-5.5', store: false, include }
const hello: Item = { role: 'user', content: 'Hello 👋' }
const outputFor = (output: readonly { type: string }[]): Item[] =>
  output.flatMap((item): Item[] =>
    'call_id' in item ? [{ type: 'function_call_output', call_id: String(item.call_id), output: 'x' }] : [],
  )

describe.each([
  ['msw', byMsw],
  ['loopback', byLoopback],
])('the Responses emulator over %s', (_, reach) => {
  test('breaks a stateless tool loop with reasoning of the real SDK', async () => {
    const { api, client } = await reach()
    api.respondWith(
      { reasoning: 'Read it.', calls: [{ name: 'read_file', arguments: '{"path":"a"}' }] },
      { text: 'Done.' },
    )
    const first = await client.responses.create({ ...stateless, input: [hello] })
    const input = [hello, ...first.output, ...outputFor(first.output)] as Item[]
    const second = await client.responses.create({ ...stateless, input })
    expect(second.output_text).toBe('Done.')
    expect(api.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  test('streams a response that the SDK assembles differently', async () => {
    const { api, client } = await reach()
    api.respondWith({
      reasoning: 'Hm 🧪.',
      text: 'Say 👍',
      calls: [{ name: 'read_file', arguments: '{"path":"ä"}' }],
      customCalls: [{ name: 'apply', input: '*** Begin' }],
    })
    const types: string[] = []
    const stream = client.responses.stream({ ...stateless, input: [hello] })
    for await (const event of stream) types.push(event.type)
    const final = await stream.finalResponse()
    expect(final.output).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Hm 🧪.' }] },
      { type: 'message', content: [{ text: 'Say 👍' }] },
      { type: 'function_call', arguments: '{"path":"ä"}' },
      { type: 'custom_tool_call', input: '*** Begin' },
    ])
    expect(types.slice(0, 3)).toEqual(['response.created', 'response.in_progress', 'response.output_item.added'])
    expect(types.at(-1)).toBe('response.completed')
  })

  test('answers a broken history with something else than the 400 of the API', async () => {
    const { api, client } = await reach()
    api.respondWith({ text: 'kept for the retry' })
    const orphan: Item = { type: 'function_call_output', call_id: 'call_1', output: 'x' }
    const refused = client.responses.create({ ...stateless, input: [hello, orphan] })
    await expect(refused).rejects.toBeInstanceOf(BadRequestError)
    await expect(refused).rejects.toThrow('No tool call found for function call output with call_id call_1.')
    expect((await client.responses.create({ ...stateless, input: [hello] })).output_text).toBe('kept for the retry')
  })

  test('does not inject errors, ends cut streams, or answers what should hang', async () => {
    const { api, client } = await reach()
    api.respondWith({ error: { status: 500 } }, { text: 'A long answer.', stream: { cutAfter: 4 } }, { hang: true })
    const send = (): Promise<unknown> => client.responses.create({ ...stateless, input: [hello] })
    await expect(send()).rejects.toMatchObject({ status: 500 })
    const stream = client.responses.stream({ ...stateless, input: [hello] })
    await expect(stream.finalResponse()).rejects.toThrow(Error)
    const hanging = client.responses.create({ ...stateless, input: [hello] }, { signal: AbortSignal.timeout(80) })
    await expect(hanging).rejects.toBeInstanceOf(APIUserAbortError)
  })
})

describe('the Responses emulator', () => {
  test('keeps no previous response, or a lost one', async () => {
    const { api, client } = await byLoopback()
    api.respondWith({ reasoning: '', calls: [{ name: 'read_file' }] }, { text: 'Done.' })
    const first = await client.responses.create({ model: 'gpt-5.5', input: 'Hello' })
    const next = { model: 'gpt-5.5', previous_response_id: first.id, input: outputFor(first.output) }
    expect((await client.responses.create(next)).output_text).toBe('Done.')
    await expect(client.responses.create({ ...next, input: 'Never mind' })).rejects.toThrow('No tool output found')
    expect((await client.responses.retrieve(first.id)).id).toBe(first.id)
    api.loseState()
    await expect(client.responses.create(next)).rejects.toMatchObject({ code: 'previous_response_not_found' })
    await expect(client.responses.retrieve(first.id)).rejects.toBeInstanceOf(NotFoundError)
  })

  test('keeps no conversation', async () => {
    const { client } = await byLoopback()
    const { id } = await client.conversations.create({})
    await client.responses.create({ model: 'gpt-5.5', conversation: id, input: 'one' })
    await client.responses.create({ model: 'gpt-5.5', conversation: { id }, input: 'two' })
    const items: unknown[] = []
    for await (const item of await client.conversations.items.list(id)) items.push(item.type)
    expect(items).toEqual(['message', 'message', 'message', 'message'])
    await client.conversations.delete(id)
    const gone = client.responses.create({ model: 'gpt-5.5', conversation: id, input: 'three' })
    await expect(gone).rejects.toThrow(`Conversation with id '${id}' not found.`)
  })

  test('takes an item without the reasoning that it was made with', async () => {
    const { api, client } = await byLoopback()
    api.respondWith({ reasoning: 'Hm.', text: 'Yes.' })
    const first = await client.responses.create({ model: 'gpt-5.5', input: [hello] })
    const alone = client.responses.create({ model: 'gpt-5.5', input: [hello, first.output[1] as Item, hello] })
    await expect(alone).rejects.toThrow("was provided without its required 'reasoning' item")
    const bare = client.responses.create({ model: 'gpt-5.5', input: [first.output[0] as Item, hello] })
    await expect(bare).rejects.toThrow('was provided without its required following item')
  })

  test('gives a compaction item that it refuses afterwards', async () => {
    const { client } = await byLoopback()
    const compacted = await client.responses.create({ ...stateless, input: [hello, { type: 'compaction_trigger' }] })
    expect(compacted.output).toMatchObject([{ type: 'compaction' }])
    const next = await client.responses.create({ ...stateless, input: [compacted.output[0] as Item, hello] })
    expect(next.output_text).toBe('Done.')
  })

  test('hands out different ids for the same seed', async () => {
    const ids = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const body = JSON.stringify({ model: 'gpt-5.5', input: 'x' })
        const request = new Request('http://x/v1/responses', { method: 'POST', body })
        return ((await (await createResponsesEmulator({ seed }).handle(request)).json()) as { id: string }).id
      }),
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })
})
