import { describe, expect, test, vi } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { freshSession, SessionRecorder } from '../../src/recovery/sessions/session-recorder.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { StoreError } from '../../src/storage/store-error.ts'

const format = findFormat('anthropic-messages')
const asked = { role: 'user', content: 'Read a.txt' }
const called = (id: string): object => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'read', input: {} }],
})
const own = called('toolu_01A09q90qw90lq917835lq9')

test.each([
  ['before it stands a question', [asked, own], true],
  ['behind it stands a question', [own, asked], true],
  ['nothing stands beside it', [own], true],
  ['it is that of another conversation', [asked, called('toolu_01B77x31ab56cd827364ef0')], false],
  ['anybody could have it', [asked, called('call_0')], false],
  ['there is none', [asked], false],
  ['there is no message', [], false],
])('the id of a call proves a session, or does not, where %s', async (_where, messages, isProven) => {
  const recorder = new SessionRecorder(createMemoryStore())
  const session = await recorder.find([asked])
  const call = { format, edits: [], meta: undefined, messages: [asked] }
  const sessionID = await recorder.record({ ...call, session, answer: [own] })
  expect(await recorder.isProven(sessionID, messages)).toBe(isProven)
  const guessable = await recorder.record({
    ...call,
    session: await recorder.find([]),
    answer: [called('call_0')],
  })
  expect(await recorder.isProven(guessable, messages)).toBe(false)
})

test.each([
  ['stale_revision', 2, 3, 'recorded'],
  ['stale_revision', 3, 3, 'stale_revision'],
  ['too_large', 1, 1, 'too_large'],
  ['invalid_value', 2, 3, 'recorded'],
  ['invalid_value', 3, 3, 'invalid_value'],
] as const)('a store that says %s %i times is asked %i times at last, or what it says is lost', async (...row) => {
  const [code, failures, calls, outcome] = row
  const store = createMemoryStore()
  const append = vi.spyOn(store.messages, 'append')
  for (let left = failures; left > 0; left -= 1)
    append.mockRejectedValueOnce(new StoreError({ code, message: 'Not now.' }))
  const recorder = new SessionRecorder(store)
  const call = {
    format,
    edits: [],
    meta: undefined,
    messages: [asked],
    answer: [own],
  }
  const recording = recorder.record({ ...call, session: await recorder.find([asked]) }).then(
    () => 'recorded',
    (cause: { code: string }) => cause.code,
  )
  expect(await recording).toBe(outcome)
  expect(append).toHaveBeenCalledTimes(calls)
})

test('a message that is changed deep inside while its call is on its way leaves later turns unrecorded', async () => {
  const store = createMemoryStore()
  const recorder = new SessionRecorder(store)
  const session = { sessionID: 's', isNamed: true, isStored: true }
  const first = { role: 'user', content: 'Read a.txt', meta: { seen: 0 } }
  const messages: object[] = [first]
  for (const answer of [called('toolu_1'), called('toolu_2'), own]) {
    await recorder.find(messages)
    first.meta.seen += 1
    const call = { format, edits: [], meta: undefined, session, messages: [...messages] }
    await recorder.record({ ...call, answer: [answer] })
    // The caller sends the answer in a shape of its own.
    messages.push({ ...answer, id: 'msg_1' }, { role: 'user', content: 'Go on.' })
  }
  const stored = await store.messages.load('s')
  expect(stored?.messages.slice(1).map(({ raw }) => raw)).toEqual([...messages.slice(1, -2), own])
})

test('a message that is changed deep inside behind its turn cannot be repaired in the store', async () => {
  const store = createMemoryStore()
  const recorder = new SessionRecorder(store)
  const session = { sessionID: 's', isNamed: true, isStored: true }
  const first = { role: 'user', content: 'Read a.txt', meta: { seen: 0 } }
  const call = { format, meta: undefined, session, answer: [own] }
  await recorder.record({ ...call, edits: [], messages: [first] })
  first.meta.seen += 1
  const messages = [first, own, { role: 'user', content: 'Go on.' }]
  const edit = { op: 'replace', index: 0, before: first, after: asked, because: ['blank_text'], loss: 'none' } as const
  await recorder.record({ ...call, edits: [edit], messages })
  const stored = await store.messages.load('s')
  expect(stored?.messages.map(({ raw }) => raw)).toEqual([asked, ...messages.slice(1), own])
})

test('a fresh session is stored already, has the name of another, or one that was given', () => {
  const fresh = freshSession()
  const sessionID = expect.stringMatching(/^auto-[0-9a-f]{32}$/) as string
  expect(fresh).toEqual({ sessionID, isNamed: false, isStored: false })
  expect(freshSession().sessionID).not.toBe(fresh.sessionID)
})

test('why a repair was made is told twice, as lists in a list, or of its first edit alone', async () => {
  const store = createMemoryStore()
  const transact = vi.spyOn(store, 'transact')
  const recorder = new SessionRecorder(store)
  const replace = (index: number, because: 'blank_text' | 'invalid_unicode') =>
    ({
      op: 'replace',
      index,
      before: asked,
      after: own,
      because: ['empty_content_message', because],
      loss: 'none',
    }) as const
  const edits = [replace(0, 'blank_text'), replace(1, 'invalid_unicode')]
  const call = {
    format,
    edits,
    meta: undefined,
    messages: [asked, asked],
    answer: [],
  }
  await recorder.record({ ...call, session: await recorder.find([asked]) })
  expect(transact).toHaveBeenCalledWith(expect.any(String), edits, {
    expect: 1,
    meta: { because: ['empty_content_message', 'blank_text', 'invalid_unicode'] },
  })
})

const result = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'call_0', content: 'A' }],
}
const said = { role: 'assistant', content: [{ type: 'text', text: 'It says A.' }] }

test.each([
  ['asked again', [asked, called('call_0'), result]],
  [
    'continued with its last answer in another shape',
    [asked, called('call_0'), result, { ...said, content: 'It says A.' }, asked],
  ],
])('a call of a conversation that is %s counts as run once more', async (_how, messages) => {
  const store = createMemoryStore()
  const recorder = new SessionRecorder(store)
  const call = { format, edits: [], meta: undefined, answer: [said] }
  const first = [asked, called('call_0'), result]
  const sessionID = await recorder.record({
    ...call,
    messages: first,
    session: await recorder.find(first),
  })
  const session = await recorder.find(messages)
  expect(await recorder.record({ ...call, messages, session })).toBe(sessionID)
  expect(await store.parts.list(sessionID)).toEqual([
    expect.objectContaining({ callId: 'call_0', name: 'read', occurrence: 0, status: 'completed', output: 'A' }),
  ])
})

test('a session that goes on is found as a named one, at another revision, or by an id that anybody could have', async () => {
  const store = createMemoryStore()
  const recorder = new SessionRecorder(store)
  const call = { format, edits: [], meta: undefined, messages: [asked] }
  const sessionID = await recorder.record({
    ...call,
    session: await recorder.find([asked]),
    answer: [own],
  })
  expect(await recorder.find([asked, own, asked])).toEqual({
    sessionID,
    isNamed: false,
    isStored: true,
    revision: 1,
  })
  // The caller asks the same anew, or sends its answer back in a shape of its own.
  expect((await recorder.find([])).isStored).toBe(false)
  expect(await recorder.find([asked, { ...own, note: 1 }])).toMatchObject({ sessionID })
  const id = 'resp_0a1b2c3d4e5f60718293a4b5c6d7e8f9'
  await recorder.setReference(id, undefined, sessionID)
  await recorder.setReference('resp_1', undefined, sessionID)
  expect([await recorder.findReference(id), await recorder.findReference('resp_1')]).toEqual([
    { sessionID, isNamed: false, isStored: true },
    null,
  ])
  // Whoever has written it there: what anybody could name names nothing.
  expect(await store.messages.findReference('resp_1')).toBeNull()
  await store.messages.setReference(sessionID, 'resp_2', {})
  expect([await store.messages.findReference('resp_2'), await recorder.findReference('resp_2')]).toEqual([
    sessionID,
    null,
  ])
  expect(await recorder.findReference(`${id.slice(0, -1)}0`)).toBeNull()
})

test.each([
  ['an answer', { edits: 0, continued: undefined }, [['own']]],
  ['a repair and an answer', { edits: 1, continued: undefined }, [[], ['own']]],
  [
    'what goes on from the server',
    { edits: 0, continued: { id: 'resp_1', grows: false, mayRepeat: false } },
    [['own']],
  ],
])(
  'the calls of %s are recorded before they are asked, twice, or not at all',
  async (_what, { edits, continued }, parts) => {
    const store = createMemoryStore()
    const append = vi.spyOn(store.messages, 'append')
    const recorder = new SessionRecorder(store)
    const edit = {
      op: 'replace',
      index: 0,
      before: asked,
      after: { ...asked, content: 'b' },
      because: [],
      loss: 'none',
    } as const
    const call = {
      format,
      edits: [edit].slice(0, edits),
      continued,
      meta: undefined,
      messages: [asked],
    }
    const sessionID = await recorder.record({ ...call, session: freshSession(), answer: [own] })
    const names = append.mock.calls.map(([, , write]) =>
      write?.parts?.map(({ callId }) => (callId.startsWith('toolu_') ? 'own' : callId)),
    )
    expect(names).toEqual(parts)
    expect((await store.parts.list(sessionID)).map(({ status }) => status)).toEqual(['pending'])
    expect((await store.messages.load(sessionID))?.messages.map(({ raw }) => raw).at(-1)).toEqual(own)
  },
)

test.each([
  ['a former response', { id: 'resp_1', grows: false, mayRepeat: false }, 3],
  ['a cache of all of it', { id: 'resp_2', grows: false, mayRepeat: true }, 5],
  ['a cache of the instructions alone', { id: 'cache_1', grows: false, mayRepeat: true }, 5],
] as const)('instructions that are sent again behind %s are stored twice', async (_what, continued, kept) => {
  const rules = { role: 'system', content: 'Be kind.' }
  const chat = findFormat('openai-chat')
  const say = (role: string, content: string): object => ({ role, content })
  for (const messages of [[say('user', 'Three.')], [rules, say('user', 'Three.')], [rules]]) {
    const store = createMemoryStore()
    const recorder = new SessionRecorder(store)
    const session = { sessionID: 's', isNamed: true, isStored: true }
    const conversation: object[] = [rules]
    for (const id of ['resp_1', 'resp_2']) {
      conversation.push(say('user', id))
      const call = { format: chat, edits: [], meta: { responseID: id }, session, messages: [...conversation] }
      conversation.push(say('assistant', `Yes, ${id}.`))
      await recorder.record({ ...call, answer: conversation.slice(-1) })
    }
    const answer = say('assistant', 'Done.')
    await recorder.record({ format: chat, edits: [], meta: undefined, session, messages, continued, answer: [answer] })
    const stored = await store.messages.load('s')
    const fresh = messages.filter((message) => message !== rules)
    expect(stored?.messages.map(({ raw }) => raw)).toEqual([...conversation.slice(0, kept), ...fresh, answer])
  }
})

test.each([
  ['a response that is last', { id: 'resp_2', grows: false, mayRepeat: false }, 2, false],
  ['a former response', { id: 'resp_1', grows: false, mayRepeat: false }, 1, true],
  ['a cache of all of it', { id: 'resp_2', grows: false, mayRepeat: true }, 2, true],
  ['a conversation', { id: 'conv_1', grows: true, mayRepeat: false }, 2, false],
])(
  'a list behind %s has the digest of another conversation, or costs a look into the store',
  async (_what, continued, turns, isAsked) => {
    const store = createMemoryStore()
    const recorder = new SessionRecorder(store)
    const conversation: unknown[] = []
    for (const id of ['resp_1', 'resp_2']) {
      conversation.push({ role: 'user', content: id }, called(id))
      const session = { sessionID: 's', isNamed: true, isStored: true }
      const call = { format, edits: [], meta: { responseID: id }, session, messages: conversation.slice(0, -1) }
      await recorder.record({ ...call, answer: conversation.slice(-1) })
    }
    const messages = [asked, own]
    const load = vi.spyOn(store.messages, 'load')
    expect(await recorder.digestBehind('s', { format, messages }, continued)).toBe(
      prefixDigests([...conversation.slice(0, 2 * turns), ...messages]).at(-1),
    )
    expect(await recorder.digestBehind('s', { format, messages: [] }, continued)).toBe(
      prefixDigests(conversation.slice(0, 2 * turns)).at(-1),
    )
    // What was recorded last is known.
    expect(load.mock.calls.length > 0).toBe(isAsked)
  },
)

describe('two calls of one session', () => {
  const named = { sessionID: 's', isNamed: true, isStored: true } as const
  const say = (content: string): object => ({ role: 'user', content })
  const call = (messages: readonly unknown[], answer: string) => ({
    format,
    edits: [],
    meta: undefined,
    session: named,
    messages,
    answer: [say(answer)],
  })

  test('of two processes are recorded by the first alone', async () => {
    const store = createMemoryStore()
    const [here, there] = [new SessionRecorder(store), new SessionRecorder(store)]
    await here.record(call([asked], 'b'))
    await there.record(call([asked, say('b'), say('c')], 'd'))
    await here.record(call([asked, say('b'), say('c'), say('d'), say('e')], 'f'))
    const contents = (await store.messages.load('s'))!.messages.map(({ raw }) => Object(raw).content as unknown)
    expect(contents).toEqual([asked.content, 'b', 'c', 'd', 'e', 'f'])
  })

  test('of one process are written side by side, or the second is lost with the first', async () => {
    const store = createMemoryStore()
    const recorder = new SessionRecorder(store)
    const append = vi.spyOn(store.messages, 'append')
    await Promise.all([recorder.record(call([asked], 'b')), recorder.record(call([asked, say('b'), say('c')], 'd'))])
    expect(append).toHaveBeenCalledTimes(2)
    append.mockRejectedValueOnce(new Error('no disk'))
    const [first, second] = await Promise.allSettled([
      recorder.record(call([asked, say('b'), say('c'), say('d'), say('e')], 'f')),
      recorder.record(call([asked, say('b'), say('c'), say('d'), say('e')], 'f')),
    ])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
    expect((await store.messages.load('s'))!.messages).toHaveLength(6)
  })
})
