import Anthropic, { APIUserAbortError, BadRequestError } from '@anthropic-ai/sdk'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test } from 'vitest'
import { type AnthropicEmulator, createAnthropicEmulator, type EmulatorOptions } from '../../src/testing.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Reached = { api: AnthropicEmulator; client: Anthropic }

const byMsw = async (options?: EmulatorOptions): Promise<Reached> => {
  const api = createAnthropicEmulator(options)
  const server = setupServer(...(await api.handlers()))
  await server.listen()
  closing.push(() => server.close())
  return { api, client: new Anthropic({ apiKey: 'k', maxRetries: 0 }) }
}

const byLoopback = async (options?: EmulatorOptions): Promise<Reached> => {
  const api = createAnthropicEmulator(options)
  const served = await api.listen()
  closing.push(served.close)
  return { api, client: new Anthropic({ apiKey: 'k', maxRetries: 0, baseURL: served.url }) }
}

const tools: Anthropic.Tool[] = [{ name: 'read_file', input_schema: { type: 'object' } }]
const base = { model: 'claude-opus-5-5', max_tokens: 1024, tools } as const
const hello: Anthropic.MessageParam = { role: 'user', content: 'Hello 👋' }

describe.each([
  ['msw', byMsw],
  ['loopback', byLoopback],
])('the emulator over %s', (_, reach) => {
  test('breaks a tool loop with thinking of the real SDK', async () => {
    const { api, client } = await reach()
    api.respondWith({ thinking: 'Read it.', toolUse: [{ name: 'read_file', input: { path: 'a' } }] }, { text: 'Done.' })
    const first = await client.messages.create({ ...base, messages: [hello] })
    expect(first.stop_reason).toBe('tool_use')
    const call = first.content.find((block) => block.type === 'tool_use')
    const messages: Anthropic.MessageParam[] = [
      hello,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'x' }] },
    ]
    const second = await client.messages.create({ ...base, messages })
    expect(second.content).toMatchObject([{ type: 'text', text: 'Done.' }])
    expect(api.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  test('streams a message that the SDK assembles differently', async () => {
    const { api, client } = await reach()
    api.respondWith({ thinking: 'Hm 🧪.', text: 'Say 👍', toolUse: [{ name: 'read_file', input: { path: 'ä' } }] })
    const message = await client.messages.stream({ ...base, messages: [hello] }).finalMessage()
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: 'Hm 🧪.' },
      { type: 'text', text: 'Say 👍' },
      { type: 'tool_use', input: { path: 'ä' } },
    ])
    const call = message.content.find((block) => block.type === 'tool_use')
    const next: Anthropic.MessageParam = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: call?.id ?? '' }],
    }
    const answer = await client.messages.create({
      ...base,
      messages: [hello, { role: 'assistant', content: message.content }, next],
    })
    expect(answer.stop_reason).toBe('end_turn')
  })

  test('answers a broken history with something else than the 400 of the API', async () => {
    const { api, client } = await reach()
    api.respondWith({ text: 'kept for the retry' })
    const broken: Anthropic.MessageParam[] = [
      hello,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_file', input: {} }] },
      hello,
    ]
    const refused = client.messages.create({ ...base, messages: broken })
    await expect(refused).rejects.toThrow(
      '`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    )
    await expect(refused).rejects.toBeInstanceOf(BadRequestError)
    const retried = await client.messages.create({ ...base, messages: [hello] })
    expect(retried.content).toMatchObject([{ text: 'kept for the retry' }])
  })

  test('does not inject errors', async () => {
    const { api, client } = await reach()
    api.respondWith({ error: { status: 529 } }, { error: { status: 400, message: 'Could not process image' } })
    const send = (): Promise<unknown> => client.messages.create({ ...base, messages: [hello] })
    await expect(send()).rejects.toMatchObject({ status: 529, type: 'overloaded_error' })
    await expect(send()).rejects.toThrow('Could not process image')
  })

  test('ends a cut stream in an orderly way', async () => {
    const { api, client } = await reach()
    api.respondWith({ text: 'A long answer.', stream: { cutAfter: 4 } })
    const stream = client.messages.stream({ ...base, messages: [hello] })
    await expect(stream.finalMessage()).rejects.toThrow(Error)
  })

  test('answers a request that should hang', async () => {
    const { api, client } = await reach()
    api.respondWith({ hang: true })
    const sent = client.messages.create({ ...base, messages: [hello] }, { signal: AbortSignal.timeout(80) })
    await expect(sent).rejects.toBeInstanceOf(APIUserAbortError)
  })
})

describe('the emulator', () => {
  test('keeps no thread, or keeps a lost one', async () => {
    const { api, client } = await byMsw()
    const betas = ['message-threads-2026-08-12']
    const create = { model: base.model, max_tokens: 64, betas }
    const first = await client.beta.messages.create({ ...create, tools, messages: [hello], thread: { type: 'create' } })
    const follow = {
      ...create,
      messages: [hello],
      thread: { type: 'continue' as const, previous_message_id: first.id },
    }
    const second = await client.beta.messages.create(follow)
    expect(second.content).toMatchObject([{ text: 'Done.' }])
    await expect(client.beta.messages.create(follow)).rejects.toMatchObject({ errorCode: 'thread_already_continued' })
    api.loseThreads()
    await expect(client.beta.messages.create(follow)).rejects.toMatchObject({
      status: 404,
      errorCode: 'thread_not_found',
    })
  })

  test('lets the thread helper of the SDK fail', async () => {
    const { api, client } = await byMsw()
    const thread = client.beta.messages.thread({ model: base.model, max_tokens: 64 })
    await thread.send({ role: 'user', content: 'one' })
    api.loseThreads()
    const reply = await thread.send({ role: 'user', content: 'two' })
    expect(reply.content).toMatchObject([{ text: 'Done.' }])
    expect(api.requests.map(({ status }) => status)).toEqual([200, 404, 200])
  })

  test('reports dropped thinking nowhere', async () => {
    const { api, client } = await byMsw()
    api.respondWith({ thinking: 'A', text: 'a' })
    const betas = ['thinking-binding-controls-2026-08-01']
    const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } as const
    const request = { ...base, thinking, betas }
    const first = await client.beta.messages.create({ ...request, messages: [hello] })
    const edited = { role: 'user', content: 'Hello!' } as const
    const messages = [edited, { role: 'assistant', content: first.content }, hello] as Anthropic.Beta.BetaMessageParam[]
    const stream = client.beta.messages.stream({ ...request, messages })
    const second = await stream.finalMessage()
    expect(second.input_transformations).toEqual([
      { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
    ])
    const plain = client.messages.create({ ...base, messages: messages as Anthropic.MessageParam[] })
    await expect(plain).rejects.toThrow('The block is bound to a different conversation')
  })

  test('counts the tokens of a broken request', async () => {
    const { client } = await byMsw()
    const request = { model: base.model, messages: [hello] }
    expect((await client.messages.countTokens(request)).input_tokens).toBeGreaterThan(0)
    await expect(client.messages.countTokens({ ...request, messages: [] })).rejects.toThrow('at least one message')
  })

  test('lets a broken item pass in a batch, or fails its neighbours', async () => {
    const { client } = await byMsw()
    const params = { ...base, messages: [hello] }
    const batch = await client.messages.batches.create({
      requests: [
        { custom_id: 'good', params },
        { custom_id: 'bad', params: { ...params, messages: [] } },
      ],
    })
    const results: [string, string][] = []
    for await (const line of await client.messages.batches.results(batch.id))
      results.push([line.custom_id, line.result.type])
    expect(results).toEqual([
      ['good', 'succeeded'],
      ['bad', 'errored'],
    ])
  })

  test('gives a compaction block that it refuses afterwards', async () => {
    const { client } = await byMsw()
    const betas = ['compact-2026-09-04']
    const request = { model: base.model, max_tokens: 64, betas }
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'Long story.' }]
    const compacted = await client.beta.messages.create({ ...request, messages, compaction: { type: 'summarize' } })
    expect(compacted.stop_reason).toBe('compaction')
    const summary = { role: 'assistant', content: compacted.content } as Anthropic.Beta.BetaMessageParam
    const next = await client.beta.messages.create({ ...request, messages: [summary, ...messages] })
    expect(next.stop_reason).toBe('end_turn')
    const misplaced = client.beta.messages.create({ ...request, messages: [...messages, summary, ...messages] })
    await expect(misplaced).rejects.toMatchObject({ errorCode: 'compaction_block_misplaced' })
  })

  test('hands out different ids for the same seed', async () => {
    const ids = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const request = new Request('http://x/v1/messages', {
          method: 'POST',
          body: JSON.stringify({ ...base, messages: [hello] }),
        })
        return ((await (await createAnthropicEmulator({ seed }).handle(request)).json()) as { id: string }).id
      }),
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })
})
