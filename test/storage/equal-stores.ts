import assert from 'node:assert/strict'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { createRandom, type Random } from '../../src/testing.ts'
import type { Edit } from '../../src/transcript/edit.ts'

/** A store by name, empty; it may be opened anew between two commands, as a process that has been restarted does. */
export interface NamedStore {
  readonly name: string
  readonly open: (options: { readonly now: () => number }) => SessionStore
}

type Command = (store: SessionStore) => Promise<unknown>

/** Sorted otherwise by code points, and otherwise again with escapes. */
const SESSIONS = ['s\uff21', 's\u0001', 's🙂']
const CALLS = ['a', 'b', 'c\ud800']
const TURNS = ['t1', 't2', 'mine']
const STATES = ['submitted', 'worker_started', 'assistant_started', 'completed', 'interrupted'] as const
const STATUSES = ['pending', 'running', 'completed', 'error'] as const
const TEXTS = ['', 'plain', 'line\u2028', '\u0000', '🙂', '\ud800', 'x'.repeat(300)]

const toRaw = (content: unknown): unknown => ({ role: 'user', content })

/** One command, whole before it runs: every store gets the same. Some are refused, and then by all for the same reason. */
function draw(random: Random): readonly [name: string, command: Command] {
  const session = random.pick(SESSIONS)
  const text = (): string => `${random.pick(TEXTS)}${random.below(9)}`
  const rows = Array.from({ length: random.below(4) }, () => ({
    raw: toRaw(text()),
    ...(random.chance(0.3) && { meta: { of: text() } }),
  }))
  const part = {
    callId: random.pick(CALLS),
    name: 'act',
    input: { of: text() },
    status: random.pick(STATUSES),
    synthetic: random.chance(0.3),
    output: text(),
  }
  const turn = { turnID: random.pick(TURNS), input: text(), ...(random.chance(0.5) && { tools: [text()] }) }
  const data = random.pick<unknown>([undefined, { partial: text() }, { why: text() }, null, 7])
  const state = random.pick(STATES)
  const key = random.pick(CALLS)
  const drafts = Array.from({ length: 1 + random.below(3) }, () => [random.below(3), random.below(99), text()] as const)
  const isStale = random.chance(0.2)
  const ttlMs = random.pick([undefined, 1, 1_000_000])
  return random.pick<readonly [string, Command]>([
    [`append ${rows.length}`, (store) => store.messages.append(session, rows)],
    [`append ${rows.length} more`, (store) => store.messages.append(session, rows)],
    [
      `replace by ${rows.length}`,
      async (store) => store.messages.replace(session, rows, await expecting(store, session, isStale)),
    ],
    [
      `replace by ${rows.length} behind a known beginning`,
      async (store) => {
        const { messages = [] } = (await store.messages.load(session)) ?? {}
        const kept = messages.slice(0, drafts.length)
        const known = { length: kept.length, digest: prefixDigests(kept.map(({ raw }) => raw)).at(-1) ?? '' }
        const options = await expecting(store, session, isStale)
        return store.messages.replace(session, [...kept, ...rows], { ...options, known })
      },
    ],
    [`transact ${drafts.length}`, (store) => transact(store, session, drafts, isStale)],
    [`transact ${drafts.length} at once`, (store) => transact(store, session, drafts, isStale)],
    ['undo', (store) => store.undo(session)],
    ['remove', async (store) => (random.chance(0.3) ? store.messages.remove(session) : null)],
    ['part', (store) => store.parts.record(session, part)],
    ['begin', (store) => store.turns.begin(session, turn)],
    ['begin the next', (store) => store.turns.begin(session, { input: turn.input })],
    ['advance', (store) => store.turns.advance(session, turn.turnID, state, data)],
    ['state', (store) => store.state.set(session, key, text(), { ...(ttlMs !== undefined && { ttlMs }) })],
    ['clear', (store) => store.state.clear(session, key)],
    ['lease', async (store) => leaseAndRelease(store, session)],
    ['attempt', (store) => store.attempts.take(session, key, state)],
    ['clear the attempts', (store) => store.attempts.clear(session)],
    ['standing', (store) => store.messages.setStanding(session, { request: { of: text() }, betas: [] })],
  ])
}

async function expecting(store: SessionStore, session: string, isStale: boolean): Promise<{ expect: number }> {
  return { expect: ((await store.messages.load(session))?.revision ?? 0) + (isStale ? 1 : 0) }
}

async function transact(
  store: SessionStore,
  session: string,
  drafts: readonly (readonly [op: number, at: number, text: string])[],
  isStale: boolean,
): Promise<unknown> {
  const stored = await store.messages.load(session)
  if (stored === null) return null
  const touched = new Set<number>()
  const edits = drafts.flatMap(([op, at, text]): Edit[] => {
    const base = { because: [], loss: 'none' } as const
    const index = at % (stored.messages.length + 1)
    if (op === 0) return [{ ...base, op: 'insert', index, after: toRaw(text) }]
    if (index === stored.messages.length || touched.has(index)) return []
    touched.add(index)
    const before = stored.messages[index]!.raw
    return [
      op === 1
        ? { ...base, op: 'remove', index, before }
        : { ...base, op: 'replace', index, before, after: toRaw(text) },
    ]
  })
  return store.transact(session, edits, { expect: stored.revision + (isStale ? 1 : 0) })
}

async function leaseAndRelease(store: SessionStore, session: string): Promise<unknown> {
  const lease = await store.leases.acquire(session, { owner: 'one', ttlMs: 1000 })
  if (lease.held) return lease
  const rival = await store.leases.acquire(session, { owner: 'two', ttlMs: 1000 })
  await lease.release()
  return [lease.token, rival]
}

/** What a command gave, or why it was refused: the words name files, the codes do not. */
async function outcomeOf(command: Promise<unknown>): Promise<unknown> {
  try {
    return { gave: await command }
  } catch (error) {
    if (!StoreError.isInstance(error)) throw error
    return { refused: error.code }
  }
}

/** All that can be asked of a store. */
async function everything(store: SessionStore): Promise<unknown> {
  const sessions = await Promise.all(
    SESSIONS.map(async (session) => {
      const stored = await store.messages.load(session)
      const raws = stored?.messages.map(({ raw }) => raw) ?? []
      return Promise.all([
        stored,
        store.messages.findByPrefix(prefixDigests(raws)),
        store.messages.standing(session),
        store.parts.list(session),
        store.turns.list(session),
        store.state.list(session),
        store.leases.holder(session),
      ])
    }),
  )
  const named = CALLS.map((key) => store.statesNamed('', key))
  return Promise.all([sessions, store.turns.pending(), store.messages.list(), ...named])
}

/** Every command is answered or refused by all stores alike; now and then, and in the end, they are asked for all they hold. */
export async function provesEqual(stores: readonly NamedStore[], seed: number, commands = 25): Promise<void> {
  const random = createRandom(seed)
  let time = 1_700_000_000_000
  const open = ({ name, open: of }: NamedStore) => ({ name, open: of, store: of({ now: () => time }) })
  const opened = stores.map(open)
  try {
    for (let step = 1; step <= commands; step += 1) {
      // Often no time passes: sessions of one moment have an order too.
      time += random.pick([0, 0, 1, 1000])
      const drawn = createRandom(seed * 1000 + step)
      const seedOfStep = drawn.below(2 ** 31)
      const [name] = draw(createRandom(seedOfStep))
      if (random.chance(0.1))
        for (const each of opened) {
          if (each.name === 'memory') continue
          await each.store.close()
          each.store = each.open({ now: () => time })
        }
      const isAsked = step === commands || random.chance(0.3)
      const [first, ...others] = await Promise.all(
        opened.map(async (each) => ({
          name: each.name,
          // Each store draws the command anew: what a command draws while it runs is the same for all.
          outcome: await outcomeOf(draw(createRandom(seedOfStep))[1](each.store)),
          holds: isAsked && (await everything(each.store)),
        })),
      )
      for (const other of others)
        assert.deepEqual({ ...other, name: '' }, { ...first, name: '' }, `${other.name} after step ${step}, ${name}`)
    }
  } finally {
    for (const { store } of opened) await store.close()
  }
}
