import {
  Agent,
  type AgentInputItem,
  MemorySession,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
  tool,
} from '@openai/agents'
import OpenAI from 'openai'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { RecoveryReport } from '../../../src/index.ts'
import { type AgentsOptions, recoveringSession, sessionRecovery } from '../../../src/openai-agents.ts'
import { createResponsesEmulator } from '../../../src/testing.ts'

setTracingDisabled(true)

let emulator: ReturnType<typeof createResponsesEmulator>
let reports: RecoveryReport[]

beforeEach(() => {
  emulator = createResponsesEmulator()
  reports = []
})

const onRepair = (report: RecoveryReport): void => void reports.push(report)
const read = tool({
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  strict: false,
  execute: () => 'A',
})
const agent = new Agent({ name: 'reader', model: 'gpt-5', tools: [read] })

async function runner(options: AgentsOptions | null = {}): Promise<Runner> {
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const openAIClient = new OpenAI({ apiKey: 'test', baseURL: `${server.url}/v1`, maxRetries: 0 })
  const modelProvider = new OpenAIProvider({ openAIClient, useResponses: true })
  return new Runner({ modelProvider, ...(options && sessionRecovery({ onRepair, ...options })) })
}

const call: AgentInputItem = {
  type: 'function_call',
  callId: 'call_1',
  name: 'read',
  arguments: '{}',
  status: 'completed',
}
const interrupted: AgentInputItem[] = [
  { role: 'user', content: 'Read a.txt' },
  call,
  { role: 'user', content: 'Are you still there?' },
]
const statuses = (): number[] => emulator.requests.map(({ status }) => status)

test('broken items reach the model as they are, or the caller finds its own changed', async () => {
  const before = structuredClone(interrupted)
  await expect((await runner(null)).run(agent, interrupted)).rejects.toThrow(/400/)
  const { finalOutput } = await (await runner()).run(agent, interrupted)
  expect(finalOutput).toBe('Done.')
  expect(statuses()).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  expect(interrupted).toEqual(before)
})

test('a stream is not repaired', async () => {
  const result = await (await runner()).run(agent, interrupted, { stream: true })
  await result.completed
  expect(result.finalOutput).toBe('Done.')
  expect(statuses()).toEqual([200])
})

test('healthy items of a whole run with tools are touched', async () => {
  emulator.respondWith({ calls: [{ name: 'read' }] }, { text: 'It says A.' })
  const { finalOutput } = await (await runner()).run(agent, 'Read a.txt')
  expect(finalOutput).toBe('It says A.')
  expect(reports).toEqual([])
})

test('a result whose call the server holds is taken for an orphan', async () => {
  emulator.respondWith({ calls: [{ name: 'read' }] }, { text: 'It says A.' }, { text: 'Bye.' })
  const agents = await runner()
  const first = await agents.run(agent, 'Read a.txt')
  const previousResponseId = first.lastResponseId!
  const { finalOutput } = await agents.run(agent, 'Bye', { previousResponseId })
  expect(finalOutput).toBe('Bye.')
  expect(reports).toEqual([])
})

const lost: AgentInputItem = {
  type: 'function_call_result',
  callId: 'call_1',
  name: 'read',
  status: 'completed',
  output: { type: 'text', text: 'A' },
}
const said: AgentInputItem = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'It says A.' }],
}

test.each([
  ['first', [lost, said]],
  ['last', [said, { role: 'user', content: 'Again.' }, lost]],
  ['first and last', [lost, said, lost]],
] as [string, AgentInputItem[]][])(
  'a result that lost the only call of a whole conversation is refused for ever, %s',
  async (_place, items) => {
    const history: AgentInputItem[] = [{ role: 'user', content: 'Read a.txt' }, ...items]
    await (await runner()).run(agent, [...history, { role: 'user', content: 'Go on.' }])
    const session = recoveringSession(new MemorySession({ initialItems: history }))
    await (await runner(null)).run(agent, 'Go on.', { session })
    expect(statuses()).toEqual([200, 200])
  },
)

test('a call of a session that died is dropped, as the runner does, or what is stored is changed', async () => {
  const agents = await runner(null)
  const session = new MemorySession({ initialItems: interrupted.slice(0, 2) })
  await agents.run(agent, 'Go on.', { session: recoveringSession(session, { onRepair }) })
  expect(JSON.stringify(emulator.requests[0]!.body)).toMatch(/call_1.*call_1.*session-recovery/)
  expect(statuses()).toEqual([200])
  const stored = await session.getItems()
  expect(stored.slice(0, 2)).toEqual(interrupted.slice(0, 2))
  expect(stored.slice(2)).toMatchObject([{ role: 'user' }, { role: 'assistant' }])
})

test('observe changes what is sent', async () => {
  await expect((await runner({ mode: 'observe' })).run(agent, interrupted)).rejects.toThrow(/400/)
  expect(reports).toMatchObject([{ outcome: 'observed' }])
})
