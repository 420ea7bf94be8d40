import { beforeEach, describe, expect, test } from 'vitest'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  recoverInterrupted,
  type ResumeConfig,
  type SessionRecoveryHook,
  type SessionStore,
  trackToolCall,
} from '../../src/index.ts'

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
    let runs = 0
    const reports = await recoverInterrupted(hook, { store, runTool: () => (runs += 1) })
    expect(runs).toBe(0)
    expect(reports).toMatchObject([
      { sessionID: 's', turnID, outcome: 'resumed', calls: [{ callId: 'toolu_1', known: 'outcome_unknown' }] },
    ])
    expect(await storedText()).toContain('outcome is unknown')
    expect(resumed).toHaveLength(1)
  })

  test('runs no call again that is marked idempotent, or more than once', async () => {
    await begun('toolu_1', 'toolu_2')
    await died('toolu_1', true)
    await died('toolu_2')
    const ran: string[] = []
    const runTool = ({ callId }: { callId: string }): string => {
      ran.push(callId)
      return `again ${callId}`
    }
    const [first] = await recoverInterrupted(hook, { store, runTool })
    expect(first!.calls.map(({ known }) => known)).toEqual(['repeated', 'outcome_unknown'])
    expect(await recoverInterrupted(hook, { store, runTool })).toEqual([])
    expect(ran).toEqual(['toolu_1'])
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
