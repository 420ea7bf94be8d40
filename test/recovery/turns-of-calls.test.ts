import { beforeEach, describe, expect, test } from 'vitest'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  recoverInterrupted,
  type SessionStore,
  type Turn,
} from '../../src/index.ts'
import { type Answer, faces, type Said } from './faces.ts'

let store: SessionStore
beforeEach(() => {
  store = createMemoryStore()
})

const ok: Answer = { text: 'Fine.' }
const refusal: Answer = { status: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
const foreign: Said[] = [{ user: 'Think.' }, { assistant: 'I did.', signature: 'bm90IG91cnM=' }, { user: 'Go on.' }]

describe.each(faces)('$name', ({ open }) => {
  test('sends a request before its turn is durable, or leaves the turn open', async () => {
    const seen: Promise<Turn[]>[] = []
    const ask = open({ store, session: 's' }, () => {
      seen.push(store.turns.pending('s'))
      return ok
    })
    await ask([{ user: 'Hi' }])
    expect(await seen[0]).toMatchObject([{ state: 'worker_started', data: { worker: { pid: process.pid } } }])
    expect(await store.turns.list('s')).toMatchObject([{ state: 'completed' }])
  })

  test('takes a repaired call for two turns', async () => {
    let calls = 0
    const ask = open({ store, session: 's' }, () => ((calls += 1) === 1 ? refusal : ok))
    await ask(foreign)
    expect(await store.turns.list('s')).toMatchObject([{ state: 'completed' }])
  })

  test.each([
    ['a refusal', refusal],
    ['a rate limit', { status: 429, message: 'This request would exceed your rate limit' }],
    ['a reset', { thrown: new Error('read ECONNRESET') }],
  ] as const)('leaves a turn open that ended with %s', async (_what, answer) => {
    await open({ store, session: 's' }, () => answer)(foreign).catch(() => undefined)
    expect(await store.turns.list('s')).toMatchObject([{ state: 'interrupted' }])
  })
})

/** Mastra hands no answers over, LangChain its own classes: there the question stays in the turn. */
const exact = faces.filter(({ name }) => name !== 'mastra' && name !== 'langchain')

test.each(exact)('$name loses the question of a call whose process has died', async ({ format, open }) => {
  const ask = open({ store, session: 's' }, () => ok)
  await ask([{ user: 'Hi' }])
  let isSent = false
  const dead = new Proxy(store, {
    get: (target, name) =>
      name === 'turns'
        ? { ...target.turns, advance: () => Promise.reject(new Error('dead')) }
        : Reflect.get(target, name),
  })
  const dying = open({ store: dead, session: 's' }, () => {
    isSent = true
    throw new Error('dead')
  })
  const history: Said[] = [{ user: 'Hi' }, { assistant: 'Fine.' }, { user: 'The question.' }]
  await dying(history).catch(() => undefined)
  expect(isSent).toBe(true)
  const [report] = await recoverInterrupted(createSessionRecoveryHook({ store }, { format }), { store })
  expect(report).toMatchObject({ outcome: 'handed_back' })
  const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  expect(JSON.stringify(stored.at(-1))).toContain('The question.')
})
