import { createAnthropic } from '@ai-sdk/anthropic'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { type MastraOptions, sessionRecovery } from '../../../src/mastra.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

/** What is used of the real thing; it is no dependency of this project. */
interface Mastra {
  readonly Agent: new (options: object) => {
    generate(messages: unknown, options?: object): Promise<{ text: string }>
    stream(messages: unknown, options?: object): Promise<{ text: Promise<string> }>
  }
}

const name = '@mastra/core/agent'
const mastra = await import(name).then(
  (loaded: Mastra) => loaded,
  () => null,
)

let emulator: ReturnType<typeof createAnthropicEmulator>
let store: SessionStore
let reports: RecoveryReport[]

beforeEach(() => {
  emulator = createAnthropicEmulator()
  store = createMemoryStore()
  reports = []
})

const processor = (options: MastraOptions = {}): ReturnType<typeof sessionRecovery> =>
  sessionRecovery({ store, onRepair: (report) => reports.push(report), ...options })

const signature = { anthropic: { signature: 'bm90IG91cnM=' } }
const foreign = [
  { role: 'user', content: [{ type: 'text', text: 'Think.' }] },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'foreign thoughts', providerOptions: signature },
      { type: 'text', text: 'I have thought.' },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
]
const options = { providerOptions: { anthropic: { thinking: { type: 'adaptive' } } } }
const model = { provider: 'anthropic.messages', modelId: 'claude-opus-4-6' }

test.skipIf(mastra === null).each(['generate', 'stream'] as const)(
  'a refusal is not answered with a repaired request in %s (skipped without @mastra/core)',
  async (way) => {
    const server = await emulator.listen()
    onTestFinished(() => server.close())
    const anthropic = createAnthropic({ apiKey: 'test', baseURL: `${server.url}/v1` })
    const recovery = processor()
    const agent = new mastra!.Agent({
      id: 'test',
      name: 'test',
      instructions: 'Help.',
      model: anthropic(model.modelId),
      inputProcessors: [recovery],
      errorProcessors: [recovery],
      maxProcessorRetries: 3,
    })
    expect(await (await agent[way](foreign, options)).text).toBe('Done.')
    expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
    expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])
    expect(await store.messages.list()).toHaveLength(1)
  },
)

test('a healthy prompt is replaced', async () => {
  const args = { prompt: foreign.slice(0, 1), model, messageList: {}, state: {} }
  expect(await processor().processLLMRequest(args)).toBeUndefined()
  expect(reports).toEqual([])
})

test('the hooks in the order of Mastra 1.71 do not repair, or record a refused prompt', async () => {
  const recovery = processor({ session: 's' })
  const args = { prompt: foreign, model, messageList: {}, state: {} }
  expect(await recovery.processLLMRequest(args)).toBeUndefined()
  await recovery.processLLMResponse({
    chunks: [{ type: 'step-start' }, { type: 'error' }],
    fromCache: false,
    state: args.state,
  })
  expect(await store.messages.load('s')).toBeNull()
  const error = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
  expect(await recovery.processAPIError({ error, messageList: args.messageList })).toEqual({ retry: true })
  const again = await recovery.processLLMRequest(args)
  expect(JSON.stringify(again!.prompt)).not.toContain('foreign thoughts')
  expect(foreign[1]!.content).toHaveLength(2)
  await recovery.processLLMResponse({ chunks: [{ type: 'finish' }], fromCache: false, state: args.state })
  expect((await store.messages.load('s'))!.messages).toHaveLength(3)
})

test('an error that is no fault of the messages is retried', async () => {
  const recovery = processor()
  const args = { prompt: foreign, model, messageList: {}, state: {} }
  await recovery.processLLMRequest(args)
  const error = { statusCode: 429, message: 'This request would exceed your rate limit.' }
  expect(await recovery.processAPIError({ error, messageList: args.messageList })).toEqual({ retry: false })
})
