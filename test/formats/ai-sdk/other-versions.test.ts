import { describe, expect, test } from 'vitest'
import { diagnose, repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { askAiAboutModelMessages, askAiAboutUiMessages } from './ask-ai.ts'

const format = 'ai-sdk'
const { data } = tinyPng()
const asked = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read it.' }] }
const shows = (...parts: unknown[]): readonly object[] => [
  asked,
  { id: '2', role: 'assistant', parts },
  { ...asked, id: '3' },
]
const told = { providerMetadata: { anthropic: { signature: 's' } } }
const tool = { type: 'tool-read', toolCallId: 'c1', state: 'output-available', input: {}, output: 'Found.' }
const file = { type: 'file', mediaType: 'image/png', url: 'https://a.b/c.png' }

test.each<[string, object, object]>([
  ['the state of a text', { type: 'text', text: 'a', state: 'half' }, { type: 'text', text: 'a' }],
  [
    'the state of reasoning',
    { type: 'reasoning', text: 'a', state: 1, ...told },
    { type: 'reasoning', text: 'a', ...told },
  ],
  [
    'the id of reasoning',
    { type: 'reasoning', text: 'a', id: null, ...told },
    { type: 'reasoning', text: 'a', ...told },
  ],
  ['metadata', { type: 'text', text: 'a', providerMetadata: 'x' }, { type: 'text', text: 'a' }],
  [
    'metadata of one provider',
    { type: 'text', text: 'a', providerMetadata: { ...told.providerMetadata, openai: 1 } },
    { type: 'text', text: 'a', ...told },
  ],
  ['the name of a file', { ...file, filename: null }, file],
  ['metadata of a call', { ...tool, callProviderMetadata: [] }, tool],
  ['metadata of a result', { ...tool, resultProviderMetadata: null }, tool],
  ['who ran a tool', { ...tool, providerExecuted: null }, tool],
  ['whether a result is the last one', { ...tool, preliminary: 'no' }, tool],
  ['the title of a tool', { ...tool, title: null }, tool],
  [
    'the title of a source',
    { type: 'source-url', sourceId: 's', url: 'a:b', title: null },
    { type: 'source-url', sourceId: 's', url: 'a:b' },
  ],
  ['the id of data', { type: 'data-x', data: 1, id: null }, { type: 'data-x', data: 1 }],
  ['the output of a tool that gave nothing back', { ...tool, output: undefined }, { ...tool, output: null }],
  [
    'the names before version 5',
    { ...tool, args: { a: 1 }, result: 2, input: undefined, output: undefined },
    { ...tool, input: { a: 1 }, output: 2 },
  ],
])('a chat stays one that `validateUIMessages` refuses: %s', async (_what, part, meant) => {
  const list = JSON.parse(JSON.stringify(shows({ type: 'text', text: 'x' }, part))) as object[]
  expect(await askAiAboutUiMessages(list)).not.toBeNull()
  const { loss, messages } = repair(list, { format })
  expect(loss).not.toBe('lossy')
  expect((messages[1] as { parts: unknown[] }).parts[1]).toEqual(meant)
  expect(await askAiAboutUiMessages(messages)).toBeNull()
})

test.each([
  ['a type', { type: undefined }, 'unknown_tool'],
  ['a type, but with its name', { type: null, toolName: 'read' }, 'read'],
])('what a tool gave back is lost with %s (I4)', (_what, fields, toolName) => {
  const { loss, messages } = repair(shows({ type: 'text', text: 'x' }, { ...tool, ...fields }), { format })
  expect(loss).not.toBe('lossy')
  expect((messages[1] as { parts: unknown[] }).parts[1]).toEqual({ ...tool, type: 'dynamic-tool', toolName })
})

test.each([[['Gone.']], [{ value: 'Gone.' }]])('what a tool said of its failure is lost: %j (I4)', (errorText) => {
  const failed = { type: 'tool-read', toolCallId: 'c1', state: 'output-error', input: {}, errorText }
  const { messages } = repair(shows(failed), { format })
  expect(messages[1]).toMatchObject({ parts: [{ state: 'output-error', errorText: JSON.stringify(errorText) }] })
})

test.each(['input-streaming', 'approval-requested', 'approval-responded'])(
  'what a tool gave back is never sent, or refused, under another state: %s (I4)',
  async (state) => {
    const list = shows({ ...tool, state, approval: { id: 'a' } })
    expect(await askAiAboutUiMessages(list)).not.toBeNull()
    const { messages } = repair(list, { format })
    expect(messages[1]).toMatchObject({ parts: [{ state: 'output-available', output: 'Found.' }] })
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  },
)

test.each<[unknown, unknown]>([
  [7, '7'],
  [null, expect.stringMatching(/^session-recovery-/)],
  [['x'], expect.stringMatching(/^session-recovery-/)],
])('an id that is none stays: %j', (id, meant) => {
  const { messages } = repair([{ ...asked, id }], { format })
  expect(messages).toEqual([{ ...asked, id: meant }])
})

test('a message without an id is given one where nobody has asked for it (I1), or none where it was', () => {
  const list = [{ role: 'user', parts: asked.parts }]
  expect(repair(list, { format }).messages).toBe(list)
  const said =
    '[{"expected":"string","code":"invalid_type","path":[0,"id"],"message":"Invalid input: expected string, received undefined"}]'
  const { messages } = repair(list, {
    format,
    error: new Error(`Type validation failed: Value: [{}].\nError message: ${said}`),
  })
  expect(messages).toEqual([{ ...list[0], id: expect.stringMatching(/^session-recovery-/) }])
})

const older = [
  'Type validation failed: Value: [].\nError message: [{"code":"invalid_union","errors":[],"path":[1,"parts",1],"message":"Invalid input"}]',
  'Unsupported part: [object Object]',
]
const later: readonly [string, object, string][] = [
  ['what only a provider reads', { type: 'custom', kind: 'openai.compaction' }, ''],
  ['a drawing', { type: 'reasoning-file', mediaType: 'image/png', url: `data:image/png;base64,${data}` }, ''],
  [
    'what was said meanwhile',
    { type: 'steering-message', id: 's', parts: [{ type: 'text', text: 'Be quick.' }] },
    'Be quick.',
  ],
]
test.each(older.flatMap((said) => later.map((row) => [...row, said] as const)))(
  'a part of version 7 stays where 5 or 6 refuse it, or goes before: %s',
  (_what, part, kept, said) => {
    const list = shows({ type: 'text', text: 'x' }, part)
    expect(repair(list, { format }).messages).toBe(list)
    const { messages } = repair(list, { format, error: new Error(said) })
    const { parts } = messages[1] as { parts: { type: string }[] }
    expect(parts).toHaveLength(kept === '' ? 1 : 2)
    expect(parts.every(({ type }) => type === 'text')).toBe(true)
    expect(JSON.stringify(messages)).toContain(kept)
  },
)

const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} }
const answers = (output: unknown): readonly object[] => [
  { role: 'user', content: 'Read it.' },
  { role: 'assistant', content: [call] },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', output }] },
]
const holds = (...value: unknown[]): object => ({ type: 'content', value })
const outputOf = (messages: readonly unknown[]): unknown =>
  (messages[2] as { content: { output: unknown }[] }).content[0]!.output
const said = { type: 'text', text: 'Look.' }
const media = { type: 'media', data, mediaType: 'image/png' }
const fileData = { type: 'file-data', data, mediaType: 'image/png' }
const tagged = { type: 'file', data: { type: 'data', data }, mediaType: 'image/png' }
const address = 'https://a.b/c.png'

test.each<[string, object, object]>([
  ['v2', holds(said, fileData), holds(said, media)],
  ['v2', holds(said, tagged), holds(said, media)],
  ['v2', holds(said, { type: 'image-url', url: address }), holds(said, { type: 'text', text: address })],
  ['v2', holds(said, { type: 'custom' }), holds(said, { type: 'text', text: '{"type":"custom"}' })],
  ['v2', { type: 'execution-denied', reason: 'No.' }, { type: 'error-text', value: 'No.' }],
  ['v3', holds(said, tagged), holds(said, fileData)],
  ['v3', holds(said, { type: 'image', data, mimeType: 'image/png' }), holds(said, fileData)],
  ['v4', holds(said, media), holds(said, tagged)],
  ['v4', holds(said, { type: 'image', data, mimeType: 'image/png' }), holds(said, tagged)],
])('an output of another version is refused by a model of %s: %j (I4)', (specification, output, meant) => {
  const list = answers(output)
  const { loss, messages } = repair(list, { format, request: { specification } })
  expect(loss).toBe('none')
  expect(outputOf(messages)).toEqual(meant)
  expect(diagnose(messages, { format, request: { specification } }).faults).toEqual([])
})

test.each<[string, object]>([
  ['v2', media],
  ['v3', media],
  ['v3', fileData],
  ['v4', tagged],
])('an output of its own version is changed: %s (I1)', (specification, item) => {
  const list = answers(holds(said, item))
  expect(repair(list, { format, request: { specification } }).messages).toBe(list)
})

const pictures = [media, fileData, { type: 'image', data, mimeType: 'image/png' }]

test.each(
  ['deepseek.chat', 'openrouter'].flatMap((provider) => pictures.map((item) => [provider, item.type, item] as const)),
)('%s gets a picture for what its package writes out as text, and refuses it: %s (I1)', (provider, _type, item) => {
  const list = answers(holds(item, said, item))
  expect(repair(list, { format, request: { provider, specification: 'v4' } }).messages).toBe(list)
})

test('a denial is left to a version that knows none, where the items of a result are left alone', () => {
  const request = { provider: 'deepseek.chat', specification: 'v2' }
  const { messages } = repair(answers({ type: 'execution-denied', reason: 'No.' }), { format, request })
  expect(outputOf(messages)).toEqual({ type: 'error-text', value: 'No.' })
})

/** A prompt is past the SDK, and 5 and 6 read the bytes of `image` parts alone. */
describe('a picture goes out under a type that it has not, and is refused', () => {
  const claude = { provider: 'anthropic.messages', model: 'claude-sonnet-4-5' }
  const shown = (mediaType: string): object => ({ type: 'file', mediaType, data })
  const asks = (part: object): readonly object[] => [{ role: 'user', content: [said, part] }]

  test.each(['v2', 'v3', 'v4'].flatMap((version) => ['image/jpeg', 'PNG', 'a/b'].map((type) => [version, type])))(
    'in a prompt of %s as %s',
    (specification, mediaType) => {
      const { loss, messages } = repair(asks(shown(mediaType!)), { format, request: { ...claude, specification } })
      expect([loss, messages]).toEqual(['none', asks(shown('image/png'))])
    },
  )

  test.each([
    ['v2', { ...media, mediaType: 'image/jpeg' }, media],
    ['v3', { ...fileData, mediaType: 'image/jpeg' }, fileData],
    ['v4', { ...tagged, mediaType: 'image/jpeg' }, tagged],
  ])('in a result of %s', (specification, item, meant) => {
    const { loss, messages } = repair(answers(holds(said, item)), { format, request: { ...claude, specification } })
    expect([loss, outputOf(messages)]).toEqual(['none', holds(said, meant)])
  })

  test.each(['v2', 'v3'])('as any picture, which its package calls a JPEG: %s', (specification) => {
    const { messages } = repair(asks(shown('image/*')), { format, request: { ...claude, specification } })
    expect(messages).toEqual(asks(shown('image/png')))
  })

  test.each([
    ['which the package of 7 asks its bytes for', shown('image/*'), 'v4'],
    ['which it has', shown('image/png'), 'v2'],
    ['and the SDK reads it from the bytes', shown('image/jpeg'), undefined],
    ['and the SDK reads it from the bytes of an image', { type: 'image', image: data, mediaType: 'image/jpeg' }, 'v2'],
  ])('although it is one %s (I1)', (_, part, specification) => {
    const list = asks(part)
    expect(repair(list, { format, request: { ...claude, specification } }).messages).toBe(list)
  })
})

test('a check of a prompt in the words of version 5 leaves the tag before the data of a file', () => {
  const list = [{ role: 'user', content: [said, { ...tagged, filename: 'a.png' }] }]
  expect(repair(list, { format }).messages).toBe(list)
  const error = new Error(
    'Invalid prompt: The messages must be a ModelMessage[]. If you have passed a UIMessage[], you can use convertToModelMessages to convert them.',
  )
  expect(repair(list, { format, error }).messages).toEqual([
    { role: 'user', content: [said, { type: 'file', data, mediaType: 'image/png', filename: 'a.png' }] },
  ])
})

test.each([
  ['signature', null],
  ['signature', {}],
  ['redactedData', 7],
  ['thoughtSignature', []],
  ['itemId', {}],
])('a package is told something else than the text that it demands: %s %j', async (field, value) => {
  const told = { anthropic: { [field]: value, kept: 1 } }
  const list = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ ...said, providerOptions: told }] },
  ]
  const { messages } = repair(list, { format })
  expect(messages[1]).toEqual({
    role: 'assistant',
    content: [{ ...said, providerOptions: { anthropic: { kept: 1 } } }],
  })
})

test('the input of a call of version 4 is lost (I4)', async () => {
  const { input: _input, ...bare } = call
  const list = answers({ type: 'text', value: 'x' }).with(1, {
    role: 'assistant',
    content: [{ ...bare, args: { a: 1 } }],
  })
  const { messages } = repair(list, { format })
  expect(messages[1]).toEqual({ role: 'assistant', content: [{ ...call, input: { a: 1 } }] })
  expect(await askAiAboutModelMessages(messages)).toBeNull()
})
