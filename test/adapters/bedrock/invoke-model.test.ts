import {
  BedrockRuntimeClient,
  CountTokensCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionRecovery } from '../../../src/bedrock.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { createInvokeModelEmulator } from '../../../src/testing.ts'
import { serveLoopback } from '../../../src/testing/provider/shared/serve-loopback.ts'
import { handlerTo } from './handler-to.ts'

let emulator: ReturnType<typeof createInvokeModelEmulator>
let store: SessionStore
let reports: RecoveryReport[]
let counted: Record<string, unknown>[]

beforeEach(() => {
  emulator = createInvokeModelEmulator()
  store = createMemoryStore()
  reports = []
  counted = []
})

const modelId = 'anthropic.claude-sonnet-4-5-20250929-v1:0'

/** The emulator, and a CountTokens that takes everything. */
async function bedrock(request: Request): Promise<Response> {
  if (!request.url.endsWith('/count-tokens')) return emulator.handle(request)
  counted.push((await request.json()) as Record<string, unknown>)
  return Response.json({ inputTokens: 7 })
}

async function client(options: Parameters<typeof sessionRecovery>[0] = {}): Promise<BedrockRuntimeClient> {
  const server = await serveLoopback(bedrock)
  onTestFinished(() => server.close())
  const made = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: server.url,
    requestHandler: handlerTo(server.url) as never,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
  made.middlewareStack.use(sessionRecovery({ store, onRepair: (report) => reports.push(report), ...options }))
  return made
}

const bodyOf = (messages: unknown): string =>
  JSON.stringify({
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    tools: [{ name: 'read', input_schema: { type: 'object' } }],
    messages,
  })
const interrupted = [
  { role: 'user', content: 'Read a.txt' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
  { role: 'user', content: 'Are you still there?' },
]
const foreign = [
  { role: 'user', content: 'Think.' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'bm90IG91cnM=' },
      { type: 'text', text: 'I did.' },
    ],
  },
  { role: 'user', content: 'Go on.' },
]
const statuses = (): number[] => emulator.requests.map(({ status }) => status)
const storedText = async (): Promise<string> => JSON.stringify((await store.messages.load('s'))!.messages.at(-1)!.raw)

test.each([
  ['text', (body: string): string => body],
  ['bytes', (body: string): Uint8Array => new TextEncoder().encode(body)],
])('a broken body of %s reaches the model as it is', async (_form, encode) => {
  emulator.respondWith({ text: 'Yes.' })
  const given = encode(bodyOf(interrupted))
  const { body } = await (await client({ session: 's' })).send(new InvokeModelCommand({ modelId, body: given }))
  expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ content: [{ type: 'text', text: 'Yes.' }] })
  expect(statuses()).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(await storedText()).toContain('Yes.')
})

test('a refusal of InvokeModel is not answered with a repaired request', async () => {
  emulator.respondWith({ text: 'Going on.' })
  await (await client()).send(new InvokeModelCommand({ modelId, body: bodyOf(foreign) }))
  expect(statuses()).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])
})

test('a refusal of a stream is not answered with a repaired request, or its answer is not recorded', async () => {
  emulator.respondWith({ text: 'Streamed.' })
  const command = new InvokeModelWithResponseStreamCommand({ modelId, body: bodyOf(foreign) })
  const { body } = await (await client({ session: 's' })).send(command)
  let text = ''
  for await (const { chunk } of body!) text += new TextDecoder().decode(chunk?.bytes)
  expect(text).toContain('message_stop')
  expect(statuses()).toEqual([400, 200])
  expect(await storedText()).toContain('Streamed.')
})

test.each([
  ['an error', { errorAfter: { events: 3, body: { type: 'error', error: { type: 'api_error', message: 'Gone.' } } } }],
  ['a cut connection', { cutAfter: 3 }],
])('%s in mid stream is hidden, or sends the call again', async (_name, stream) => {
  emulator.respondWith({ text: 'Streamed.', stream })
  const command = new InvokeModelWithResponseStreamCommand({ modelId, body: bodyOf(interrupted.slice(0, 1)) })
  const { body } = await (await client({ session: 's' })).send(command)
  const seen: string[] = []
  const reading = (async (): Promise<void> => {
    for await (const { chunk } of body!) seen.push(new TextDecoder().decode(chunk?.bytes))
  })()
  await expect(reading).rejects.toThrow()
  expect(seen).toHaveLength(3)
  expect(statuses()).toHaveLength(1)
})

test('a count of tokens is sent as it is', async () => {
  const body = new TextEncoder().encode(bodyOf(interrupted))
  const input = { modelId, input: { invokeModel: { body } } }
  const { inputTokens } = await (await client()).send(new CountTokensCommand(input))
  expect(inputTokens).toBe(7)
  const sent = (counted[0] as { input: { invokeModel: { body: string } } }).input.invokeModel.body
  expect(Buffer.from(sent, 'base64').toString()).toContain('[session-recovery]')
  expect(await store.messages.list()).toEqual([])
})

test.each([
  ['of another vendor', JSON.stringify({ messages: interrupted, max_gen_len: 10 })],
  ['that is no JSON', 'hello'],
])('a body %s is touched', async (_what, body) => {
  await (await client()).send(new InvokeModelCommand({ modelId: 'meta.llama3', body })).catch(() => undefined)
  expect(reports).toEqual([])
})

test('an error that is no fault of the messages is hidden', async () => {
  emulator.respondWith({ error: { status: 400, message: 'max_tokens: Input should be greater than 0' } })
  const sent = (await client()).send(new InvokeModelCommand({ modelId, body: bodyOf(interrupted.slice(0, 1)) }))
  await expect(sent).rejects.toThrow('max_tokens')
  expect(statuses()).toHaveLength(1)
})
