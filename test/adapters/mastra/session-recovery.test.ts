import { createAnthropic } from '@ai-sdk/anthropic'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { type MastraOptions, sessionRecovery } from '../../../src/mastra.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

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

test('a retry begins while its session is still claimed', async () => {
  const { leases } = store
  const freed = Promise.withResolvers<void>()
  const acquire = leases.acquire.bind(leases)
  const slow: SessionStore = {
    ...store,
    leases: {
      ...leases,
      acquire: async (...given) => {
        const lease = await acquire(...given)
        if (lease.held) return lease
        return Object.assign(Object.create(lease) as typeof lease, {
          release: async () => {
            await freed.promise
            return lease.release()
          },
        })
      },
    },
  }
  const recovery = processor({ store: slow, session: 's' })
  const args = { prompt: foreign, model, messageList: {}, state: {} }
  await recovery.processLLMRequest(args)
  const error = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
  const told = recovery.processAPIError({ error, messageList: args.messageList })
  expect(await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 50, 'under way'))])).toBe('under way')
  freed.resolve()
  expect(await told).toEqual({ retry: true })
})

test('agents know the processor by another name', () => {
  expect(sessionRecovery().id).toBe('session-recovery')
})

test('a healthy prompt is replaced', async () => {
  const args = { prompt: foreign.slice(0, 1), model, messageList: {}, state: {} }
  expect(await processor().processLLMRequest(args)).toBeUndefined()
  expect(reports).toEqual([])
})

test('a picture that Mastra has made a JPEG of is refused (its `image` parts are all of that type)', async () => {
  const { data } = tinyPng()
  const shown = (mediaType: string): object[] => [{ role: 'user', content: [{ type: 'file', mediaType, data }] }]
  const over = { ...model, specificationVersion: 'v4' }
  const args = { prompt: shown('image/jpeg'), model: over, messageList: {}, state: {} }
  expect(await processor().processLLMRequest(args)).toEqual({ prompt: shown('image/png') })
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

test.each([
  [['step-start', 'text-start', 'text-delta', 'error'], false],
  [['step-start', 'reasoning-delta', 'error'], false],
  [['tool-call', 'error'], false],
  [['step-start', 'response-metadata', 'custom', 'error'], true],
  [['text-delta', 'finish'], true],
] as const)('a refusal behind %j shows twice what it stands behind, or is not repaired: %s', async (types, retry) => {
  const recovery = processor()
  const args = { prompt: foreign, model, messageList: {}, state: {} }
  await recovery.processLLMRequest(args)
  const chunks = types.map((type) => ({ type }))
  await recovery.processLLMResponse({ chunks, fromCache: false, state: args.state })
  const error = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
  expect(await recovery.processAPIError({ error, messageList: args.messageList })).toEqual({ retry })
})

test('an error that is no fault of the messages is retried', async () => {
  const recovery = processor()
  const args = { prompt: foreign, model, messageList: {}, state: {} }
  await recovery.processLLMRequest(args)
  const error = { statusCode: 429, message: 'This request would exceed your rate limit.' }
  expect(await recovery.processAPIError({ error, messageList: args.messageList })).toEqual({ retry: false })
})

const called = [
  { role: 'user', content: [{ type: 'text', text: 'Read.' }] },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'toolu_1', toolName: 'read', input: {} }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'toolu_1', toolName: 'read', output: { type: 'text', value: 'a' } }],
  },
  { role: 'user', content: [{ type: 'text', text: 'And?' }] },
]
/** The same as Mastra keeps it. */
const stored = [
  {
    role: 'assistant',
    content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: { toolName: 'read', state: 'result' } }] },
  },
]

describe('an agent that no longer has the tools of its history', () => {
  test('is refused by Anthropic, or nobody learns of the definitions', async () => {
    const recovery = processor()
    const step = { messages: stored, messageList: {}, model, tools: {}, state: {} }
    expect(recovery.processInputStep(step).tools).toMatchObject({ read: { inputSchema: { type: 'object' } } })
    await recovery.processLLMRequest({ prompt: called, model, messageList: step.messageList, state: step.state })
    expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_definitions_missing' }] }])
  })

  test.each([
    ['a provider that does not ask for them', { modelId: 'gpt-6', provider: 'openai.responses' }, {}],
    ['the mode observe', model, { mode: 'observe' }],
    ['a caller who allows no loss', model, { allow: 'none' }],
  ] as const)('gets definitions from %s', (_name, asked, terms) => {
    const step = { messages: stored, messageList: {}, model: asked, tools: {}, state: {} }
    expect(processor(terms).processInputStep(step)).toEqual({})
  })

  test('gets definitions beside the tools that it has', () => {
    const step = { messages: stored, messageList: {}, model, tools: { write: {} }, state: {} }
    expect(processor().processInputStep(step)).toEqual({})
  })
})

const alone: [string, object[]][] = [
  ['instructions alone', [{ role: 'system', content: 'Help.' }]],
  ['a last word of the assistant', [called[0]!, { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] }]],
]

test.each(alone)('%s are sent as they are', async (_name, prompt) => {
  const again = await processor().processLLMRequest({ prompt, model, messageList: {}, state: {} })
  expect(again!.prompt).toHaveLength(prompt.length + 1)
  expect(again!.prompt.at(-1)).toMatchObject({ role: 'user' })
})

test.each([
  ['alone', [{ role: 'system', content: 'Help.' }]],
  ['behind an answer', [called[0]!, { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] }]],
] as [string, object[]][])('an emptied prompt %s is sent, or nothing takes its place', async (_name, before) => {
  for (const content of [[], [{ type: 'text', text: '' }], [{ type: 'text', text: ' ' }]]) {
    const prompt = [...before, { role: 'user', content }]
    const again = await processor().processLLMRequest({ prompt, model, messageList: {}, state: {} })
    const text = expect.stringContaining('[session-recovery]')
    expect(again!.prompt).toEqual([...before, { role: 'user', content: [{ type: 'text', text }] }])
  }
})

test('an emptied conversation is made up, or told to be whole', async () => {
  const args = { prompt: [], model, messageList: {}, state: {} }
  expect(await processor().processLLMRequest(args)).toBeUndefined()
  expect(reports).toMatchObject([{ outcome: 'unrepairable', remaining: [{ type: 'conversation_empty' }] }])
})

test('a last word of the assistant is followed by a bridge although the model goes on from it', async () => {
  const prompt = [called[0]!, { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] }]
  const older = { ...model, modelId: 'claude-3-5-haiku-latest' }
  expect(await processor().processLLMRequest({ prompt, model: older, messageList: {}, state: {} })).toBeUndefined()
  expect(reports).toEqual([])
})

test('a loop of tools without its thinking is sent with thinking on again', async () => {
  const recovery = processor()
  const providerOptions = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 }, effort: 'high' } }
  const step = { messages: stored, messageList: {}, model, tools: { read: {} }, providerOptions, state: {} }
  expect(recovery.processInputStep(step)).toEqual({})
  const { messageList, state } = step
  await recovery.processLLMRequest({ prompt: called.slice(0, 3), model, messageList, state })
  const message = 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.'
  await recovery.processAPIError({ error: { statusCode: 400, message }, messageList })
  expect(recovery.processInputStep(step).providerOptions).toEqual({
    anthropic: { thinking: { type: 'disabled' }, effort: 'high' },
  })
})
