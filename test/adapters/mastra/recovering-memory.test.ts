import { describe, expect, test } from 'vitest'
import { type MastraMemoryOptions, recoveringMemory, sessionRecovery } from '../../../src/mastra.ts'
import { partOf, shownPart } from '../../../src/adapters/mastra/stored-part.ts'
import type { RecoveryReport } from '../../../src/index.ts'

interface Row {
  id: string
  role: string
  createdAt: Date
  threadId: string
  resourceId: string
  content: { format: 2; parts: unknown[]; content?: string; metadata?: object }
}

const words = (text: string): object => ({ type: 'text', text })
const step = { type: 'step-start' }
const call = (toolCallId: string, more: object = { state: 'result', result: 'Found.' }): object => ({
  type: 'tool-invocation',
  toolInvocation: { toolCallId, toolName: 'search', args: { q: 'a' }, ...more },
})
const open = (toolCallId: string): object => call(toolCallId, { state: 'call' })
const ask = { role: 'user', parts: [words('Look.')] }
const round = (id: string): object[] => [ask, { role: 'assistant', parts: [step, call(id), step, words('Done.')] }]

const rowsOf = (messages: readonly object[]): Row[] =>
  messages.map((message, index) => {
    const { metadata, parts, role } = message as { role: string; parts: unknown[]; metadata?: object }
    return {
      id: `m${index}`,
      role,
      createdAt: new Date(1000 * index),
      threadId: 't',
      resourceId: 'r',
      content: { format: 2, parts, ...(metadata && { metadata }) },
    }
  })

/** A store as that of Mastra: it knows rows by their ids and hands them out newest first. */
function memoryOf(rows: Row[]) {
  const table = new Map(rows.map((row) => [row.id, row]))
  const written: string[] = []
  const storage = {
    listMessages: async ({ perPage }: { perPage: number | false }) => {
      const messages = [...table.values()].sort((first, second) => Number(second.createdAt) - Number(first.createdAt))
      return { messages: structuredClone(perPage === false ? messages : messages.slice(0, perPage)) }
    },
    saveMessages: async ({ messages }: { messages: Row[] }) => {
      for (const row of messages) {
        written.push(row.id)
        table.set(row.id, row)
      }
    },
    deleteMessages: async (ids: string[]) => {
      for (const id of ids) table.delete(id)
    },
  }
  const memory = {
    storage: { getStore: async () => storage },
    getInputProcessors: async (): Promise<unknown[]> => [{ id: 'message-history' }],
    getMergedThreadConfig: () => ({ lastMessages: 20 }),
  }
  return { memory, storage, table, written }
}

type Memory = ReturnType<typeof memoryOf>

const context = { get: (name: string) => (name === 'MastraMemory' ? { thread: { id: 't' }, resourceId: 'r' } : null) }

/** What an agent does with its memory when a run begins. */
async function load({ memory }: Memory, options: MastraMemoryOptions = {}): Promise<{ messageList: object }> {
  const messageList = {}
  const [first] = (await recoveringMemory(memory, options).getInputProcessors()) as {
    processInput(args: object): Promise<object>
  }[]
  expect(await first!.processInput({ messageList, requestContext: context })).toBe(messageList)
  return { messageList }
}

const partsOf = ({ table }: Memory): unknown[] => [...table.values()].flatMap(({ content }) => content.parts)
const placed = (broken: object[]): Readonly<Record<string, object[]>> => ({
  first: [...broken, ...round('z')],
  last: [...round('z'), ...broken, ask],
})
const answered = { type: 'tool-invocation', toolInvocation: { state: 'output-error', toolCallId: 'lost' } }

describe('a memory that recovers', () => {
  test.each(Object.keys(placed([])))('a call that nobody answered stays open in the store, %s', async (place) => {
    const broken = [ask, { role: 'assistant', parts: [step, call('a'), open('lost'), step, words('Done.')] }]
    const kept = memoryOf(rowsOf(placed(broken)[place]!))
    await load(kept)
    expect(partsOf(kept)).toContainEqual(
      expect.objectContaining({ toolInvocation: expect.objectContaining(answered.toolInvocation) }),
    )
    expect(kept.written).toHaveLength(1)
    await load(kept)
    expect(kept.written).toHaveLength(1)
  })

  test('two faults at once, or the text beside the parts, stay in the store', async () => {
    const rows = rowsOf([ask, { role: 'assistant', parts: [step, open('lost'), words('Half \ud83d')] }, ...round('z')])
    rows[1]!.content.content = 'Half \ud83d'
    const kept = memoryOf(rows)
    await load(kept)
    const { content } = kept.table.get('m1')!
    expect(JSON.stringify(content)).not.toContain('\\ud83d')
    expect(content.content).toBe('Half \ufffd')
    expect(content.parts).toContainEqual(
      expect.objectContaining({ toolInvocation: expect.objectContaining(answered.toolInvocation) }),
    )
  })

  test('a healthy thread, or what waits for an answer, is written', async () => {
    const waiting = { pendingToolApprovals: { search: { toolCallId: 'asked' } } }
    const kept = memoryOf(
      rowsOf([
        ...round('a'),
        ask,
        { role: 'assistant', parts: [step, open('asked')], metadata: waiting },
        ...round('b'),
        { role: 'signal', parts: [{ type: 'data-user', data: {} }] },
        { role: 'assistant', parts: [step, open('running')] },
      ]),
    )
    await load(kept)
    expect(kept.written).toEqual([])
  })

  test('messages that the agent does not load are looked at', async () => {
    const broken = [ask, { role: 'assistant', parts: [step, open('lost'), step, words('Done.')] }]
    const kept = memoryOf(rowsOf([...broken, ...Array.from({ length: 10 }, (_, index) => round(`r${index}`)).flat()]))
    await load(kept)
    expect(kept.written).toEqual([])
  })

  test('what a refusal has taught is not stored, or before the repaired request was accepted', async () => {
    const thought = {
      type: 'reasoning',
      reasoning: '',
      details: [{ type: 'text', text: 'Hm.' }],
      providerMetadata: { anthropic: { signature: 'bm90IG91cnM=' } },
    }
    const kept = memoryOf(rowsOf([ask, { role: 'assistant', parts: [step, thought, words('Done.')] }, ask]))
    const { messageList } = await load(kept)
    const recovery = sessionRecovery()
    const model = { provider: 'anthropic.messages', modelId: 'claude-opus-4-6', specificationVersion: 'v4' }
    const providerOptions = { anthropic: { signature: 'bm90IG91cnM=' } }
    const prompt = [
      { role: 'user', content: [words('Look.')] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', providerOptions }, words('Done.')] },
      { role: 'user', content: [words('Look.')] },
    ]
    const state = {}
    await recovery.processLLMRequest({ prompt, model, messageList, state })
    const error = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
    expect(await recovery.processAPIError({ error, messageList })).toEqual({ retry: true })
    await recovery.processLLMRequest({ prompt, model, messageList, state })
    expect(kept.written).toEqual([])
    const finish = { type: 'finish', payload: { stepResult: { reason: 'stop' } } }
    await recovery.processLLMResponse({ chunks: [finish], fromCache: false, state })
    expect(kept.written).toEqual(['m1'])
    expect(JSON.stringify(partsOf(kept))).not.toContain('bm90IG91cnM=')
  })

  test.each(['first', 'second'])(
    'a thread gets a new beginning in its middle, because the newest messages begin with an answer: the %s of two',
    async (place) => {
      const long = Array.from({ length: 10 }, (_, index) => round(`r${index}`)).flat()
      const lost = [ask, { role: 'assistant', parts: [step, open('lost'), step, words('Done.')] }]
      const kept = memoryOf(rowsOf(place === 'first' ? [...long, ask] : [...long, ...lost, ask]))
      const { messageList } = await load(kept)
      const recovery = sessionRecovery()
      const model = { provider: 'anthropic.messages', modelId: 'claude-opus-4-6', specificationVersion: 'v4' }
      // As Mastra sends it: the newest messages, of which the first is an answer.
      const prompt = [
        { role: 'assistant', content: [words('Done.')] },
        { role: 'user', content: [words('Look.')] },
      ]
      const state = {}
      await recovery.processLLMRequest({ prompt, model, messageList, state })
      const finish = { type: 'finish', payload: { stepResult: { reason: 'stop' } } }
      await recovery.processLLMResponse({ chunks: [finish], fromCache: false, state })
      expect([...kept.table.values()].filter(({ id }) => !id.startsWith('m'))).toEqual([])
      expect(kept.written).toEqual(place === 'first' ? [] : ['m21'])
    },
  )

  test('an observed thread is written, or one beyond the allowed loss', async () => {
    const broken = [ask, { role: 'assistant', parts: [step, open('lost'), step, words('Done.')] }, ...round('z')]
    const kept = memoryOf(rowsOf(broken))
    const reports: RecoveryReport[] = []
    await load(kept, { mode: 'observe', onRepair: (report) => reports.push(report) })
    await load(kept, { allow: 'none' })
    expect(kept.written).toEqual([])
    expect(reports).toMatchObject([{ outcome: 'observed', sessionID: 't', faults: [{ type: 'tool_result_missing' }] }])
  })

  test('a store that fails ends the run', async () => {
    const kept = memoryOf(rowsOf([ask, { role: 'assistant', parts: [step, open('lost'), words('x')] }, ...round('z')]))
    kept.storage.saveMessages = () => Promise.reject(new Error('The disk is full.'))
    const reports: RecoveryReport[] = []
    await load(kept, { onRepair: (report) => reports.push(report) })
    expect(reports).toMatchObject([{ outcome: 'failed', cause: { message: 'The disk is full.' } }])
  })

  test('a memory without a thread, or without a store, ends the run', async () => {
    const kept = memoryOf([])
    const [first] = (await recoveringMemory(kept.memory).getInputProcessors()) as {
      processInput(args: object): Promise<object>
    }[]
    const messageList = {}
    expect(await first!.processInput({ messageList })).toBe(messageList)
    kept.memory.storage.getStore = (async () => undefined) as never
    expect(await first!.processInput({ messageList, requestContext: context })).toBe(messageList)
  })

  test('an option that does not fit, or what is no memory, is taken', () => {
    expect(() => recoveringMemory(memoryOf([]).memory, { mode: 'fix' as never })).toThrow(/mode/)
    expect(() => recoveringMemory({} as never)).toThrow(/getInputProcessors/)
  })
})

test.each([
  words('Hm.'),
  step,
  call('a'),
  open('b'),
  call('c', { state: 'output-error', errorText: 'No.' }),
  call('d', { state: 'partial-call' }),
  { ...call('e'), providerExecuted: true, providerMetadata: { a: { b: 1 } } },
  { type: 'reasoning', reasoning: 'Hm.' },
  {
    type: 'reasoning',
    reasoning: '',
    details: [
      { type: 'text', text: 'Hm.' },
      { type: 'redacted', data: 'x' },
    ],
  },
  { type: 'file', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
  { type: 'file', mimeType: 'image/png', data: 'https://example.com/a.png', filename: 'a.png' },
  { type: 'source', source: { url: 'https://example.com' } },
  { type: 'data-progress', data: 1 },
  { type: 'error', error: { message: 'No.' } },
])('a part that nothing is changed of is another one in the store: $type', (part) => {
  expect(partOf(shownPart(part, new Set()))).toBe(part)
})
