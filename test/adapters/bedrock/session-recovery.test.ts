import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  CountTokensCommand,
  type Message,
} from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionRecovery } from '../../../src/bedrock.ts'
import { recoveringFetch } from '../../../src/fetch.ts'
import { makerOfContext } from '../../../src/adapters/bedrock/maker-of-context.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { createConverseEmulator } from '../../../src/testing.ts'
import { handlerTo } from './handler-to.ts'

let emulator: ReturnType<typeof createConverseEmulator>
let store: SessionStore
let reports: RecoveryReport[]

beforeEach(() => {
  emulator = createConverseEmulator()
  store = createMemoryStore()
  reports = []
})

async function serve(): Promise<string> {
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  return server.url
}

async function client(options: Parameters<typeof sessionRecovery>[0] = {}): Promise<BedrockRuntimeClient> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const endpoint = await serve()
  const bedrock = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint,
    requestHandler: handlerTo(endpoint) as never,
    credentials,
    maxAttempts: 1,
  })
  bedrock.middlewareStack.use(sessionRecovery({ store, onRepair: (report) => reports.push(report), ...options }))
  return bedrock
}

const modelId = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
const toolConfig = { tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object' } } } }] }
const interrupted: Message[] = [
  { role: 'user', content: [{ text: 'Read a.txt' }] },
  { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'read', input: {} } }] },
  { role: 'user', content: [{ text: 'Are you still there?' }] },
]

test('a broken history reaches the provider as it is, or the input of the caller is written to', async () => {
  const messages = structuredClone(interrupted)
  const input = { modelId, toolConfig, messages }
  const { output } = await (await client()).send(new ConverseCommand(input))
  expect(output?.message?.content).toEqual([{ text: 'Done.' }])
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(messages).toEqual(interrupted)
})

test('a refusal is not answered with a repaired request, or an error that is none is', async () => {
  const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  emulator.respondWith({ error: { status: 400, type: 'ValidationException', message } })
  const messages: Message[] = [
    interrupted[0]!,
    {
      role: 'assistant',
      content: [{ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'bm8=' } } }, { text: 'Hm.' }],
    },
    interrupted[2]!,
  ]
  const bedrock = await client()
  await bedrock.send(new ConverseCommand({ modelId, messages }))
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])

  emulator.respondWith({ error: { status: 429, type: 'ThrottlingException', message: 'Too many requests' } })
  const throttled = bedrock.send(new ConverseCommand({ modelId, messages: interrupted.slice(0, 1) }))
  await expect(throttled).rejects.toThrow('Too many requests')
})

const streamed = { text: 'Streamed.', calls: [{ name: 'read', input: { path: 'b' } }] }
const streamedMessage = {
  role: 'assistant',
  content: [
    { text: 'Streamed.' },
    { toolUse: { toolUseId: expect.stringMatching(/^tooluse_/), name: 'read', input: { path: 'b' } } },
  ],
}
const storedLast = async (): Promise<unknown> => (await store.messages.load('s'))!.messages.at(-1)!.raw

/** What a caller reads of a stream, and the error that ends it. */
async function readStream(
  bedrock: BedrockRuntimeClient,
  messages: Message[],
): Promise<{ text: string; error?: Error }> {
  let text = ''
  try {
    const { stream } = await bedrock.send(new ConverseStreamCommand({ modelId, toolConfig, messages }))
    for await (const event of stream!) text += event.contentBlockDelta?.delta?.text ?? ''
    return { text }
  } catch (cause) {
    return { text, error: cause as Error }
  }
}

test('a stream is not repaired before its first event, or not recorded', async () => {
  emulator.respondWith(streamed)
  expect(await readStream(await client({ session: 's' }), interrupted)).toEqual({ text: 'Streamed.' })
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(await storedLast()).toEqual(streamedMessage)
})

test('a refusal of a stream is not answered with a repaired request', async () => {
  const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  const seal = { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'bm8=' } } }
  emulator.respondWith({ error: { status: 400, type: 'ValidationException', message } }, streamed)
  const messages: Message[] = [
    interrupted[0]!,
    { role: 'assistant', content: [seal, { text: 'Hm.' }] },
    interrupted[2]!,
  ]
  expect(await readStream(await client(), messages)).toEqual({ text: 'Streamed.' })
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
})

const broken = { modelStreamErrorException: { message: 'The model stopped.', originalStatusCode: 400 } }

test.each([
  ['an exception', { errorAfter: { events: 2, body: broken } }, 'The model stopped.'],
  [
    'a structural error',
    { errorAfter: { events: 2, body: { validationException: { message: sealError() } } } },
    'signature',
  ],
  ['a cut connection', { cutAfter: 2 }, ''],
])('%s in mid stream is hidden, sends the call again, or loses what came before it', async (_name, stream, words) => {
  emulator.respondWith({ ...streamed, stream })
  const { error, text } = await readStream(await client({ session: 's' }), interrupted.slice(0, 1))
  expect(error).toBeInstanceOf(Error)
  expect(error!.message).toContain(words)
  expect(text).toBe('Strea')
  expect(emulator.requests).toHaveLength(1)
  expect(reports).toEqual([])
})

function sealError(): string {
  return 'messages.1.content.0: Invalid `signature` in `thinking` block'
}

test('bytes do not reach the provider, or are stored as numbered fields', async () => {
  const image = { image: { format: 'png' as const, source: { bytes: new Uint8Array(Buffer.from(pixel, 'base64')) } } }
  const messages: Message[] = [{ role: 'user', content: [{ text: 'Look.' }, image] }, ...interrupted.slice(1)]
  await (await client({ session: 's' })).send(new ConverseCommand({ modelId, toolConfig, messages }))
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(JSON.stringify(emulator.requests[0]!.body)).toContain(pixel)
  expect(JSON.stringify(await store.messages.load('s'))).toContain(pixel)
})

test('a count of tokens is refused for what the call itself is not', async () => {
  const input = { modelId, input: { converse: { messages: interrupted, toolConfig } } }
  await expect((await client()).send(new CountTokensCommand(input))).rejects.toThrow()
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(input.input.converse.messages).toBe(interrupted)
})

test('a binary stream is not recorded over fetch', async () => {
  emulator.respondWith(streamed)
  const url = `${await serve()}/model/${encodeURIComponent(modelId)}/converse-stream`
  const send = recoveringFetch({ store, session: 's', onRepair: (report) => reports.push(report) })()
  const body = JSON.stringify({ toolConfig, messages: interrupted })
  const response = await send(url, { method: 'POST', headers: { authorization: 'Bearer key' }, body })
  expect(Buffer.from(await response.arrayBuffer()).includes('contentBlockDelta')).toBe(true)
  expect(reports).toMatchObject([{ outcome: 'recovered' }])
  expect(await storedLast()).toEqual(streamedMessage)
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('a turn does not tell which endpoint and account were asked, or tells a secret', async () => {
  const bedrock = await client({ session: () => 's1' })
  await bedrock.send(new ConverseCommand({ modelId, toolConfig, messages: [interrupted[0]!] }))
  const [turn] = await store.turns.list('s1')
  expect(turn!.provenance).toMatchObject({
    provider: 'bedrock',
    endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    account: expect.stringMatching(/^[0-9a-f]{16}$/),
    model: modelId,
  })
  expect(JSON.stringify(turn)).not.toContain('secretAccessKey')
})

test('a stack that settles no endpoint refuses every command, or one that is used twice guards none', async () => {
  const bedrock = await client({ session: 's1' })
  bedrock.middlewareStack.use(sessionRecovery({ store, session: 's1', onRepair: (report) => reports.push(report) }))
  const command = new ConverseCommand({ modelId, toolConfig, messages: interrupted })
  const { middlewareStack } = command
  const { addRelativeTo } = middlewareStack
  let isMissing = false
  middlewareStack.addRelativeTo = (middleware, options) => {
    if (options.name === 'endpointV2Middleware') isMissing = true
    else addRelativeTo(middleware, options)
  }
  const { output } = await bedrock.send(command)
  expect(isMissing).toBe(true)
  expect(output?.message?.content).toEqual([{ text: 'Done.' }])
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  const turns = await store.turns.list('s1')
  expect(turns).toMatchObject([{ state: 'completed', provenance: { provider: 'bedrock', model: modelId } }])
  expect(turns[0]!.provenance).not.toHaveProperty('endpoint')
})

test('what other middleware makes of the input of a stack that settles no endpoint is not checked', async () => {
  const bedrock = await client()
  bedrock.middlewareStack.add(
    (next) => (given) => next({ ...given, input: { ...given.input, messages: interrupted } as typeof given.input }),
    { step: 'initialize', name: 'later' },
  )
  const command = new ConverseCommand({ modelId, toolConfig, messages: [interrupted[0]!] })
  const { addRelativeTo } = command.middlewareStack
  command.middlewareStack.addRelativeTo = (middleware, options) => {
    if (options.name !== 'endpointV2Middleware') addRelativeTo(middleware, options)
  }
  await bedrock.send(command)
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
})

test.each([
  [{ accessKeyId: 'AKIA1', secretAccessKey: 'x' }, { accessKeyId: 'AKIA1', secretAccessKey: 'y' }, true],
  [{ accessKeyId: 'AKIA1' }, { accessKeyId: 'AKIA2' }, false],
  [{ accessKeyId: 'AKIA1', accountId: '1' }, { accessKeyId: 'AKIA2', accountId: '1' }, true],
  [{ accessKeyId: 'ASIA1' }, { accessKeyId: 'ASIA2' }, true],
  [{ token: 'ABSKone' }, { token: 'ABSKtwo' }, false],
])('accounts of %j and %j: not the same, or not different, against %j', (one, other, isSame) => {
  const accountOf = (identity: object): string | undefined =>
    makerOfContext({ __smithy_context: { selectedHttpAuthScheme: { identity } } }, 'm').account
  expect(accountOf(one) === accountOf(other)).toBe(isSame)
  expect(accountOf({ accessKeyId: 'ASIA1', token: 'bedrock-api-key-1' })).toBeUndefined()
})
