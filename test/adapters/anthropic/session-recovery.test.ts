import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adoptRepair, sessionRecovery } from '../../../src/anthropic.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

type Emulator = ReturnType<typeof createAnthropicEmulator>
type Options = Parameters<typeof sessionRecovery>[0]
type Messages = Anthropic.MessageParam[]

let emulator: Emulator
let baseURL: string
let close: () => Promise<void>
let store: SessionStore
let reports: RecoveryReport[]

beforeEach(async () => {
  emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  baseURL = server.url
  close = () => server.close()
  store = createMemoryStore()
  reports = []
})

afterEach(() => close())

const model = 'claude-opus-4-6'
const tools: Anthropic.Tool[] = [{ name: 'read', input_schema: { type: 'object' } }]

function client(options: Options = {}): Anthropic {
  return new Anthropic({
    apiKey: 'test',
    baseURL,
    maxRetries: 0,
    middleware: [sessionRecovery({ store, onRepair: (report) => reports.push(report), ...options })],
  })
}

/** A conversation that died while its tool ran. */
const interrupted: Messages = [
  { role: 'user', content: 'Read a.txt' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.txt' } }] },
  { role: 'user', content: 'Are you still there?' },
]

test('a broken history reaches the provider as it is', async () => {
  emulator.respondWith({ text: 'Yes.' })
  const message = await client().messages.create({ model, max_tokens: 100, tools, messages: interrupted })
  expect(message.content).toMatchObject([{ type: 'text', text: 'Yes.' }])
  expect(emulator.requests).toHaveLength(1)
  expect(reports).toMatchObject([
    { outcome: 'recovered', loss: 'synthesised', faults: [{ type: 'tool_result_missing' }] },
  ])
})

test('a healthy request is rewritten on its way', async () => {
  emulator.respondWith({ text: 'Hello.' })
  const body = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] }
  await client().messages.create(body)
  expect(emulator.requests[0]!.body).toEqual(body)
  expect(reports).toEqual([])
})

test('a real tool output that reached the store is replaced by a placeholder', async () => {
  const call = { callId: 'toolu_1', name: 'read', input: { path: 'a.txt' } }
  await store.parts.record('s1', { ...call, status: 'running' })
  await store.parts.record('s1', { callId: 'toolu_1', status: 'completed', output: 'the real output' })
  emulator.respondWith({ text: 'Done.' })
  await client({ session: 's1' }).messages.create({ model, max_tokens: 100, tools, messages: interrupted })
  expect(JSON.stringify(emulator.requests[0]!.body)).toContain('the real output')
  expect(reports[0]).toMatchObject({ outcome: 'recovered', loss: 'none' })
})

test('what only the provider can tell is not repaired after its refusal', async () => {
  emulator.respondWith({ text: 'Fine.' })
  const messages: Messages = [
    { role: 'user', content: 'Think.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'foreign thoughts', signature: 'bm90IG91cnM=' },
        { type: 'text', text: 'I have thought.' },
      ],
    },
    { role: 'user', content: 'Go on.' },
  ]
  const thinking = { type: 'adaptive' as const }
  const message = await client().messages.create({ model, max_tokens: 2000, thinking, messages })
  expect(message.content).toMatchObject([{ text: 'Fine.' }])
  expect(emulator.requests).toHaveLength(2)
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])
})

test('the same fault is repaired by a second refusal on the next turn, or differently, when the caller has not adopted it', async () => {
  emulator.respondWith({ text: 'One.' }, { text: 'Two.' })
  const first: Messages = [
    { role: 'user', content: 'Think.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'foreign thoughts', signature: 'bm90IG91cnM=' },
        { type: 'text', text: 'I have thought.' },
      ],
    },
    { role: 'user', content: 'Go on.' },
  ]
  const anthropic = client()
  const body = { model, max_tokens: 2000, thinking: { type: 'adaptive' as const } }
  await anthropic.messages.create({ ...body, messages: first })
  const second: Messages = [...first, { role: 'assistant', content: 'One.' }, { role: 'user', content: 'And now?' }]
  await anthropic.messages.create({ ...body, messages: second })
  expect(emulator.requests).toHaveLength(3)
  expect(adoptRepair(first, reports[0]!)[1]).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'I have thought.' }],
  })
})

test('the caller gets another error than the original when nothing helps', async () => {
  emulator.respondWith({ error: { status: 400, message: 'messages.0.content: Field required' } })
  const messages: Messages = [{ role: 'user', content: 'Hi' }]
  await expect(client().messages.create({ model, max_tokens: 100, messages })).rejects.toThrow(/Field required/)
  expect(emulator.requests).toHaveLength(1)
})

test('an error that is no fault of the messages is retried', async () => {
  emulator.respondWith({ error: { status: 429, message: 'This request would exceed your rate limit.' } })
  const messages: Messages = [{ role: 'user', content: 'Hi' }]
  await expect(client().messages.create({ model, max_tokens: 100, messages })).rejects.toThrow(/rate limit/)
  expect(emulator.requests).toHaveLength(1)
})

test('a stream is not repaired before its first event', async () => {
  emulator.respondWith({ text: 'Streamed.' })
  const stream = client({ session: 's2' }).messages.stream({ model, max_tokens: 100, tools, messages: interrupted })
  expect(await stream.finalText()).toBe('Streamed.')
  await expect.poll(async () => (await store.messages.load('s2'))?.messages.length).toBe(4)
})

test('observe changes the request', async () => {
  const options = { mode: 'observe' as const }
  const sent = client(options).messages.create({ model, max_tokens: 100, tools, messages: interrupted })
  await expect(sent).rejects.toThrow(/tool_use/)
  expect(reports).toMatchObject([{ outcome: 'observed' }])
  expect(emulator.requests).toHaveLength(1)
})

test('the turns of a conversation are recorded as different sessions', async () => {
  emulator.respondWith({ toolUse: [{ name: 'read', input: { path: 'a' } }] }, { text: 'Done.' })
  const anthropic = client()
  const messages: Messages = [{ role: 'user', content: 'Read a.' }]
  const first = await anthropic.messages.create({ model, max_tokens: 100, tools, messages })
  const call = first.content.find((block) => block.type === 'tool_use')!
  messages.push({ role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] })
  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'A' }] })
  await anthropic.messages.create({ model, max_tokens: 100, tools, messages })
  const sessions = await store.messages.list()
  expect(sessions).toMatchObject([{ messageCount: 4 }])
  expect(await store.parts.get(sessions[0]!.sessionID, call.id)).toMatchObject({ status: 'completed', output: 'A' })
})

test('on a model with preserved thinking an early edit is refused, or the setting is not sent on every later request', async () => {
  emulator.respondWith(
    { thinking: 'First thoughts.', toolUse: [{ name: 'read', input: { path: 'a' } }] },
    { thinking: 'Second thoughts.', text: 'Done.' },
    { text: 'Again.' },
    { text: 'Once more.' },
  )
  const bound = 'claude-opus-5-5'
  const anthropic = client({ session: 'bound' })
  const messages: Messages = [{ role: 'user', content: 'Read a.' }]
  const first = await anthropic.messages.create({ model: bound, max_tokens: 100, tools, messages })
  const call = first.content.find((block) => block.type === 'tool_use')!
  messages.push({ role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] })
  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'A' }] })
  const second = await anthropic.messages.create({ model: bound, max_tokens: 100, tools, messages })
  messages.push({ role: 'assistant', content: second.content as Anthropic.ContentBlockParam[] })
  messages.push({ role: 'user', content: 'Next.' })
  // The result of the first call gets lost: the thinking behind it is bound to what was there.
  messages[2] = { role: 'user', content: 'The result is gone.' }
  await store.messages.setStanding('bound', { request: {}, betas: ['asked-before'] })
  await anthropic.messages.create({ model: bound, max_tokens: 100, tools, messages })
  const repaired = emulator.requests.at(-1)!
  expect(repaired.body).toMatchObject({ thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } })
  const betas = 'asked-before,thinking-binding-controls-2026-08-01'
  expect(new Headers(repaired.headers).get('anthropic-beta')).toBe(betas)
  expect(reports.some((report) => (report.transformations?.length ?? 0) > 0)).toBe(true)
  messages.push({ role: 'assistant', content: 'Again.' }, { role: 'user', content: 'And?' })
  await anthropic.messages.create({ model: bound, max_tokens: 100, tools, messages })
  const later = emulator.requests.at(-1)!
  expect(later.body).toMatchObject({ thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } })
  expect(new Headers(later.headers).get('anthropic-beta')).toBe(betas)
  // A caller that has taken the repair over, in a new process: nothing is left to repair, and the thinking is as stale.
  const adopted = (repaired.body as { messages: Messages }).messages
  const next: Messages = [...adopted, { role: 'assistant', content: 'Again.' }, { role: 'user', content: 'And?' }]
  emulator.respondWith({ text: 'At last.' })
  await client({ session: 'bound' }).messages.create({ model: bound, max_tokens: 100, tools, messages: next })
  const asked = emulator.requests.at(-1)!
  expect(asked.body).toMatchObject({ thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } })
  expect(new Headers(asked.headers).get('anthropic-beta')).toBe(betas)
  expect(await store.messages.standing('bound')).toMatchObject({
    request: { thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } },
    betas: betas.split(','),
  })
})

test('a thread that the server has lost is not replayed from the store', async () => {
  emulator.respondWith({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
  const anthropic = client()
  const first = await anthropic.beta.messages.create({
    model,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Count.' }],
    thread: { type: 'create' },
    betas: ['message-threads-2026-08-12'],
  })
  emulator.loseThreads()
  const second = await anthropic.beta.messages.create({
    model,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Go on.' }],
    thread: { type: 'continue', previous_message_id: first.id },
    betas: ['message-threads-2026-08-12'],
  })
  expect(second.content).toMatchObject([{ text: 'Two.' }])
  expect((emulator.requests.at(-1)!.body as { messages: unknown[] }).messages).toHaveLength(3)
})

test('a request of a batch is sent broken', async () => {
  const params = { model, max_tokens: 100, tools, messages: interrupted }
  await client().messages.batches.create({ requests: [{ custom_id: 'one', params }] })
  expect(JSON.stringify(emulator.requests.at(-1)!.body)).toContain('[session-recovery]')
  expect(reports).toMatchObject([{ outcome: 'recovered', sessionID: 'one' }])
})

test('the tokens of a broken history cannot be counted, or counting is recorded as a turn', async () => {
  const { input_tokens: count } = await client().messages.countTokens({ model, tools, messages: interrupted })
  expect(count).toBeGreaterThan(0)
  expect(reports).toMatchObject([{ outcome: 'recovered' }])
  expect(await store.messages.list()).toEqual([])
})
