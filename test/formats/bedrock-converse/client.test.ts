import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
  type Message,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime'
import { afterEach, expect, test } from 'vitest'
import { type ConverseEmulator, createConverseEmulator } from '../../../src/testing.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { repair } from '../../../src/repair/repair.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Outgoing = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | string
}

/** Carries the SDK's requests to the emulator over loopback: its own handler speaks nothing but HTTP/2. */
const handlerTo = (url: string): object => ({
  handle: async ({ body, headers, method, path }: Outgoing) => {
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const response = { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body }
    return { response }
  },
  metadata: { handlerProtocol: 'http/1.1' },
})

type Connection = { api: ConverseEmulator; send: (input: ConverseCommandInput) => Promise<ConverseCommandOutput> }

async function connect(): Promise<Connection> {
  const api = createConverseEmulator()
  const served = await api.listen()
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'k', secretAccessKey: 's' },
    endpoint: served.url,
    maxAttempts: 1,
    requestHandler: handlerTo(served.url) as never,
  })
  closing.push(served.close)
  return { api, send: (input) => client.send(new ConverseCommand(input)) }
}

const toolConfig: ConverseCommandInput['toolConfig'] = {
  tools: [{ toolSpec: { name: 'read_file', inputSchema: { json: { type: 'object' } } } }],
}
const hello: Message = { role: 'user', content: [{ text: 'Hello 👋' }] }

/** What the client threw for this input; undefined when the provider accepted it. */
async function refusalOf({ send }: Connection, input: ConverseCommandInput): Promise<unknown> {
  try {
    await send(input)
    return undefined
  } catch (error) {
    return error
  }
}

test('a tool loop of the real client is refused, or needs a repair', async () => {
  const { api, send } = await connect()
  api.respondWith({ reasoning: 'Hm.', calls: [{ name: 'read_file' }] }, { text: 'Done.' })
  const modelId = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
  const first = await send({ modelId, messages: [hello], toolConfig })
  const call = first.output!.message!
  const { toolUseId } = call.content!.find((block) => block.toolUse)!.toolUse!
  const image = { image: { format: 'png' as const, source: { bytes: Buffer.from(tinyPng().data, 'base64') } } }
  const messages: Message[] = [
    hello,
    call,
    { role: 'user', content: [{ toolResult: { toolUseId, content: [image] } }, { cachePoint: { type: 'default' } }] },
  ]
  expect(repair(messages, { format: 'bedrock-converse', request: { modelId, toolConfig } }).messages).toBe(messages)
  const second = await send({ modelId, messages, toolConfig })
  expect(second.output!.message!.content).toEqual([{ text: 'Done.' }])
  const path = `/model/${encodeURIComponent(modelId)}/converse`
  expect(api.requests.map(({ path: asked, status }) => [asked, status])).toEqual([
    [path, 200],
    [path, 200],
  ])
})

test('a session that lost a result, its tools and its alternation stays refused', async () => {
  const connection = await connect()
  const modelId = 'amazon.nova-pro-v1:0'
  const messages: Message[] = [
    hello,
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'read_file', input: {} } }] },
    { role: 'user', content: [{ text: 'Well?' }] },
    { role: 'user', content: [{ text: ' ' }] },
  ]
  const error = await refusalOf(connection, { modelId, messages })
  expect(error).toBeInstanceOf(ValidationException)
  const result = repair(messages, { format: 'bedrock-converse', request: { modelId }, error })
  expect(result.messages).toHaveLength(3)
  expect(result.messages[2]).toMatchObject({ content: [{ toolResult: { status: 'error' } }, { text: 'Well?' }] })
  const input = { modelId, messages: result.messages as Message[], ...result.request }
  expect(await refusalOf(connection, input)).toBeUndefined()
})

test('a session with reasoning of Claude does not continue on a model that reads none', async () => {
  const connection = await connect()
  connection.api.respondWith({ reasoning: 'Hm.', text: 'So.' })
  const claude = 'us.anthropic.claude-3-7-sonnet-20250219-v1:0'
  const first = await connection.send({ modelId: claude, messages: [hello] })
  const messages = [hello, first.output!.message!, hello]
  expect(await refusalOf(connection, { modelId: claude, messages })).toBeUndefined()
  for (const modelId of ['anthropic.claude-3-haiku-20240307-v1:0', 'us.meta.llama3-3-70b-instruct-v1:0']) {
    expect(await refusalOf(connection, { modelId, messages })).toBeInstanceOf(ValidationException)
    const result = repair(messages, { format: 'bedrock-converse', request: { modelId } })
    expect(result.messages).toEqual([hello, { role: 'assistant', content: [{ text: 'So.' }] }, hello])
    expect(await refusalOf(connection, { modelId, messages: result.messages as Message[] })).toBeUndefined()
  }
})

test('a model that the library does not know keeps refusing reasoning after its error said so', async () => {
  const modelId = 'some.new-model-v1:0'
  const messages: unknown[] = [
    hello,
    { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'Hm.' } } }, { text: 'So.' }] },
    hello,
  ]
  const request = { modelId, inferenceConfig: {} }
  expect(repair(messages, { format: 'bedrock-converse', request }).messages).toBe(messages)
  const error = new Error("This model doesn't support the reasoningContent field. Remove it and try again.")
  const result = repair(messages, { format: 'bedrock-converse', request, error })
  expect(result.messages[1]).toEqual({ role: 'assistant', content: [{ text: 'So.' }] })
})
