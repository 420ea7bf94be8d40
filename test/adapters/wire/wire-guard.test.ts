import { expect, it } from 'vitest'
import { type WireCall, WireGuard } from '../../../src/adapters/wire/wire-guard.ts'
import { derivedOnce } from '../../../src/storage/settled-messages.ts'
import { createMemoryStore, prefixDigests, type SessionStore } from '../../../src/index.ts'

const url = new URL('https://api.anthropic.com/v1/messages')
const headers = new Headers({ 'content-type': 'application/json' })
const user = (content: string): object => ({ role: 'user', content })
const answer = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }

const open = async (guard: WireGuard, messages: readonly object[]): Promise<WireCall> =>
  (await guard.open({ method: 'POST', url, headers, text: JSON.stringify({ model: 'claude-opus-4-8', messages }) }))!

/** The call is accepted and its answer passes; resolves when it is in the store. */
const finish = async (call: WireCall): Promise<void> => {
  await call.send({ send: () => Promise.resolve(null) })
  const tap = call.tap('application/json')
  tap.push(Buffer.from(JSON.stringify({ id: 'msg_1', type: 'message', ...answer })))
  await tap.end()
}

/** A store that takes its time over the first append, until it is let go. */
function slowStore(): { readonly store: SessionStore; readonly letGo: () => void; readonly asked: Promise<void> } {
  const store = createMemoryStore()
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let appends = 0
  const append: SessionStore['messages']['append'] = async (...given) => {
    if ((appends += 1) === 1) {
      asked.resolve()
      await gate.promise
    }
    return store.messages.append(...given)
  }
  return { store: { ...store, messages: { ...store.messages, append } }, letGo: gate.resolve, asked: asked.promise }
}

it('a request of another conversation waits for an answer on its way into the store, the next of its own does not', async () => {
  const { asked, letGo, store } = slowStore()
  const guard = new WireGuard({ store, timeoutMs: 60_000 })
  const recorded = finish(await open(guard, [user('first')]))
  await asked
  // Another conversation begins, is answered and is recorded meanwhile.
  await finish(await open(guard, [user('second')]))
  let isOpen = false
  const next = open(guard, [user('first'), answer, user('go on')]).then((call) => {
    isOpen = true
    return call
  })
  await finish(await open(guard, [user('third')]))
  expect(isOpen).toBe(false)
  letGo()
  await recorded
  await finish(await next)
  // The turn went on with the session that it had waited for.
  expect((await store.messages.list()).map(({ messageCount }) => messageCount).sort()).toEqual([2, 2, 4])
})

it('a model whose name is coded wrongly in the path cuts the call, or one that is coded has another name', async () => {
  const store = createMemoryStore()
  const guard = new WireGuard({ store })
  const text = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] })
  for (const model of ['%zz', '100%', 'gemini%2D3-pro']) {
    const path = `https://generativelanguage.googleapis.com/v1beta/models/${model}:generateContent`
    const call = await guard.open({ method: 'POST', url: new URL(path), headers, text })
    expect(call?.text).toBeNull()
  }
})

it('what was derived of a message once is kept for another one that only looks like it', async () => {
  const store = createMemoryStore()
  const guard = new WireGuard({ store })
  await finish(await open(guard, [user('same'), answer, user('one')]))
  await finish(await open(guard, [user('same'), answer, user('two')]))
  const marked = { role: 'user', content: [{ type: 'text', text: 'same', cache_control: { type: 'ephemeral' } }] }
  await finish(await open(guard, [marked, answer, user('three')]))
  const stored = await Promise.all(
    (await store.messages.list()).map(async ({ sessionID }) => (await store.messages.load(sessionID))!.messages),
  )
  const expected = ['one', 'two', 'three'].map((last) => [
    last === 'three' ? marked : user('same'),
    answer,
    user(last),
    answer,
  ])
  const texts = (lists: readonly (readonly unknown[])[]): string[] => lists.map((list) => JSON.stringify(list)).sort()
  expect(texts(stored.map((messages) => messages.map(({ raw }) => raw)))).toEqual(texts(expected))
  expect(await store.messages.findByPrefix(prefixDigests(expected[1]!))).toMatchObject({ length: 4 })
})

it('nobody hears the body of a call that can be checked, or somebody that of one that cannot', async () => {
  const heard: unknown[] = []
  const body = { model: 'claude-opus-4-8', messages: [user('a')] }
  for (const text of [JSON.stringify(body), 'no body'])
    await new WireGuard().open({ method: 'POST', url, headers, text, onRead: (read) => void heard.push(read) })
  expect(heard).toEqual([body])
})

it('what is derived of a request is derived again each time that it is asked for', async () => {
  let times = 0
  const text = JSON.stringify({ model: 'claude-opus-4-8', messages: [user('a'), answer, user('b')] })
  const onRead = ({ messages }: { messages?: unknown }): void => {
    for (const value of [messages, ...(messages as unknown[])])
      for (const _ of [1, 2]) derivedOnce(value, 'part', () => ((times += 1), {} as never))
  }
  await new WireGuard().open({ method: 'POST', url, headers, text, onRead })
  expect(times).toBe(4)
})

it('the repair of one client is sent for another, which only begins with the same words', async () => {
  const guard = new WireGuard()
  const sealed = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
  const list = [user('a'), { role: 'assistant', content: [sealed, { type: 'text', text: 'b' }] }, user('c')]
  const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  const unsealed = { status: 400, type: 'error', error: { type: 'invalid_request_error', message } }
  const refusals: (object | null)[] = [unsealed, null]
  const call = await open(guard, list)
  await call.send({ send: async () => refusals.shift() ?? null, errorOf: async (sent) => sent })
  expect(call.text).not.toBeNull()
  const tap = call.tap('application/json')
  tap.push(Buffer.from(JSON.stringify({ id: 'msg_1', type: 'message', ...answer })))
  await tap.end()
  // The objects are those of the first request: its text has begun like this one.
  expect((await open(guard, [...list, answer, user('d')])).text).toBeNull()
})
