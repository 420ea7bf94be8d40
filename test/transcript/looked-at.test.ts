import { describe, expect, test } from 'vitest'
import { createBlock } from '../../src/transcript/create-block.ts'
import { noEvidence } from '../../src/transcript/evidence.ts'
import { isSpeech } from '../../src/transcript/is-speech.ts'
import { lastBlockOf } from '../../src/transcript/last-block-of.ts'
import { occurrenceOf } from '../../src/transcript/occurrence-of.ts'
import { placeOf } from '../../src/transcript/place-of.ts'
import { readable } from '../../src/transcript/readable.ts'
import { contentsIn } from '../../src/transcript/contents-in.ts'
import { keepsContents } from '../../src/transcript/keeps-contents.ts'
import { sayingsIn, titlesIn } from '../../src/transcript/sayings-in.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'
import { isWellFormed, toWellFormed } from '../../src/transcript/well-formed.ts'
import { unknownShape } from '../../src/transcript/block-shape.ts'
import { viewsOf } from '../lint/views.ts'

const half = 'x\ud800'

test.for<readonly [raw: unknown, sayings: readonly string[]]>([
  ['a', ['a']],
  [' \n', []],
  [{ content: 'a', role: 'b', id: 'c', name: 'd', signature: 'e', other: 'f' }, ['a']],
  [{ parts: ['a', { text: 'b' }] }, ['a', 'b']],
  [{ output: 'a', result: 'b', value: 'c', error: 'd', errorText: 'e', stdout: 'f', stderr: 'g' }, [...'abcdefg']],
  [{ response: { any: 'a', more: { thing: 'b' } }, other: { any: 'c' } }, ['a', 'b']],
  [{ json: [{ any: 'a' }] }, ['a']],
  [{ response: 'a', json: 'b' }, ['a', 'b']],
  [
    {
      content: [
        { type: 'thinking', text: 'a' },
        { type: 'redacted_thinking', text: 'b' },
      ],
    },
    [],
  ],
  [
    {
      content: [
        { type: 'reasoning', text: 'a' },
        { type: 'compaction', content: 'b' },
      ],
    },
    [],
  ],
  [
    {
      parts: [
        { thought: true, text: 'a' },
        { thought: false, text: 'b' },
      ],
    },
    ['b'],
  ],
  [{ content: [{ reasoningContent: { text: 'a' } }, { text: 'b' }] }, ['b']],
  [{ source: { type: 'text', data: 'a' } }, ['a']],
  [{ source: { type: 'base64', data: 'a' } }, []],
  [{ text: new URL('https://a.example/b') }, ['https://a.example/b']],
  [{ other: new URL('https://a.example/b') }, []],
  [{ text: Buffer.from('a') }, []],
  [null, []],
  [7, []],
])('row %$: what is said is left out, or what is not said is in', ([raw, sayings]) => {
  expect(sayingsIn(raw)).toEqual(sayings)
})

test.for<readonly [raw: unknown, titles: readonly string[]]>([
  [{ type: 'image_url', image_url: { url: 'https://a.example/1' } }, ['https://a.example/1']],
  [{ image_url: 'http://a.example/1', file_uri: 'https://a.example/2' }, ['http://a.example/1', 'https://a.example/2']],
  [{ fileUri: 'https://a.example/1', uri: 'https://a.example/2' }, ['https://a.example/1', 'https://a.example/2']],
  [{ url: new URL('https://a.example/1') }, ['https://a.example/1']],
  [{ url: 'data:image/png;base64,https://a' }, []],
  [{ url: 'gs://bucket/1' }, ['gs://bucket/1']],
  [{ type: 'search_result', title: 'a', source: 'b', content: [{ text: 'c' }] }, ['a', 'b']],
  [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } }, ['a.pdf']],
  [{ inlineData: { displayName: 'a', data: 'AAAA' } }, ['a']],
  [{ source: { type: 'base64', data: 'AAAA' }, name: 'a' }, []],
  [{ text: 'https://a.example/1', href: 'https://a.example/2' }, []],
  [{ type: 'text', data: 'https://a.example/1' }, []],
  ['https://a.example/1', []],
])('row %$: a name or an address is overlooked, or something else is taken for one', ([raw, titles]) => {
  expect(titlesIn(raw)).toEqual(titles)
})

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

test.for<readonly [value: unknown, isWhole: boolean]>([
  ['a👋', true],
  [half, false],
  [[{ a: ['b', { c: half }] }], false],
  [[half, 'a'], false],
  [['a', half], false],
  [{ a: half, b: 'c' }, false],
  [{ a: 'c', b: half }, false],
  [{ [half]: 1 }, false],
  [{ a: [], b: {}, c: null, d: 7, e: undefined }, true],
  [new Uint16Array([0xd800]), true],
  [null, true],
  [deep(501), true],
])('row %$: half a character is overlooked, or seen where none is', ([value, isWhole]) => {
  expect(isWellFormed(value)).toBe(isWhole)
  expect(toWellFormed(value) === value).toBe(isWhole)
  expect(isWellFormed(toWellFormed(value))).toBe(true)
})

test.each(['', 'x', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(500)])(
  'half a character in a name is overlooked behind %j, which was whole, or remembered',
  (start) => {
    for (const name of [`${start}a`, `${start}\ud800`, `${start}a`, `${start}\udc00`, `${start}\ud800`])
      expect([name, isWellFormed({ [name]: 1 })]).toEqual([name, name.isWellFormed()])
  },
)

test('a value that goes on for ever is looked at for ever', () => {
  expect(() => isWellFormed(deep(502))).toThrow(expect.objectContaining({ code: 'too_deep' }))
})

test('what is made whole loses its class, its symbols or the identity of what was whole', () => {
  class Message {
    readonly [brand] = 'framework'
    readonly kept = { a: 1 }
    readonly text = half
  }
  const message = new Message()
  const whole = toWellFormed(message) as Message
  expect(whole).toBeInstanceOf(Message)
  expect(whole).toMatchObject({ [brand]: 'framework', text: 'x\ufffd' })
  expect(whole.kept).toBe(message.kept)
  expect(toWellFormed([half, message.kept])).toEqual(['x\ufffd', { a: 1 }])
  expect(toWellFormed({ [half]: half })).toEqual({ 'x\ufffd': 'x\ufffd' })
})
const brand = Symbol('brand')

describe('what cannot be read', () => {
  const trap = {
    get content(): never {
      throw new Error('the secret')
    },
  }
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const noList = new Proxy([], {
    get() {
      throw new Error('the secret')
    },
  })
  const fail = (): never => {
    throw new TypeError('first')
  }

  const unread = 'unreadable_message'
  test.for<readonly [what: string, messages: readonly unknown[], request: unknown, code: string, message: string]>([
    ['the first message', [trap, {}], {}, unread, 'messages[0] cannot be read'],
    ['the last message', [{}, trap], {}, unread, 'messages[1] cannot be read'],
    ['a cycle', [{}, cyclic], {}, 'too_deep', 'messages[1]: A message is nested'],
    ['the list', noList, {}, unread, 'The list of messages cannot be read'],
    ['the request', [{}], trap, 'unreadable_request', 'The request cannot be read'],
  ])('%s is not named, or what it holds is', ([, messages, request, code, message]) => {
    const causes: unknown[] = []
    try {
      readable(messages, request, fail)
    } catch (cause) {
      causes.push(cause)
    }
    const cause = code === 'too_deep' ? {} : { cause: new Error('the secret') }
    expect(causes).toMatchObject([{ code, message: expect.stringContaining(message) as string, ...cause }])
    expect(String(causes[0])).not.toContain('secret')
  })

  test('an error of another kind is taken for one of the input', () => {
    expect(() => readable([{}], {}, fail)).toThrow(TypeError)
    const known = new TranscriptError('unknown_format', 'There is no such format.')
    expect(() =>
      readable([trap], {}, () => {
        throw known
      }),
    ).toThrow(known)
    expect(readable([trap], {}, () => 7)).toBe(7)
    expect(Object.hasOwn(known, 'cause')).toBe(false)
  })
})

describe('a view', () => {
  const transcript = viewsOf(['A a? b? a?', 'T a! x', 'A a? -?', 'U', 'A a? -?', 'A'])
  const calls = transcript.messages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'tool_call'))

  test('counts the calls of an id wrongly', () => {
    expect(calls.map((call) => occurrenceOf(call, transcript))).toEqual([0, 0, 1, 2, 0, 3, 1])
    expect(calls.map((call) => occurrenceOf(call, transcript))).toEqual([0, 0, 1, 2, 0, 3, 1])
    expect(occurrenceOf(viewsOf(['A a?']).messages[0]!.blocks[0]!, transcript)).toBe(0)
  })

  test('ends in another block, or a message without content counts', () => {
    const [first, tool, , empty, last] = transcript.turns
    expect(lastBlockOf(first)?.raw).toBe('a?')
    expect(lastBlockOf(tool)?.raw).toBe('x')
    expect(lastBlockOf(empty)).toBeUndefined()
    expect(lastBlockOf(last)?.raw).toBe('-?')
    expect(lastBlockOf(undefined)).toBeUndefined()
  })

  test('of an excerpt stands at another place than in the whole list', () => {
    const { messages } = transcript
    expect(messages.map((message) => placeOf(message, transcript))).toEqual([0, 1, 2, 3, 4, 5])
    const excerpt = { ...transcript, leftOut: [0, 2, 2, 5, 5, 9] }
    expect(messages.map((message) => placeOf(message, excerpt))).toEqual([0, 3, 4, 8, 9, 14])
  })

  test('lets a result or a mark speak', () => {
    const message = transcript.messages[0]!
    const block = (kind: 'text' | 'tool_result', mark?: true): boolean =>
      isSpeech(createBlock(message, 'content', 0, {}, { ...unknownShape, kind, ...(mark && { mark }) }))
    expect([block('text'), block('tool_result'), block('text', true)]).toEqual([true, false, false])
  })

  test('of a block loses what it was given', () => {
    const message = transcript.messages[0]!
    const block = createBlock(message, 'content', 3, 'raw', unknownShape)
    const none = { text: undefined, callId: undefined, name: undefined, payload: undefined, signature: undefined }
    expect(block).toMatchObject({
      kind: 'unknown',
      field: 'content',
      index: 3,
      raw: 'raw',
      shape: unknownShape,
      ...none,
    })
    expect(block.message).toBe(message)
    const filled = block.withText('t').withPayload('p').withSignature('s').withCall('c', 'n')
    expect(filled).toBe(block)
    expect(block).toMatchObject({ text: 't', payload: 'p', signature: 's', callId: 'c', name: 'n' })
  })

  test('knows something without evidence', () => {
    expect(noEvidence.resultOf('a', 0)).toBeUndefined()
  })
})

test.for<readonly [raw: unknown, contents: readonly string[]]>([
  [{ type: 'text', text: 'a\n b ', id: 'c' }, ['a', 'b']],
  [{ content: 'a', refusal: 'b', other: 'c', timestamp: 5 }, ['a', 'b']],
  [
    { type: 'tool_use', name: 'a', input: { b: 'c', d: 3, e: { type: 'f', g: true, h: null } } },
    ['c', '3', 'f', 'true'],
  ],
  [{ arguments: '{"a":"b"}', call_id: 'c' }, ['b']],
  [{ arguments: '{"a":"b' }, ['{"a":"b']],
  [{ function_call: 'a' }, ['a']],
  [{ tool_calls: '[{"id":"x","function":{"name":"f","arguments":"{\\"a\\":1}"}}]' }, ['1']],
  [{ content: '{"a":\n"b"}' }, ['{"a":\n"b"}']],
  [{ type: 'thinking', thinking: 'a', signature: 'b' }, ['\0thought a']],
  [{ thought: true, text: 'a' }, ['\0thought a']],
  [{ reasoningContent: { reasoningText: { text: 'a', signature: 'b' } } }, ['\0thought a']],
  [{ type: 'redacted_thinking', data: 'a' }, ['\0thought a']],
  [
    { type: 'reasoning', id: 'a', encrypted_content: 'b', summary: [{ type: 'summary_text', text: 'c' }] },
    ['\0thought b', '\0thought c'],
  ],
  [{ image_url: { url: 'data:image/png;base64,data:image/png;base64,AAAA' } }, ['AAAA']],
  [{ type: 'file', mediaType: 'image/png', data: new URL('https://a.example/b') }, ['https://a.example/b']],
  [{ image: { format: 'png', source: { bytes: Buffer.from('abc') } } }, ['YWJj']],
  [null, []],
])('what %j holds is read otherwise', ([raw, contents]) => {
  expect(contentsIn(raw)).toEqual(contents)
  expect(keepsContents(raw, { other: [raw] })).toBe(true)
  expect(keepsContents(raw, {})).toBe(contents.length === 0)
})

const contentsOf: Readonly<Record<string, readonly [held: (field: string) => object, contents: readonly string[]]>> = {
  'input args arguments action operation response json': [(field) => ({ [field]: { id: 3 } }), ['3']],
  'function_call functionCall function tool_calls toolCall': [(field) => ({ [field]: '{"input":{"id":3}}' }), ['3']],
  'content parts text output result value error errorText message refusal context stdout stderr code transcript': [
    (field) => ({ [field]: ['a', { id: 'b' }] }),
    ['a'],
  ],
  'thinking reasoning reasoning_content reasoning_details reasoningContent summary encrypted_content': [
    (field) => ({ [field]: 'a', id: 'b' }),
    ['\0thought a'],
  ],
  'data redactedContent': [(field) => ({ type: 'thinking', [field]: 'a', id: 'b' }), ['\0thought a']],
  'id name type status url note': [(field) => ({ [field]: 'a' }), []],
}

test.for(
  Object.entries(contentsOf).flatMap(([fields, row]) => fields.split(' ').map((field) => [field, ...row] as const)),
)('what stands in a field named %s is no content, or is one of another kind', ([field, held, contents]) => {
  expect(contentsIn(held(field))).toEqual(contents)
})

test.for(['thinking', 'redacted_thinking', 'reasoning', 'compaction'])('what a %s says is no thought', (type) => {
  expect(contentsIn({ type, text: 'a' })).toEqual(['\0thought a'])
  // A tool may be asked for one of any type.
  expect(contentsIn({ input: { type, text: 'a' } })).toEqual([type, 'a'])
})
