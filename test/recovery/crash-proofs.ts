import assert from 'node:assert/strict'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  createSqliteStore,
  diagnose,
  recoverInterrupted,
  type SessionStore,
  trackToolCall,
} from '../../src/index.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createRandom, type Random } from '../../src/testing.ts'
import { MemoryFs } from '../files/memory-fs.ts'

export const POINTS = ['before effect', 'after effect', 'after record'] as const
export const TOOLS = ['idempotent', 'once', 'failing', 'idempotent, and nobody can run it'] as const

export type Point = (typeof POINTS)[number]
export type Tool = (typeof TOOLS)[number]

const STORES: readonly (() => SessionStore)[] = [
  () => createMemoryStore(),
  () => createSqliteStore(':memory:'),
  () => createJournalStore('/journal', { fs: new MemoryFs(), durability: 'none' }),
]

const never = (): Promise<never> => new Promise(() => {})
const user = (content: unknown) => ({ raw: { role: 'user', content } })
const assistant = (content: unknown) => ({ raw: { role: 'assistant', content } })
const callOf = (id: string) => ({ type: 'tool_use', id, name: 'act', input: { of: id } })
const resultOf = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })

/** What the world has seen of each call, which no store knows. */
type Effects = Map<string, number>

/** A session with some rounds behind it; ids of calls are used again, as providers do. */
async function past(store: SessionStore, random: Random): Promise<void> {
  await store.messages.append('s', [user('Begin.')])
  for (let round = random.below(3); round > 0; round -= 1) {
    const call = { sessionID: 's', callId: 'call_0', name: 'act', input: {} }
    await store.parts.record('s', { ...call, status: 'pending' })
    await trackToolCall(store, call, () => `done in round ${round}`)
    const news = [user([resultOf('call_0', `done in round ${round}`)]), assistant([{ type: 'text', text: 'Well.' }])]
    await store.messages.append('s', [assistant([callOf('call_0')]), ...news, user('Go on.')])
  }
}

/** The process dies at that point of one of its calls: what it was about to do never happens, and nothing it holds is let go. */
async function die(store: SessionStore, id: string, point: Point, tool: Tool, effects: Effects): Promise<void> {
  const there = Promise.withResolvers<void>()
  const arrive = (): Promise<never> => {
    there.resolve()
    return never()
  }
  const run = async (): Promise<string> => {
    if (point === 'before effect') return arrive()
    effects.set(id, (effects.get(id) ?? 0) + 1)
    if (point === 'after effect') return arrive()
    if (tool === 'failing') throw new Error(`failed ${id}`)
    return `done ${id}`
  }
  const call = { sessionID: 's', callId: id, name: 'act', input: { of: id }, idempotent: tool.startsWith('idempotent') }
  void trackToolCall(store, call, run).then(arrive, arrive)
  await there.promise
}

/** No result that was recorded is lost, no effect that may have happened is repeated, no answer is made up, and all is over once. */
export async function provesCrash(point: Point, tool: Tool, seed: number): Promise<void> {
  const random = createRandom(seed)
  await using store = random.pick(STORES)()
  const effects: Effects = new Map()
  await past(store, random)
  // The first, the last and a middle one are hit; others are done before it, or were never begun.
  const ids = Array.from({ length: 1 + random.below(3) }, (_, index) => `call_${index}`)
  const hit = random.below(ids.length)
  const { turnID } = await store.turns.begin('s', { input: 'Go on.' })
  await store.messages.append('s', [assistant(ids.map(callOf))])
  for (const id of ids) await store.parts.record('s', { callId: id, name: 'act', input: { of: id }, status: 'pending' })
  if (random.below(2) === 0) await store.turns.advance('s', turnID, 'assistant_started', { partial: 'I beg' })
  for (const id of ids.slice(0, hit))
    await trackToolCall(store, { sessionID: 's', callId: id, name: 'act', input: { of: id } }, () => `done ${id}`)
  const victim = ids[hit]!
  await die(store, victim, point, tool, effects)
  const before = effects.get(victim) ?? 0

  let resumes = 0
  const hook = createSessionRecoveryHook({ store, resume: async () => void (resumes += 1) })
  const repeated: string[] = []
  const runTool = ({ callId }: { callId: string }): string => {
    repeated.push(callId)
    effects.set(callId, (effects.get(callId) ?? 0) + 1)
    return `done ${callId}, again`
  }
  const options = { store, ...(tool.endsWith('can run it') ? {} : { runTool }) }
  const reports = await recoverInterrupted(hook, options)

  const mayRepeat = tool === 'idempotent' && point !== 'after record'
  const known = point === 'after record' ? 'result' : mayRepeat ? 'repeated' : 'outcome_unknown'
  assert.equal(reports.length, 1)
  const [report] = reports
  assert.equal(report!.outcome, 'resumed', String(report!.cause))
  assert.equal(resumes, 1)
  assert.equal(report!.calls.findLast(({ callId }) => callId === victim)!.known, known)
  assert.deepEqual(repeated, mayRepeat ? [victim] : [])
  assert.equal(effects.get(victim) ?? 0, before + (mayRepeat ? 1 : 0), 'an effect was repeated')

  const messages = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  assert.deepEqual(diagnose(messages, { format: 'anthropic-messages' }).faults, [])
  const told = JSON.stringify(messages.at(-1))
  const outcome = tool === 'failing' ? `failed ${victim}` : `done ${victim}`
  assert.equal(told.includes(outcome), known !== 'outcome_unknown', told)
  assert.equal(told.includes('outcome is unknown'), known === 'outcome_unknown', told)
  for (const id of ids.slice(0, hit)) assert.ok(told.includes(`done ${id}`), `the result of ${id} is lost`)
  for (const id of ids.slice(hit + 1)) assert.ok(!told.includes(`done ${id}`), `a result of ${id} was made up`)

  assert.deepEqual(
    (await store.turns.list('s')).map(({ state }) => state),
    ['interrupted', 'completed'],
  )
  await assert.rejects(store.turns.advance('s', turnID, 'completed'), { code: 'turn_final' })
  assert.deepEqual(await recoverInterrupted(hook, options), [])
}
