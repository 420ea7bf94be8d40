import { beforeEach, describe, expect, test } from 'vitest'
import { recoveringFetch } from '../../src/fetch.ts'
import { identifyProcess } from '../../src/files/process-identity.ts'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  recoverInterrupted,
  type RecoveryReport,
  type ResumeConfig,
  type SessionStore,
} from '../../src/index.ts'
import { isAtWork } from '../../src/recovery/turn-worker.ts'

let store: SessionStore
let resumed: ResumeConfig[]

beforeEach(() => {
  store = createMemoryStore()
  resumed = []
})

const host = () => ({ store, resume: async (_id: string, config: ResumeConfig) => void resumed.push(config) })
const states = async () => (await store.turns.list('s')).map(({ state }) => state)

/** One provider: where it listens, how it asks for a tool, what a request with and without the result holds. */
interface Loop {
  readonly name: string
  readonly path: string
  readonly asked: object
  readonly said: object
  readonly question: object
  readonly withResult: object
  readonly forced: object
}

const anthropicCall = { type: 'tool_use', id: 'toolu_1', name: 'send', input: {} }
const chatCall = { id: 'call_1', type: 'function', function: { name: 'send', arguments: '{}' } }
const responsesCall = { type: 'function_call', call_id: 'call_1', name: 'send', arguments: '{}' }
const user = { role: 'user', content: 'Send it.' }

const loops: readonly Loop[] = [
  {
    name: 'Messages',
    path: '/v1/messages',
    asked: { id: 'msg_1', role: 'assistant', content: [anthropicCall], stop_reason: 'tool_use' },
    said: { id: 'msg_2', role: 'assistant', content: [{ type: 'text', text: 'Sent.' }], stop_reason: 'end_turn' },
    question: { model: 'claude-opus-4-6', max_tokens: 10, messages: [user] },
    withResult: {
      model: 'claude-opus-4-6',
      max_tokens: 10,
      messages: [
        user,
        { role: 'assistant', content: [anthropicCall] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sent' }] },
      ],
    },
    forced: { tool_choice: { type: 'tool', name: 'send' } },
  },
  {
    name: 'Chat Completions',
    path: '/v1/chat/completions',
    asked: { choices: [{ message: { role: 'assistant', content: null, tool_calls: [chatCall] } }] },
    said: { choices: [{ message: { role: 'assistant', content: 'Sent.' } }] },
    question: { model: 'gpt-5', messages: [user] },
    withResult: {
      model: 'gpt-5',
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: [chatCall] },
        { role: 'tool', tool_call_id: 'call_1', content: 'sent' },
      ],
    },
    forced: { tool_choice: { type: 'function', function: { name: 'send' } } },
  },
  {
    name: 'Responses that the server continues',
    path: '/v1/responses',
    asked: { id: 'resp_1', status: 'completed', output: [responsesCall] },
    said: { id: 'resp_2', status: 'completed', output: [] },
    question: { model: 'gpt-5', input: [user] },
    withResult: {
      model: 'gpt-5',
      previous_response_id: 'resp_1',
      input: [{ type: 'function_call_output', call_id: 'call_1', output: 'sent' }],
    },
    forced: { tool_choice: { type: 'function', name: 'send' } },
  },
]

function open(path: string, ...answers: object[]): (body: object) => Promise<void> {
  const send = recoveringFetch({ store, session: 's' })(async () => Response.json(answers.shift()))
  return async (body) => {
    await (await send(`http://127.0.0.1:1${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
  }
}

describe.each(loops)('a turn of $name', ({ asked, forced, path, question, said, withResult }) => {
  test('is over while its tools run, or stays open when they have answered', async () => {
    const ask = open(path, asked, said)
    await ask(question)
    expect(await store.turns.list('s')).toMatchObject([
      { state: 'assistant_started', data: { calls: [expect.stringMatching(/_1$/)] } },
    ])
    await ask(withResult)
    expect(await states()).toEqual(['completed', 'completed'])
  })

  test('ends with a call that knows nothing of its tools', async () => {
    const ask = open(path, asked, said)
    await ask(question)
    await ask({ ...question, model: 'a-model-for-titles' })
    expect(await states()).toEqual(['assistant_started', 'completed'])
  })

  test('waits for a tool that is only the form of the answer', async () => {
    const ask = open(path, asked)
    await ask({ ...question, ...forced })
    expect(await states()).toEqual(['completed'])
  })
})

/** A stream whose pieces are handed over one by one. */
function stepped(events: readonly object[]): { readonly next: () => void; readonly response: Response } {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sink = controller) })
  const left = [...events]
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    next: () => sink!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(left.shift())}\n\n`)),
  }
}

test('an answer that is under way is known to nobody until it is whole', async () => {
  const delta = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
  const { next, response } = stepped([
    { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    delta('The first half, which is long enough to be told of. '.repeat(4)),
    delta('The second half.'.repeat(30)),
  ])
  const send = recoveringFetch({ store, session: 's' })(async () => response)
  const body = JSON.stringify({ model: 'claude-opus-4-6', stream: true, max_tokens: 10, messages: [user] })
  const answering = send('http://127.0.0.1:1/v1/messages', { method: 'POST', body })
  // A response is handed out with the first event that tells something.
  const preamble = 2
  for (let index = 0; index < preamble; index += 1) next()
  const reader = (await answering).body!.getReader()
  for (const [index, wanted] of ['', '', 'The first half', 'The second half'].entries()) {
    if (index >= preamble) next()
    await reader.read()
    await expect.poll(async () => JSON.stringify((await store.turns.pending('s'))[0]!.data)).toContain(wanted)
  }
  // The process dies here: nothing of the stream ends.
  const [report] = await recoverInterrupted(createSessionRecoveryHook(host()), { store })
  expect(JSON.stringify(report!.partial)).toMatch(/The first half.*The second half/)
  expect(report).toMatchObject({ outcome: 'resumed', marker: expect.stringMatching(/interrupted/) })
})

describe('a turn that is pending', () => {
  test('is taken from a process that lives and works on it, or kept by one that does not', async () => {
    await store.messages.append('s', [{ raw: user }])
    const { turnID } = await store.turns.begin('s', { input: user })
    const worker = await identifyProcess(process.ppid)
    const hook = createSessionRecoveryHook(host())
    const outcomeWith = async (data: object): Promise<unknown> => {
      await store.turns.advance('s', turnID, 'worker_started', data)
      return (await recoverInterrupted(hook, { store, resume: false }))[0]?.outcome
    }
    expect(await outcomeWith({ worker })).toBe('busy')
    expect(await states()).toEqual(['worker_started'])
    const ownWorker = await identifyProcess(process.pid)
    const others = [
      ...['host', 'bootId', 'startTime', 'pid'].map((field) => ({ ...worker, [field]: 'another' })),
      ...['host', 'bootId', 'startTime', 'pid'].map((field) => ({ ...worker, [field]: null })),
      ...[999_999_999, 0, -1, 1.5].map((pid) => ({ ...worker, pid })),
      ownWorker,
      null,
      'somebody',
      [],
    ]
    expect(others).toHaveLength(16)
    for (const other of others) expect([other, await isAtWork({ data: { worker: other } })]).toEqual([other, false])
    expect(await outcomeWith({ worker: others[0] })).toBe('handed_back')
  })

  test('has its session repaired although a living process works on a newer one there', async () => {
    const asking = { role: 'assistant', content: [anthropicCall] }
    await store.messages.append('s', [{ raw: user }, { raw: asking }])
    await store.turns.begin('s')
    const { turnID } = await store.turns.begin('s')
    await store.turns.advance('s', turnID, 'worker_started', { worker: await identifyProcess(process.ppid) })
    const hook = createSessionRecoveryHook(host())
    const outcomes = async (options: object): Promise<unknown> =>
      (await recoverInterrupted(hook, { store, ...options })).map(({ outcome }) => outcome)
    expect(await outcomes({})).toEqual(['busy', 'busy'])
    expect(await states()).toEqual(['submitted', 'worker_started'])
    expect((await store.messages.load('s'))!.messages).toHaveLength(2)
    // Whoever holds the lease has the session; a process that has lost it may live on.
    const lease = await store.leases.acquire('s', { ttlMs: 60_000 })
    expect(await outcomes({ sessionID: 's', lease })).toEqual(['handed_back', 'busy'])
    expect((await store.messages.load('s'))!.messages).toHaveLength(3)
  })

  test('is resumed, or marked, although its conversation has gone on since', async () => {
    await store.messages.append('s', [{ raw: user }])
    await store.turns.begin('s')
    const { turnID } = await store.turns.begin('s')
    await store.turns.advance('s', turnID, 'completed')
    const [report, ...others] = await recoverInterrupted(createSessionRecoveryHook(host()), { store })
    expect(others).toEqual([])
    expect(report).toMatchObject({ outcome: 'handed_back' })
    expect(report).not.toHaveProperty('marker')
    expect(resumed).toEqual([])
    expect(await states()).toEqual(['interrupted', 'completed'])
  })
})

test.each([
  ['dies', () => new Promise<void>(() => {}), 'worker_started'],
  ['fails', () => Promise.reject(new Error('no')), 'interrupted'],
  ['succeeds', () => Promise.resolve(), 'completed'],
])('a host that %s while it resumes leaves no turn, or one in another state', async (_how, resume, state) => {
  await store.messages.append('s', [{ raw: user }])
  await store.turns.begin('s')
  void recoverInterrupted(createSessionRecoveryHook({ store, resume }), { store })
  await expect.poll(states).toEqual(['interrupted', state])
})

describe('a turn that a crash left behind', () => {
  type Stored = Parameters<typeof recoverInterrupted>[0]['recoverStored']
  const left = async (): Promise<void> => {
    await store.messages.append('s', [{ raw: user }])
    for (const input of [user, 'And now?']) await store.turns.begin('s', { input })
  }
  const recovered = (outcome: RecoveryReport['outcome'], isSound = false): Promise<unknown> => {
    const recoverStored: Stored = async (sessionID, _turnID, { onSound }) => {
      if (isSound) await onSound()
      return { ...report, outcome, sessionID }
    }
    return recoverInterrupted({ recoverStored }, { store })
  }
  const report: RecoveryReport = {
    outcome: 'failed',
    sessionID: 's',
    error: undefined,
    detected: null,
    faults: [],
    remaining: [],
    edits: [],
    loss: 'none',
    resumed: false,
  }

  test.each([
    ['unrepairable', 'interrupted'],
    ['exhausted', 'interrupted'],
    ['busy', 'submitted'],
    ['failed', 'submitted'],
  ] as const)(
    'comes back with every start where its repair is %s, or not although it may be tried again',
    async (outcome, state) => {
      await left()
      expect(await recovered(outcome)).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }])
      expect(await states()).toEqual([state, state])
    },
  )

  test.each([
    ['pending', 'not_started'],
    ['running', 'outcome_unknown'],
    ['completed', 'result'],
    ['error', 'result'],
  ] as const)('with a call that is %s is told something else of it', async (status, known) => {
    await left()
    await store.parts.record('s', { callId: 'c', name: 'f', status })
    const call = { callId: 'c', occurrence: 0, name: 'f', known }
    expect(await recovered('failed')).toMatchObject([{ calls: [call] }, { calls: [call] }])
  })

  test('is told to have been interrupted in an older one, or nowhere', async () => {
    await left()
    const marker = expect.stringContaining('interrupted before its answer was whole')
    expect(await recovered('recovered', true)).toMatchObject([
      { outcome: 'handed_back' },
      { outcome: 'handed_back', marker },
    ])
    const turns = await store.turns.list('s')
    expect(turns.map(({ data, state }) => [state, data])).toEqual([
      ['interrupted', undefined],
      ['interrupted', { marker }],
    ])
  })
})
