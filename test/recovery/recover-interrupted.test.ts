import { beforeEach, describe, expect, test } from 'vitest'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  recoverInterrupted,
  type ResumeConfig,
  type SessionRecoveryHook,
  type SessionStore,
  trackToolCall,
  type Turn,
} from '../../src/index.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { lateCalls } from '../late-calls.ts'

let store: SessionStore
let resumed: ResumeConfig[]
let hook: SessionRecoveryHook

beforeEach(() => {
  store = createMemoryStore()
  resumed = []
  hook = createSessionRecoveryHook({ store, resume: async (_id, config) => void resumed.push(config) })
})

const question = { raw: { role: 'user', content: 'Send the mail.' } }
const call = (id: string) => ({ type: 'tool_use', id, name: 'send', input: {} })
const calls = (...ids: string[]) => ({ raw: { role: 'assistant', content: ids.map(call) } })

/** A process that dies in the middle of a tool: its promise never settles. */
async function died(id: string, idempotent = false): Promise<void> {
  void trackToolCall(
    store,
    { sessionID: 's', callId: id, name: 'send', input: {}, idempotent },
    () => new Promise(() => {}),
  )
  await expect.poll(async () => (await store.parts.get('s', id))?.status).toBe('running')
  await new Promise(setImmediate)
}

async function begun(...ids: string[]): Promise<string> {
  await store.messages.append('s', [question, ...(ids.length > 0 ? [calls(...ids)] : [])])
  const { turnID } = await store.turns.begin('s', { input: question.raw })
  return turnID
}

async function storedText(): Promise<string> {
  return JSON.stringify((await store.messages.load('s'))?.messages.map(({ raw }) => raw) ?? null)
}

describe('a turn that a crash left behind', () => {
  test('runs an effect again whose outcome is unknown', async () => {
    const turnID = await begun('toolu_1')
    await died('toolu_1')
    await store.parts.record('s', { callId: 'toolu_2', name: 'send', input: {}, status: 'pending' })
    let runs = 0
    const reports = await recoverInterrupted(hook, { store, runTool: () => (runs += 1) })
    expect(runs).toBe(0)
    const calls = [{ known: 'outcome_unknown' }, { callId: 'toolu_2', known: 'not_started' }]
    expect(reports).toMatchObject([{ sessionID: 's', turnID, outcome: 'resumed', calls }])
    expect(await storedText()).toContain('outcome is unknown')
    expect(resumed).toHaveLength(1)
  })

  test('runs no call again that is marked idempotent, or more than once', async () => {
    await begun('toolu_1', 'toolu_2')
    await died('toolu_1', true)
    await died('toolu_2')
    const ran: unknown[] = []
    const runTool = (call: { callId: string }): string => `again ${(ran.push(call), call.callId)}`
    const [first] = await recoverInterrupted(hook, { store, runTool })
    expect(first!.calls.map(({ known }) => known)).toEqual(['repeated', 'outcome_unknown'])
    expect(await recoverInterrupted(hook, { store, runTool })).toEqual([])
    expect(ran).toEqual([{ callId: 'toolu_1', name: 'send', input: {} }])
    // Nor does it stay marked.
    expect(await store.state.list('s')).toEqual([])
    expect(await store.parts.get('s', 'toolu_1')).toMatchObject({ name: 'send', input: {}, status: 'completed' })
    expect(await storedText()).toContain('again toolu_1')
  })

  test('runs an idempotent call again that nobody was given to run', async () => {
    await begun('toolu_1')
    await died('toolu_1', true)
    const [report] = await recoverInterrupted(hook, { store })
    expect(report!.calls).toMatchObject([{ known: 'outcome_unknown' }])
  })

  test('loses a real result that was recorded, or replaces it', async () => {
    await begun('toolu_1')
    await trackToolCall(store, { sessionID: 's', callId: 'toolu_1', name: 'send', input: {} }, () => 'it was sent')
    const [report] = await recoverInterrupted(hook, { store })
    expect(report).toMatchObject({ outcome: 'resumed', calls: [{ known: 'result' }], report: { loss: 'none' } })
    expect(await storedText()).toContain('it was sent')
  })

  test('loses what had arrived of its answer, invents the rest, or has two ends', async () => {
    const turnID = await begun()
    await store.turns.advance('s', turnID, 'assistant_started', { partial: 'Half of an ans' })
    const [report] = await recoverInterrupted(hook, { store })
    expect(report).toMatchObject({ partial: 'Half of an ans', marker: expect.stringMatching(/^\[session-recovery\]/) })
    expect(report!.marker).not.toMatch(/restart|crash|kill/i)
    expect(await store.turns.get('s', turnID)).toMatchObject({
      state: 'interrupted',
      data: { partial: 'Half of an ans' },
    })
    expect(await storedText()).toBe(JSON.stringify([question.raw]))
    await expect(store.turns.advance('s', turnID, 'completed')).rejects.toMatchObject({ code: 'turn_final' })
  })

  test('is recovered by two processes at once', async () => {
    await begun('toolu_1')
    const rival = createSessionRecoveryHook({ store, resume: async (_id, config) => void resumed.push(config) })
    const reports = await Promise.all([recoverInterrupted(hook, { store }), recoverInterrupted(rival, { store })])
    expect(
      reports
        .flat()
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['busy', 'resumed'])
    for (const { sessionID, turnID } of reports.flat()) expect([sessionID, turnID]).toEqual(['s', expect.any(String)])
    expect(resumed).toHaveLength(1)
  })

  test('brings a removed session back', async () => {
    await begun('toolu_1')
    const removing = createSessionRecoveryHook({
      store,
      load: async () => {
        await store.messages.remove('s')
        return { format: 'anthropic-messages', messages: [question.raw, calls('toolu_1').raw], revision: 1 }
      },
    })
    expect(await recoverInterrupted(removing, { store })).toMatchObject([{ outcome: 'failed' }])
    expect(await store.messages.list()).toEqual([])
    expect(await recoverInterrupted(hook, { store })).toEqual([])
  })

  test('is resumed although the host cannot, or the caller decides', async () => {
    await begun('toolu_1')
    const bare = createSessionRecoveryHook({ store })
    expect(await recoverInterrupted(bare, { store })).toMatchObject([{ outcome: 'handed_back' }])
    await store.turns.begin('s')
    expect(await recoverInterrupted(hook, { store, resume: false })).toMatchObject([{ outcome: 'handed_back' }])
    expect(resumed).toEqual([])
  })

  test('is resumed for each of two turns of one session', async () => {
    const first = await begun()
    const { turnID: second } = await store.turns.begin('s')
    expect(await recoverInterrupted(hook, { store })).toMatchObject([
      { turnID: first, outcome: 'handed_back' },
      { turnID: second, outcome: 'resumed' },
    ])
    expect(resumed).toHaveLength(1)
  })

  test('stays pending when its session cannot be read, or fails the others', async () => {
    await begun()
    await store.messages.append('t', [question])
    await store.turns.begin('t')
    const failing = createSessionRecoveryHook({
      store,
      load: async (sessionID) => {
        if (sessionID === 's') throw new Error('unreadable')
        return { format: 'anthropic-messages', messages: [question.raw], revision: 1 }
      },
    })
    const reports = await recoverInterrupted(failing, { store })
    expect(reports.map(({ outcome }) => outcome).sort()).toEqual(['failed', 'handed_back'])
    expect(reports.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      sessionID: 's',
      cause: { message: expect.stringContaining('unreadable') },
    })
    expect(await store.turns.pending()).toMatchObject([{ sessionID: 's' }])
    expect(await store.leases.holder('s')).toBeNull()
  })
})

test('is taken up by a process that does not wait for its store', async () => {
  await begun('toolu_1', 'toolu_2')
  await died('toolu_1', true)
  await died('toolu_2')
  // The newest turn of each session was never accepted: its question stands in the turn alone.
  for (const [sessionID, raws] of [
    ['s', [question.raw, calls('toolu_1', 'toolu_2').raw]],
    ['t', []],
  ] as const) {
    const input = { role: 'user', content: `More of ${sessionID}.` }
    const prefixDigest = prefixDigests([...raws, input]).at(-1)!
    await store.turns.begin(sessionID, { input, provenance: { prefixDigest } })
  }
  const { late, overlaps, underWay } = lateCalls(store, { opens: 'acquire' })
  const host = { resume: async (_id: string, config: ResumeConfig) => void resumed.push(config) }
  const patient = createSessionRecoveryHook({ store: late, ...host })
  const reports = await recoverInterrupted(patient, { store: late, runTool: () => 'again' })
  expect([underWay(), overlaps]).toEqual([0, []])
  expect(reports).toMatchObject([
    { sessionID: 's', outcome: 'handed_back', calls: [{ known: 'repeated' }, { known: 'outcome_unknown' }] },
    { sessionID: 's', outcome: 'resumed', calls: [{ known: 'result' }, { known: 'outcome_unknown' }] },
    { sessionID: 't', outcome: 'resumed', calls: [] },
  ])
  expect((await store.turns.list('s')).map(({ state }) => state)).toEqual(['interrupted', 'interrupted', 'completed'])
  expect(await storedText()).toMatch(/again.*More of s/)
  expect((await store.messages.load('t'))!.messages).toMatchObject([{ raw: { content: 'More of t.' } }])
  for (const sessionID of ['s', 't']) expect(await store.leases.holder(sessionID)).toBeNull()
})

describe('a question that stands in a turn alone', () => {
  const input = { role: 'user', content: 'And now?' }
  const other = { role: 'user', content: 'Something else.' }
  const answer = { role: 'assistant', content: 'Yes.' }
  type Row = readonly [what: string, stored: readonly object[], before: readonly object[], after: readonly object[]]
  test.each<Row>([
    ['opens its session', [], [], [input]],
    ['follows what is stored', [other, answer], [other, answer], [other, answer, input]],
    ['is stored already', [input], [], [input]],
    ['is stored behind others', [other, answer, input], [other, answer], [other, answer, input]],
    ['followed what has gone since', [other], [other, answer], [other]],
    ['followed less than there is now', [other, answer], [other], [other, answer]],
  ])('is lost, doubled or put elsewhere where it %s', async (_, stored, before, after) => {
    if (stored.length > 0)
      await store.messages.append(
        's',
        stored.map((raw) => ({ raw })),
      )
    const prefixDigest = prefixDigests([...before, input]).at(-1)!
    await store.turns.begin('s', { input, provenance: { prefixDigest } })
    expect(await recoverInterrupted(hook, { store })).toMatchObject([{ sessionID: 's', outcome: 'resumed' }])
    expect((await store.messages.load('s'))!.messages.map(({ raw }) => raw)).toEqual(after)
  })
})

describe('a store that fails while a turn is taken up', () => {
  /** Its newest question stands in the turn alone. */
  async function asked(): Promise<Turn[]> {
    await begun('toolu_1')
    const input = { role: 'user', content: 'And now?' }
    const prefixDigest = prefixDigests([question.raw, calls('toolu_1').raw, input]).at(-1)!
    await store.turns.begin('s', { input, provenance: { prefixDigest } })
    return store.turns.pending('s')
  }
  const rejecting = (cause: unknown) => (): Promise<never> => Promise.reject(cause)

  test('fails the other turns of its session, or is not told', async () => {
    const [first, second] = await asked()
    const cause = new Error('no disk')
    let lists = 0
    const list: SessionStore['parts']['list'] = (id) =>
      (lists += 1) === 1 ? Promise.reject(cause) : store.parts.list(id)
    const failing = { ...store, parts: { ...store.parts, list } }
    expect(await recoverInterrupted(hook, { store: failing })).toEqual([
      { sessionID: 's', turnID: first!.turnID, outcome: 'failed', calls: [], cause },
      expect.objectContaining({ turnID: second!.turnID, outcome: 'resumed' }),
    ])
    expect(await store.turns.pending('s')).toMatchObject([{ turnID: first!.turnID }])
  })

  test('repairs the conversation before a question is back in it, so that its place is lost', async () => {
    const turns = await asked()
    const before = await storedText()
    const cause = new Error('no disk')
    const failing = { ...store, messages: { ...store.messages, append: rejecting(cause) } }
    const failed = turns.map(({ turnID }) => ({ sessionID: 's', turnID, outcome: 'failed', calls: [], cause }))
    expect(await recoverInterrupted(hook, { store: failing })).toEqual(failed)
    expect([await storedText(), await store.turns.pending('s'), resumed]).toEqual([before, turns, []])
    expect(await store.leases.holder('s')).toBeNull()
    const reports = await recoverInterrupted(hook, { store })
    expect(reports.map(({ outcome }) => outcome)).toEqual(['handed_back', 'resumed'])
    expect(await storedText()).toContain('And now?')
  })

  test('puts a question that nobody has stored behind what another process has written meanwhile', async () => {
    const input = { role: 'user', content: 'Hello?' }
    await store.turns.begin('t', { input, provenance: { prefixDigest: prefixDigests([input]).at(-1)! } })
    let looks = 0
    const load: SessionStore['messages']['load'] = async (id) => {
      const loaded = await store.messages.load(id)
      if ((looks += 1) === 1) await store.messages.append('t', [question])
      return loaded
    }
    await recoverInterrupted(hook, { store: { ...store, messages: { ...store.messages, load } } })
    expect((await store.messages.load('t'))!.messages).toMatchObject([question])
  })

  test('recovers a turn that somebody has ended since it was listed', async () => {
    const turns = await asked()
    const pending = async (): Promise<Turn[]> => turns
    await store.turns.advance('s', turns[0]!.turnID, 'completed')
    const late = { ...store, turns: { ...store.turns, pending } }
    const outcomes = (await recoverInterrupted(hook, { store: late })).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['settled', 'resumed'])
    const again = await recoverInterrupted(hook, { store: late })
    expect(again).toEqual(turns.map(({ turnID }) => ({ sessionID: 's', turnID, outcome: 'settled', calls: [] })))
    expect(resumed).toHaveLength(1)
  })

  test.each(['completed', 'interrupted'] as const)('brings back what was asked in a turn that is %s', async (state) => {
    const turns = await asked()
    const before = await storedText()
    for (const { turnID } of turns) await store.turns.advance('s', turnID, state)
    const late = { ...store, turns: { ...store.turns, pending: async (): Promise<Turn[]> => turns } }
    expect((await recoverInterrupted(hook, { store: late })).map(({ outcome }) => outcome)).toEqual([
      'settled',
      'settled',
    ])
    expect(await storedText()).toBe(before)
  })

  test('records what a tool gave after another process has taken the session', async () => {
    await begun('toolu_1')
    await died('toolu_1', true)
    const lease = await store.leases.acquire('s', { ttlMs: 60_000 })
    if (lease.held) throw new Error('Nobody else has it.')
    const runTool = async (): Promise<string> => {
      await lease.release()
      await store.leases.acquire('s', { owner: 'another process', ttlMs: 60_000 })
      return 'again'
    }
    const [report] = await recoverInterrupted(hook, { store, sessionID: 's', lease, runTool })
    expect(report).toMatchObject({ outcome: 'failed', calls: [], cause: { code: 'lease_lost' } })
    expect(await store.parts.get('s', 'toolu_1')).toMatchObject({ status: 'running' })
  })

  test('takes a tool that fails for one whose outcome is unknown', async () => {
    await begun('toolu_1')
    await died('toolu_1', true)
    const runTool = (): never => {
      throw new Error('The mail server is down.')
    }
    const [report] = await recoverInterrupted(hook, { store, runTool })
    expect(report).toMatchObject({ outcome: 'resumed', calls: [{ known: 'repeated' }] })
    expect(await storedText()).toContain('The mail server is down.')
  })

  test('tells a call as repeated whose outcome the store did not take', async () => {
    const turnID = await begun('toolu_1')
    await died('toolu_1', true)
    const full = new Error('full')
    const record: SessionStore['parts']['record'] = async (id, part, options) =>
      part.status === 'running' ? store.parts.record(id, part, options) : Promise.reject(full)
    const filled = { ...store, parts: { ...store.parts, record } }
    for (const runTool of [() => 'again', () => Promise.reject(new Error('down'))])
      expect(await recoverInterrupted(hook, { store: filled, runTool })).toMatchObject([
        { turnID, outcome: 'failed', calls: [], cause: full },
      ])
    // Marked still: the next start repeats it.
    expect(await recoverInterrupted(hook, { store, runTool: () => 'again' })).toMatchObject([
      { outcome: 'resumed', calls: [{ known: 'repeated' }] },
    ])
  })

  test('takes a conversation that has gone on meanwhile for one that cannot be recovered', async () => {
    await asked()
    const append: SessionStore['messages']['append'] = async (...given) => {
      await store.messages.append('s', [{ raw: { role: 'user', content: 'Others were faster.' } }])
      return store.messages.append(...given)
    }
    const raced = { ...store, messages: { ...store.messages, append } }
    const reports = await recoverInterrupted(hook, { store: raced })
    expect(reports.map(({ outcome }) => outcome)).toEqual(['handed_back', 'resumed'])
    expect(await storedText()).toMatch(/^(?!.*And now).*Others were faster/)
  })
})
