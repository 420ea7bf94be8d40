import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import {
  convertToModelMessages,
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  stepCountIs,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { repairModelMessages, repairUIMessages, sessionRecovery } from '../../../src/ai-sdk.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

type Options = Parameters<typeof sessionRecovery>[0]

let emulator: ReturnType<typeof createAnthropicEmulator>
let baseURL: string
let close: () => Promise<void>
let store: SessionStore
let reports: RecoveryReport[]

beforeEach(async () => {
  emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  baseURL = `${server.url}/v1`
  close = () => server.close()
  store = createMemoryStore()
  reports = []
})

afterEach(() => close())

const onRepair = (report: RecoveryReport): void => void reports.push(report)

const unguarded = (): ReturnType<ReturnType<typeof createAnthropic>> =>
  createAnthropic({ apiKey: 'test', baseURL })('claude-opus-4-6')

function guarded(options: Options = {}): LanguageModel {
  return wrapLanguageModel({ model: unguarded(), middleware: sessionRecovery({ store, onRepair, ...options }) })
}

const read = {
  inputSchema: jsonSchema<object>({ type: 'object' }),
  execute: async (): Promise<string> => 'contents of a.txt',
}
const tools = { read }
const call = { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'read', input: { path: 'a.txt' } } as const
const interrupted: ModelMessage[] = [
  { role: 'user', content: 'Read a.txt' },
  { role: 'assistant', content: [call] },
  { role: 'user', content: 'Are you still there?' },
]
/** What only Anthropic refuses: blank text, and an id with a space in it. */
const blank: ModelMessage[] = [
  { role: 'user', content: 'Hello' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: ' ' },
      { type: 'text', text: 'Hi.' },
    ],
  },
  { role: 'user', content: 'Go on.' },
]

describe('the middleware', () => {
  test('changes a healthy call', async () => {
    emulator.respondWith({ text: 'Hello.' })
    const { text } = await generateText({
      model: guarded(),
      messages: [{ role: 'user', content: 'Hi' }],
      maxRetries: 0,
    })
    expect(text).toBe('Hello.')
    expect(reports).toEqual([])
    expect(emulator.requests).toHaveLength(1)
  })

  test('sends a prompt that is known to be refused', async () => {
    emulator.respondWith({ text: 'Going on.' })
    const { text } = await generateText({ model: guarded(), messages: blank, maxRetries: 0 })
    expect(text).toBe('Going on.')
    expect(emulator.requests.map(({ status }) => status)).toEqual([200])
    expect(reports).toMatchObject([{ outcome: 'recovered', loss: 'none', faults: [{ type: 'blank_text' }] }])
  })

  test('sends Claude a search that another provider ran under its own id, or without what it found', async () => {
    const search = { toolCallId: 'ws_1', toolName: 'web_search' }
    const searched: ModelMessage[] = [
      { role: 'user', content: 'Look it up.' },
      { role: 'assistant', content: [{ type: 'tool-call', ...search, input: {}, providerExecuted: true }] },
      { role: 'user', content: 'Go on.' },
    ]
    await generateText({ model: guarded(), messages: searched, maxRetries: 0 })
    expect(emulator.requests.map(({ status }) => status)).toEqual([200])
    expect(reports).toMatchObject([{ outcome: 'recovered' }])
  })

  test('gives up on a refusal that it can repair', async () => {
    emulator.respondWith(
      { error: { status: 400, message: 'messages: text content blocks must be non-empty' } },
      { text: 'Fine.' },
    )
    const model = createAnthropic({ apiKey: 'test', baseURL, name: 'my.gateway' })('claude-opus-4-6')
    const wrapped = wrapLanguageModel({ model, middleware: sessionRecovery({ store, onRepair }) })
    const { text } = await generateText({ model: wrapped, messages: blank, maxRetries: 0 })
    expect(text).toBe('Fine.')
    expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'blank_text' } }])
    expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
  })

  test('streams nothing after a refusal that it can repair', async () => {
    emulator.respondWith(
      { error: { status: 400, message: 'messages: text content blocks must be non-empty' } },
      { text: 'Streamed.' },
    )
    const model = createAnthropic({ apiKey: 'test', baseURL, name: 'my.gateway' })('claude-opus-4-6')
    const wrapped = wrapLanguageModel({ model, middleware: sessionRecovery({ store, onRepair }) })
    const { text } = streamText({ model: wrapped, messages: blank, maxRetries: 0 })
    expect(await text).toBe('Streamed.')
    expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
  })

  test('hides the original error when nothing can be repaired', async () => {
    const unrelated = { error: { status: 400, message: 'max_tokens: Input should be greater than 0' } }
    emulator.respondWith(unrelated)
    const sent = generateText({ model: guarded(), messages: [{ role: 'user', content: 'Hi' }], maxRetries: 0 })
    await expect(sent).rejects.toThrow('max_tokens: Input should be greater than 0')
    expect(emulator.requests).toHaveLength(1)
  })

  test('never ends while the same refusal comes back', async () => {
    const refusal = { error: { status: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' } }
    emulator.respondWith(refusal, refusal, refusal, refusal, refusal, refusal)
    const reasoning = { type: 'reasoning' as const, text: 'Hm.', providerOptions: { anthropic: { signature: 'abc' } } }
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [reasoning, { type: 'text', text: 'Hi.' }] },
      { role: 'user', content: 'Go on.' },
    ]
    await expect(generateText({ model: guarded(), messages, maxRetries: 0 })).rejects.toThrow('Invalid `signature`')
    expect(emulator.requests.length).toBeGreaterThan(1)
    expect(emulator.requests.length).toBeLessThan(6)
  })

  test('sends no tool definitions although the provider demands them', async () => {
    emulator.respondWith({ text: 'Yes.' })
    const messages = repairModelMessages(interrupted)
    expect((await generateText({ model: guarded(), messages, maxRetries: 0 })).text).toBe('Yes.')
    expect(emulator.requests.map(({ status }) => status)).toEqual([200])
    expect(emulator.requests[0]?.body['tools']).toMatchObject([{ name: 'read' }])
  })

  test('sends a loop of tools that has lost its thinking with thinking on', async () => {
    emulator.respondWith({ text: 'It says a.' })
    const model = createAnthropic({ apiKey: 'test', baseURL })('claude-sonnet-4-5')
    const wrapped = wrapLanguageModel({ model, middleware: sessionRecovery({ store, onRepair }) })
    const output = { type: 'text' as const, value: 'a' }
    const result = { type: 'tool-result' as const, toolCallId: 'toolu_1', toolName: 'read', output }
    const messages: ModelMessage[] = [...interrupted.slice(0, 2), { role: 'tool', content: [result] }]
    const providerOptions = { anthropic: { thinking: { type: 'enabled' as const, budgetTokens: 1024 } } }
    const { text } = await generateText({ model: wrapped, tools, messages, providerOptions, maxRetries: 0 })
    expect(text).toBe('It says a.')
    expect(emulator.requests.map(({ body }) => body['thinking'])).toEqual([{ type: 'disabled' }])
  })

  test('only reports in the mode observe', async () => {
    emulator.respondWith({ text: 'x' })
    await generateText({ model: guarded({ mode: 'observe' }), messages: blank, maxRetries: 0 }).catch(() => null)
    expect(reports).toMatchObject([{ outcome: 'observed' }])
    expect(JSON.stringify(emulator.requests[0]?.body)).toContain('"text":" "')
  })

  test('sees no refusal that a provider puts at the head of a stream', async () => {
    const seen: LanguageModelV4Prompt[] = []
    const model = new MockLanguageModelV4({
      provider: 'gateway',
      doStream: async ({ prompt }) => {
        seen.push(prompt)
        const refused = seen.length === 1
        const stream = new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] })
            if (refused)
              controller.enqueue({ type: 'error', error: new Error('text content blocks must be non-empty') })
            else {
              controller.enqueue({ type: 'text-start', id: '1' })
              controller.enqueue({ type: 'text-delta', id: '1', delta: 'Fine.' })
              controller.enqueue({ type: 'text-end', id: '1' })
              const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }
              const usage = { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } }
              controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage })
            }
            controller.close()
          },
        })
        return { stream }
      },
    })
    const wrapped = wrapLanguageModel({ model, middleware: sessionRecovery({ store, onRepair }) })
    expect(await streamText({ model: wrapped, messages: blank, maxRetries: 0 }).text).toBe('Fine.')
    expect(seen).toHaveLength(2)
  })

  test('spends much more on the bytes of a file than to send them', async () => {
    const data = new TextEncoder().encode('a'.repeat(1_000_000))
    const file = { type: 'file' as const, data, mediaType: 'text/plain' }
    const leastMs = async (model: LanguageModel): Promise<number> => {
      let least = Infinity
      for (let round = 0; round < 4; round += 1) {
        emulator.respondWith({ text: 'A file.' })
        const start = performance.now()
        await generateText({ model, messages: [{ role: 'user', content: [file] }], maxRetries: 0 })
        least = Math.min(least, performance.now() - start)
      }
      return least
    }
    // It once walked the bytes one by one, and took hundreds of times as long.
    expect((await leastMs(guarded())) / (await leastMs(unguarded()))).toBeLessThan(30)
  })

  test('breaks a tool loop with the real client', async () => {
    emulator.respondWith({ toolUse: [{ name: 'read', input: { path: 'a.txt' } }] }, { text: 'It says a.' })
    const model = guarded()
    const { text } = await generateText({ model, tools, prompt: 'Read a.txt', stopWhen: stepCountIs(3), maxRetries: 0 })
    expect(text).toBe('It says a.')
    expect(reports).toEqual([])
  })

  test('streams a tool loop differently', async () => {
    emulator.respondWith(
      { text: 'I read.', toolUse: [{ name: 'read', input: { path: 'a.txt' } }] },
      { text: 'It says a.' },
    )
    const result = streamText({
      model: guarded(),
      tools,
      prompt: 'Read a.txt',
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    })
    expect(await result.text).toBe('It says a.')
    expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('stored messages', () => {
  test('throw before the middleware runs', async () => {
    const model = guarded()
    await expect(generateText({ model, tools, messages: interrupted, maxRetries: 0 })).rejects.toThrow(
      'Tool result is missing',
    )
    emulator.respondWith({ text: 'Yes.' })
    const messages = repairModelMessages(interrupted, { onRepair })
    expect((await generateText({ model, tools, messages, maxRetries: 0 })).text).toBe('Yes.')
    expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
  })

  test('cannot be repaired between two steps', async () => {
    emulator.respondWith({ text: 'Yes.' })
    const { text } = await generateText({
      model: guarded(),
      tools,
      messages: interrupted,
      maxRetries: 0,
      prepareStep: ({ messages }) => ({ messages: repairModelMessages(messages) }),
    })
    expect(text).toBe('Yes.')
  })

  test('of a chat stay broken', async () => {
    const chat: UIMessage[] = [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read a.txt' }] },
      {
        id: '2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'tool-read', toolCallId: 'toolu_1', state: 'input-available', input: {} },
        ],
      },
      { id: '3', role: 'user', parts: [{ type: 'text', text: 'Are you still there?' }] },
    ]
    const repaired = repairUIMessages(chat, { onRepair })
    expect(repaired[0]).toBe(chat[0])
    repairUIMessages(chat, { onRepair, mode: 'observe' })
    repairUIMessages(chat, { onRepair, allow: 'none' })
    expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered', 'observed', 'unrepairable'])
    emulator.respondWith({ text: 'Yes.' })
    const messages = await convertToModelMessages(repaired)
    expect((await generateText({ model: guarded(), tools, messages, maxRetries: 0 })).text).toBe('Yes.')
    expect(repairUIMessages(repaired)).toBe(repaired)
    expect(repairUIMessages(chat, { mode: 'observe' })).toBe(chat)
  })
})
