import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import type { Edit } from '../../src/transcript/edit.ts'
import { scratch } from './scratch.ts'

const RUNS = Number(process.env['STORE_RUNS'] ?? 150)

/** What a store must be: plain lists and copies of them. */
interface Model {
  messages: string[]
  /** States before transactions that nothing but appends has followed. */
  undoable: { before: string[]; length: number }[]
  parts: { callId: string; settled: 'real' | 'synthetic' | null; output?: number }[]
}

interface Real {
  store: SessionStore
  /** A second connection or the same store. */
  second: SessionStore
  reopen(): Promise<void>
}

interface Command extends fc.AsyncCommand<Model, Real> {}

const S = 's'
const toRaw = (text: string): unknown => ({ role: 'user', content: text })

async function check(model: Model, { store, second }: Real): Promise<void> {
  for (const view of [store, second]) {
    const session = await view.messages.load(S)
    expect((session?.messages ?? []).map(({ raw }) => raw)).toEqual(model.messages.map(toRaw))
  }
  const parts = await second.parts.list(S)
  expect(parts.map(({ callId, output }) => [callId, output])).toEqual(
    model.parts.map(({ callId, output }) => [callId, output]),
  )
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real)
      await check(model, real)
    },
    toString: () => name,
  }
}

const text = fc.string({ maxLength: 4, unit: 'binary' })

const append = fc
  .record({ texts: fc.array(text, { maxLength: 3 }), isSecond: fc.boolean() })
  .map(({ texts, isSecond }) =>
    command(`append ${JSON.stringify(texts)}`, async (model, real) => {
      await (isSecond ? real.second : real.store).messages.append(
        S,
        texts.map((content) => ({ raw: toRaw(content) })),
      )
      model.messages.push(...texts)
    }),
  )

const edit = fc.record({ op: fc.constantFrom('replace', 'remove', 'insert'), at: fc.nat(), text })

const transact = fc.array(edit, { minLength: 1, maxLength: 5 }).map((drafts) =>
  command(`transact ${JSON.stringify(drafts)}`, async (model, { store }) => {
    const session = await store.messages.load(S)
    if (session === null) return
    const { length } = model.messages
    const touched = new Set<number>()
    const edits: Edit[] = []
    for (const { op, at, text: content } of drafts) {
      const base = { because: [], loss: 'none' } as const
      const index = at % (length + 1)
      const before = toRaw(model.messages[index] ?? '')
      if (op === 'insert') edits.push({ ...base, op, index, after: toRaw(content) })
      if (op === 'insert' || index === length || touched.has(index)) continue
      touched.add(index)
      edits.push(
        op === 'remove'
          ? { ...base, op, index, before }
          : { ...base, op: 'replace', index, before, after: toRaw(content) },
      )
    }
    await store.transact(S, edits, { expect: session.revision })
    if (edits.length === 0) return
    model.undoable.push({ before: model.messages, length: 0 })
    model.messages = applyEdits(model.messages.map(toRaw), edits).map((raw) => String(Object(raw).content))
    model.undoable.at(-1)!.length = model.messages.length
  }),
)

const undo = fc.constant(null).map(() =>
  command('undo', async (model, { second }) => {
    const last = model.undoable.pop()
    if (last === undefined) {
      const refused = await second.undo(S).catch((error: unknown) => error)
      expect(StoreError.isInstance(refused) && ['not_found', 'undo_conflict'].includes(refused.code)).toBe(true)
      return
    }
    await second.undo(S)
    model.messages = [...last.before, ...model.messages.slice(last.length)]
  }),
)

const stale = fc.constant(null).map(() =>
  command('stale', async (_model, { store }) => {
    const revision = (await store.messages.load(S))?.revision ?? 0
    const late = [{ raw: toRaw('late') }]
    await expect(store.messages.append(S, late, { expect: revision + 1 })).rejects.toMatchObject({
      code: 'stale_revision',
    })
  }),
)

const replace = fc.array(text, { maxLength: 3 }).map((texts) =>
  command(`replace ${JSON.stringify(texts)}`, async (model, { store }) => {
    const expectRevision = (await store.messages.load(S))?.revision ?? 0
    await store.messages.replace(
      S,
      texts.map((content) => ({ raw: toRaw(content) })),
      { expect: expectRevision },
    )
    if (JSON.stringify(texts) === JSON.stringify(model.messages)) return
    // What the common prefix allows to undo is the business of the conformance suite; here nothing is asserted of it.
    model.undoable = []
    model.messages = texts
    const { undoId } = await clearUndo(store)
    expect(undoId).toBeNull()
  }),
)

/** Undoing past a replacement may succeed in its prefix; the model forgets that by a replacement of everything. */
async function clearUndo(store: SessionStore): Promise<{ undoId: null }> {
  const session = (await store.messages.load(S))!
  const first = await store.messages.replace(S, [{ raw: 'barrier' }], { expect: session.revision })
  await store.messages.replace(S, session.messages, { expect: first })
  return { undoId: null }
}

const record = fc
  .record({
    callId: fc.constantFrom('a', 'b\ud800'),
    status: fc.constantFrom('pending', 'running', 'completed', 'error'),
    synthetic: fc.boolean(),
    output: fc.nat(),
    isSecond: fc.boolean(),
  })
  .map(({ isSecond, callId, status, synthetic, output }) =>
    command(`record ${callId} ${status} ${synthetic}`, async (model, real) => {
      const part = { callId, status, synthetic, output } as const
      await (isSecond ? real.second : real.store).parts.record(S, part)
      const newest = model.parts.findLast((known) => known.callId === callId)
      const isSettling = status === 'completed' || status === 'error'
      const settled = synthetic ? ('synthetic' as const) : ('real' as const)
      if (newest === undefined || (newest.settled && status === 'pending'))
        model.parts.push(isSettling ? { callId, settled, output } : { callId, settled: null })
      else if (isSettling && (newest.settled === null || (newest.settled === 'synthetic' && !synthetic)))
        Object.assign(newest, { settled, output })
    }),
  )

const reopen = fc.constant(null).map(() => command('reopen', async (_model, real) => real.reopen()))

const lease = fc.constant(null).map(() =>
  command('lease', async (_model, { store, second }) => {
    const held = await store.lease(S, { ttlMs: 60_000 })
    expect(held).not.toBeNull()
    expect(await second.lease(S, { ttlMs: 60_000 })).toBeNull()
    await held!.release()
  }),
)

const COMMANDS = [append, append, transact, transact, undo, undo, stale, replace, record, record, lease, reopen]

function memory(): Real {
  const store = createMemoryStore()
  return { store, second: store, reopen: async () => undefined }
}

function sqlite(path: string): Real {
  const open = (): SessionStore => createSqliteStore(path, { synchronous: 'normal' })
  const real: Real = {
    store: open(),
    second: open(),
    async reopen() {
      await real.store.close()
      await real.second.close()
      real.store = open()
      real.second = open()
    },
  }
  return real
}

describe.each(['memory', 'sqlite'])('%s', (name) => {
  test('any sequence of appends, repairs, undos, parts and reopens ends in another state than the plain model', async () => {
    const folder = scratch()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 25 }), async (commands) => {
        const real = name === 'memory' ? memory() : sqlite(join(folder, `${(run += 1)}.db`))
        try {
          await fc.asyncModelRun(() => ({ model: { messages: [], undoable: [], parts: [] }, real }), commands)
        } finally {
          await real.store.close()
          await real.second.close()
        }
      }),
      { numRuns: RUNS },
    )
  }, 120_000)
})
