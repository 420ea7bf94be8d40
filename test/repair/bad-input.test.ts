import { describe, expect, test } from 'vitest'
import { formatNames } from '../../src/formats/format-name.ts'
import { diagnose } from '../../src/repair/diagnose.ts'
import { repair } from '../../src/repair/repair.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'
import { expectHealthy } from '../../src/testing.ts'
import { shareOf } from '../growth-of.ts'
import { deepFreeze } from '../properties/cases.ts'

const options = { format: 'anthropic-messages', request: {} } as const
const user = (content: unknown): object => ({ role: 'user', content })
const assistant = (content: unknown): object => ({ role: 'assistant', content })

function thrownBy(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}

describe('a list that is no list', () => {
  test.each([[null], [undefined], [42], ['text'], [{ messages: [] }], [new Set()], [[]]])(
    'is not reported as an empty conversation: %j',
    (messages) => {
      expect(diagnose(messages, options).faults).toMatchObject([{ type: 'conversation_empty', loss: null }])
      const result = repair(messages, options)
      expect(result).toMatchObject({ ok: false, changed: false, edits: [], loss: 'none' })
      expect(result.messages).toBe(messages)
    },
  )
})

describe('what holds a list is given in its place, and nobody says where the list is', () => {
  const held = [user('Hi')]
  const serialised = [
    { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: { content: 'Hi' } },
  ]
  const checkpoint = { v: 4, id: 'x', channel_values: { messages: serialised }, channel_versions: { messages: 1 } }
  const cyclic: Record<string, unknown> = { deeper: { list: held } }
  cyclic['self'] = cyclic

  test.each<[string, string, unknown]>([
    ['a request', 'messages', { model: 'm', tools: [], messages: held }],
    ['a checkpoint of LangGraph', 'channel_values.messages', checkpoint],
    ['a tuple of a checkpoint', 'checkpoint.channel_values.messages', { config: {}, checkpoint }],
    ['the snapshot of a state', 'values.messages', { values: { messages: serialised }, next: [] }],
    [
      'a class instance',
      'state.items',
      new (class State {
        readonly state = { items: held }
      })(),
    ],
    ['what refers to itself', 'deeper.list', cyclic],
  ])('%s: %s', (_, heldBy, given) => {
    const told = [{ type: 'conversation_empty', at: null, detail: { heldBy }, loss: null }]
    expect(diagnose(given, options)).toEqual({ ok: false, faults: told })
    expect(repair(given, options)).toMatchObject({ changed: false, messages: given, faults: told, remaining: told })
  })

  test.each<[string, unknown]>([
    ['no list', { messages: 'Hi' }],
    ['an empty list', { messages: [] }],
    ['a list of something else', { messages: [{ a: 1 }], names: ['user'] }],
    ['what somebody said is the name of a field', { 'Where is it?': { messages: held } }],
    [
      'what throws',
      Object.defineProperty({}, 'messages', {
        enumerable: true,
        get() {
          throw new Error('closed')
        },
      }),
    ],
  ])('although it holds none: %s', (_, given) => {
    expect(diagnose(given, options).faults).toEqual([{ type: 'conversation_empty', at: null, detail: {}, loss: null }])
  })
})

/** A list behind so much that what is met twice may be looked at once. */
function manyThat(what: 'refer to the whole' | 'share something'): object {
  const whole: Record<string, unknown> = {}
  const fields = Array.from({ length: 200 }, (_, at) => `f${at}`)
  const shared = Object.fromEntries(fields.map((field) => [field, 1]))
  for (const field of fields) whole[field] = { other: what === 'share something' ? shared : whole }
  return Object.assign(whole, { z: { y: { messages: [user('Hi')] } } })
}

test.each<[string, () => unknown, unknown[]]>([
  ['the bytes of a file', () => Buffer.alloc(2_000_000), []],
  [
    'a file among fields',
    () => ({ a: { file: new Float32Array(2_000_000) }, b: { c: { messages: [user('Hi')] } } }),
    ['b.c.messages'],
  ],
  ['many that refer to the whole', () => manyThat('refer to the whole'), ['z.y.messages']],
  ['many that share something', () => manyThat('share something'), ['z.y.messages']],
  ['more and more of it', () => endless(), []],
  ['rows of another kind', () => ({ rows: Array.from({ length: 1_000_000 }, (_, id) => ({ id })) }), []],
])('where a list is looked for in %s, it takes long', (_, build, heldBy) => {
  const given = build()
  const before = process.cpuUsage()
  const { faults } = diagnose(given, options)
  const { user: took } = process.cpuUsage(before)
  expect(faults.flatMap(({ detail }) => detail['heldBy'] ?? [])).toEqual(heldBy)
  // Each took seconds, or did not end.
  expect(took / 1000).toBeLessThan(1000)
})

/** An object whose every field is one more of it. */
const endless = (): object =>
  new Proxy(
    {},
    {
      ownKeys: () => Array.from({ length: 30 }, (_, at) => `field${at}`),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, name) => (typeof name === 'string' ? endless() : undefined),
    },
  )

describe('messages that are no messages', () => {
  const strange = [
    [42, user('x')],
    [null, user('x')],
    ['Hello'],
    [[user('Hi')], user('x')],
    [{}],
    [{ content: 'no role' }],
    [{ role: 7, content: 'odd role' }],
    [user(42), user('x')],
    [user({}), user('x')],
    [user([null, 3, 'plain', [], { type: 5 }])],
    [Object.assign(Object.create(null), user('no prototype'))],
    [user('x'), assistant([{ type: 'tool_use' }])],
    [user([Object.assign(Object.create(null), { type: 'text', text: 'no prototype' })])],
  ]
  test.each(strange)('are neither repaired nor left to the caller, or changed: %j', (...messages) => {
    const frozen = deepFreeze(messages)
    const result = repair(frozen, options)
    expect(result.ok).toBe(true)
    expect(() => expectHealthy(result.messages)).not.toThrow()
    expect(repair(result.messages, options).changed).toBe(false)
  })

  test('holes in the list survive or crash', () => {
    const messages = [user('Hi')]
    messages[3] = assistant('Hello')
    const result = repair(messages, options)
    expect(result.messages).toEqual([user('Hi'), assistant('Hello')])
  })

  test('a prototype of its own is lost with an edit', () => {
    class Message {
      role = 'user'
      content = 'Hi'
      extra = true
    }
    const [repaired] = repair([new Message()], options).messages
    expect(repaired).toBeInstanceOf(Message)
    expect(repaired).toEqual({ role: 'user', content: 'Hi' })
  })
})

test.each(formatNames)('a part that is named like a method of objects ends a look at a list of %s', (format) => {
  for (const type of ['constructor', 'toString', 'valueOf', '__proto__']) {
    const part = { type, [type]: 1 }
    const lists = [
      [user([part])],
      [{ role: 'user', parts: [part] }],
      [user('a'), { type: 'function_call_output', call_id: 'c', output: [part] }],
      [
        user('a'),
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type, function: { name: type, arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: [part] },
        user('b'),
      ],
    ]
    for (const messages of lists) expect(() => repair(messages, { format }), `${type} of ${format}`).not.toThrow()
  }
})

describe('an input that cannot be read', () => {
  const secret = 'the secret prompt'
  const trap = Object.defineProperty({ role: 'user' }, 'content', {
    enumerable: true,
    get: () => {
      throw new Error(secret)
    },
  })
  const proxy = new Proxy(user('x'), {
    get: () => {
      throw new RangeError(secret)
    },
  })
  test.each([
    ['a getter that throws', trap],
    ['a proxy that throws', proxy],
    [
      'a getter that throws in a block',
      user([
        { type: 'text', text: 'a' },
        Object.defineProperty({}, 'type', {
          get: () => {
            throw new Error(secret)
          },
          enumerable: true,
        }),
      ]),
    ],
  ])('%s is no typed error that names the message', (_, message) => {
    for (const look of [diagnose, repair]) {
      const error = thrownBy(() => look([user('fine'), message], options))
      expect(error).toBeInstanceOf(TranscriptError)
      expect(error).toMatchObject({ code: 'unreadable_message', cause: { message: secret } })
      expect((error as Error).message).toContain('messages[1]')
      expect((error as Error).message).not.toContain(secret)
    }
  })

  test('a request that throws is no typed error', () => {
    const request = Object.defineProperty({}, 'system', {
      enumerable: true,
      get: () => {
        throw new Error(secret)
      },
    })
    const error = thrownBy(() => diagnose([user('Hi')], { ...options, request }))
    expect(error).toMatchObject({ code: 'unreadable_request', cause: { message: secret } })
  })

  test.each(['content', 'input', 'own'])('a cycle is followed without end: %s', (kind) => {
    const block: Record<string, unknown> = { type: 'tool_use', id: 'a', name: 'b', input: {} }
    const message: Record<string, unknown> = { role: 'assistant', content: [block] }
    if (kind === 'content') message['content'] = message
    else block[kind] = kind === 'own' ? message : block
    const error = thrownBy(() => repair([user('Hi'), message], options))
    expect(error).toMatchObject({ name: 'TranscriptError', code: 'too_deep' })
    expect((error as Error).message).toContain('messages[1]')
  })

  test('an unknown format is no typed error', () => {
    const error = thrownBy(() => diagnose([], { format: 'smoke-signals' as 'gemini' }))
    expect(error).toMatchObject({ code: 'unknown_format' })
  })
})

describe('an input that is large', () => {
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'read_file', input: {} })
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })
  const ids = Array.from({ length: 2000 }, (_, index) => `toolu_${index}`)
  const pairs = Array.from({ length: 3000 }, (_, index) => `toolu_${index}`)

  const shapes: readonly [string, () => readonly unknown[]][] = [
    ['100,000 messages', () => Array.from({ length: 100_001 }, (_, index) => (index % 2 ? assistant('b') : user('a')))],
    ['100,000 empty user messages', () => [...Array.from({ length: 100_000 }, () => user('')), user('x')]],
    ['a string of 10 MB', () => [user('x'.repeat(10_000_000))]],
    ['a blank string of 10 MB', () => [user(' '.repeat(10_000_000)), user('x')]],
    ['a lone surrogate behind 10 MB', () => [user('é'.repeat(5_000_000) + '€\ud800')]],
    [
      '2,000 parallel calls, answered backwards',
      () => [user('a'), assistant(ids.map(call)), user(ids.toReversed().map(result))],
    ],
    ['2,000 parallel calls without results', () => [user('a'), assistant(ids.map(call)), user('b')]],
    [
      '2,000 parallel calls with illegal ids',
      () => [user('a'), assistant(ids.map((id) => call(`${id}:0`))), user(ids.map((id) => result(`${id}:0`)))],
    ],
    ['2,000 calls of one id', () => [user('a'), assistant(ids.map(() => call('x'))), user('b')]],
    [
      '2,000 calls written twice',
      () => [user('a'), assistant(ids.map(call)), assistant(ids.map(call)), user(ids.map(result))],
    ],
    [
      '2,000 server calls without results',
      () => [
        user('a'),
        assistant(ids.map((id) => ({ ...call(`srv${id}`), type: 'server_tool_use', name: 'web_search' }))),
        user('b'),
      ],
    ],
    [
      '2,000 results before their calls',
      () => [user('a'), ...ids.map((id) => user([result(id)])), assistant(ids.map(call)), user('b')],
    ],
    ['3,000 orphans', () => [user('a'), ...pairs.map((id) => user([result(id)]))]],
    ['3,000 calls without results', () => pairs.flatMap((id) => [user('a'), assistant([call(id)])])],
    [
      '3,000 results without an id',
      () => pairs.flatMap((id) => [user('a'), assistant([call(id)]), user([{ type: 'tool_result' }])]),
    ],
    [
      '3,000 text blocks in one message',
      () => [user(pairs.map((text, index) => ({ type: 'text', text: index % 2 ? '' : text })))],
    ],
    ['3,000 unknown roles', () => pairs.map((content) => ({ role: 'robot', content }))],
    [
      '3,000 system messages',
      () => [user('a'), ...pairs.flatMap((text) => [{ role: 'system', content: text }, user('b')])],
    ],
    [
      '3,000 summaries',
      () => [
        user('a'),
        ...pairs.map((content) => assistant([{ type: 'compaction', content, signature: 's' }])),
        user('b'),
      ],
    ],
  ]
  /** Work that grows with the square of these sizes is thousands of times what writing them as JSON takes. */
  const mostOfJson = 800

  test.each(shapes)('takes too long: %s', (_, build) => {
    const messages = build()
    let ok = false
    const share = shareOf(
      () => () => void ({ ok } = repair(messages, options)),
      () => () => JSON.stringify(messages),
      mostOfJson,
    )
    expect(ok).toBe(true)
    expect(share).toBeLessThanOrEqual(mostOfJson)
  })
})
