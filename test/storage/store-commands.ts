import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import type { Edit } from '../../src/transcript/edit.ts'

/** What a store must be: plain lists and copies of them. */
export interface Model {
  messages: string[]
  /** States before transactions that nothing but appends has followed. */
  undoable: { before: string[]; length: number }[]
  parts: { callId: string; settled: 'real' | 'synthetic' | null; output?: number }[]
}

export interface Real {
  store: SessionStore
  /** A second connection or the same store. */
  second: SessionStore
  reopen(): Promise<void>
}

type Command = fc.AsyncCommand<Model, Real>

const S = 's'
const toRaw = (text: string): unknown => ({ role: 'user', content: text })

async function check(model: Model, { store, second }: Real): Promise<void> {
  for (const view of [store, second]) {
    const session = await view.messages.load(S)
    assert.deepEqual(
      (session?.messages ?? []).map(({ raw }) => raw),
      model.messages.map(toRaw),
    )
  }
  const parts = await second.parts.list(S)
  const outputs = (of: readonly { callId: string; output?: unknown }[]): unknown[] =>
    of.map((part) => [part.callId, part.output])
  assert.deepEqual(outputs(parts), outputs(model.parts))
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
      assert.ok(StoreError.isInstance(refused) && ['not_found', 'undo_conflict'].includes(refused.code))
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
    await assert.rejects(store.messages.append(S, late, { expect: revision + 1 }), { code: 'stale_revision' })
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
    model.undoable = []
    model.messages = texts
    await forbidUndo(store)
  }),
)

/** Repairs in the common prefix stay undoable, which the plain model does not know: replaces everything once. */
async function forbidUndo(store: SessionStore): Promise<void> {
  const session = (await store.messages.load(S))!
  const first = await store.messages.replace(S, [{ raw: 'barrier' }], { expect: session.revision })
  await store.messages.replace(S, session.messages, { expect: first })
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
    const held = await acquired(store, S, { ttlMs: 60_000 })
    assert.equal((await second.leases.acquire(S, { ttlMs: 60_000 })).held, true)
    await held.release()
  }),
)

export const STORE_COMMANDS: fc.Arbitrary<Command>[] = [
  append,
  append,
  transact,
  transact,
  undo,
  undo,
  stale,
  replace,
  record,
  record,
  lease,
  reopen,
]
