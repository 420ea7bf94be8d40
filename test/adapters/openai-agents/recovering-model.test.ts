import { Agent, type AgentInputItem, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore, type Turn } from '../../../src/index.ts'
import { type AgentsOptions, recoveringModel, recoveringModelProvider } from '../../../src/openai-agents.ts'
import { createResponsesEmulator } from '../../../src/testing.ts'

setTracingDisabled(true)

let emulator: ReturnType<typeof createResponsesEmulator>
let store: SessionStore
let reports: RecoveryReport[]
/** Pending turns as they stood when the tool ran. */
let during: Turn[]

beforeEach(() => {
  emulator = createResponsesEmulator()
  store = createMemoryStore()
  reports = []
  during = []
})

const read = tool({
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  strict: false,
  execute: async () => {
    during = await store.turns.pending('s')
    return 'A'
  },
})
const agent = new Agent({ name: 'reader', model: 'gpt-5', tools: [read] })

async function provider(): Promise<OpenAIProvider> {
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const openAIClient = new OpenAI({ apiKey: 'a-key', baseURL: `${server.url}/v1`, maxRetries: 0 })
  return new OpenAIProvider({ openAIClient, useResponses: true })
}

async function runner(options: AgentsOptions = {}): Promise<Runner> {
  const onRepair = (report: RecoveryReport): void => void reports.push(report)
  return new Runner({
    modelProvider: recoveringModelProvider(await provider(), { store, session: 's', onRepair, ...options }),
  })
}

const statuses = (): number[] => emulator.requests.map(({ status }) => status)
const turns = (): Promise<Turn[]> => store.turns.list('s')
const hello: AgentInputItem[] = [{ role: 'user', content: 'Hello' }]
const asked: AgentInputItem = {
  type: 'function_call',
  callId: 'call_1',
  name: 'read',
  arguments: '{}',
  status: 'completed',
}
const interrupted: AgentInputItem[] = [...hello, asked, { role: 'user', content: 'Are you still there?' }]
const sealed: AgentInputItem[] = [
  ...hello,
  { type: 'reasoning', id: 'rs_1', content: [], providerData: { encrypted_content: 'gAAAAA' } },
  { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Hi.' }] },
  { role: 'user', content: 'Go on.' },
]
const sealRefused = {
  error: {
    status: 400,
    type: 'invalid_request_error',
    code: 'invalid_encrypted_content',
    message:
      'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
  },
}

/** Runs both ways in which a runner asks a model. */
async function run(agents: Runner, input: string | AgentInputItem[], isStream: boolean): Promise<unknown> {
  if (!isStream) return (await agents.run(agent, input)).finalOutput
  const result = await agents.run(agent, input, { stream: true })
  await result.completed
  return result.finalOutput
}

test.each([false, true])(
  'broken items are refused, or the caller finds its own changed (stream: %j)',
  async (isStream) => {
    const before = structuredClone(interrupted)
    expect(await run(await runner(), interrupted, isStream)).toBe('Done.')
    expect(statuses()).toEqual([200])
    expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
    expect(interrupted).toEqual(before)
  },
)

test.each([false, true])(
  'a refusal ends the run that a repaired request could go on with (stream: %j)',
  async (isStream) => {
    emulator.respondWith(sealRefused)
    expect(await run(await runner({ allowAfterRefusal: 'lossy' }), sealed, isStream)).toBe('Done.')
    expect(statuses()).toEqual([400, 200])
    expect(reports).toMatchObject([{ outcome: 'recovered', resumed: true }])
    expect(await turns()).toMatchObject([{ state: 'completed' }])
  },
)

test.each([false, true])(
  'a turn is over while its tools run, or stays open behind them (stream: %j)',
  async (isStream) => {
    emulator.respondWith({ calls: [{ name: 'read' }] }, { text: 'It says A.' })
    expect(await run(await runner(), 'Read a.txt', isStream)).toBe('It says A.')
    expect(during).toMatchObject([{ state: 'assistant_started', data: { calls: [expect.stringMatching(/^call_/)] } }])
    expect(await turns()).toMatchObject([{ state: 'completed' }, { state: 'completed' }])
    const { messages } = (await store.messages.load('s'))!
    const types = messages.map(({ raw }) => Object(raw).type ?? 'message')
    expect(types).toEqual(['message', 'function_call', 'function_call_output', 'message'])
  },
)

test('a turn does not tell who was asked, or tells the key', async () => {
  await run(await runner(), hello, false)
  const [turn] = await turns()
  expect(turn!.provenance).toMatchObject({
    endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    account: expect.stringMatching(/^[0-9a-f]{16}$/),
    model: 'gpt-5',
  })
  expect(JSON.stringify(turn)).not.toContain('a-key')
})

test.each([
  ['cut', { cutAfter: 5 }],
  ['ended by an error', { errorAfter: { events: 5, body: { type: 'error', code: 'server_error', message: 'Oops.' } } }],
])('what had arrived of an answer that was %s is lost, or taken for an answer', async (_how, stream) => {
  emulator.respondWith({ text: 'A long answer.', stream })
  await expect(run(await runner(), hello, true)).rejects.toThrow()
  expect(statuses()).toEqual([200])
  const [turn] = await turns()
  expect(turn!.state).toBe('interrupted')
  expect(JSON.stringify(turn!.data)).toMatch(/"text":"A/)
  expect((await store.messages.load('s'))!.messages.map(({ raw }) => raw)).toHaveLength(1)
})

test('a caller that leaves a stream leaves its turn open, or loses what it has seen', async () => {
  emulator.respondWith({ text: 'A long answer.' })
  const model = recoveringModel(await (await provider()).getModel('gpt-5'), { store, session: 's' })
  const request = {
    input: 'Hello',
    modelSettings: {},
    tools: [],
    handoffs: [],
    outputType: 'text',
    tracing: false,
  } as const
  let seen = ''
  for await (const event of model.getStreamedResponse({ ...request, tools: [], handoffs: [] })) {
    if (event.type !== 'output_text_delta') continue
    seen = event.delta
    break
  }
  expect(seen).not.toBe('')
  const [turn] = await turns()
  expect(turn).toMatchObject({ state: 'interrupted', data: { partial: [{ content: [{ text: seen }] }] } })
})

test.each([
  ['a rate limit', { error: { status: 429, type: 'rate_limit_error', message: 'Slow down.' } }],
  ['a refusal that stays', { error: { status: 400, type: 'invalid_request_error', message: 'No.' } }],
])('%s does not reach the caller, or leaves the turn open', async (_what, answer) => {
  emulator.respondWith(answer)
  await expect(run(await runner(), hello, false)).rejects.toThrow(answer.error.message)
  expect(await turns()).toMatchObject([{ state: 'interrupted' }])
})

test('a run that continues from a response is taken for one of orphans, or for another session', async () => {
  emulator.respondWith({ calls: [{ name: 'read' }] }, { text: 'It says A.' }, { text: 'Bye.' })
  const agents = await runner({ session: () => undefined })
  const first = await agents.run(agent, 'Read a.txt')
  const { finalOutput } = await agents.run(agent, 'Bye', { previousResponseId: first.lastResponseId! })
  expect(finalOutput).toBe('Bye.')
  expect(reports).toEqual([])
  expect(await store.messages.list()).toHaveLength(1)
})
