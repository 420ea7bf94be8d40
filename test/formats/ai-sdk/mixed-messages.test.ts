import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'
import { askAiAboutModelMessages, askAiAboutUiMessages } from './ask-ai.ts'

type Message = Record<string, unknown>

const shown = (role: string, ...parts: readonly unknown[]): Message => ({ id: `m-${role}`, role, parts })
const said = (text: string): object => ({ type: 'text', text })
const input = { path: 'a' }
const called = { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input }
const output = { type: 'text', value: 'A' }
const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'read_file', output }
const part = { type: 'tool-read_file', toolCallId: 'c1', state: 'output-available', input, output: 'A' }

/** The same conversation, of either kind. */
const model: readonly Message[] = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: [called] },
  { role: 'tool', content: [result] },
  { role: 'assistant', content: 'b' },
  { role: 'user', content: 'c' },
]
const ui: readonly Message[] = [
  shown('user', said('a')),
  shown('assistant', part, { type: 'step-start' }, said('b')),
  shown('user', said('c')),
  shown('assistant', said('d')),
  shown('user', said('e')),
]
const strange = { question: [shown('user', said('x'))], answers: [shown('user', said('x')), shown('assistant', part)] }
const plain = { question: [{ role: 'user', content: 'x' }], answers: model.slice(0, 3) }

const mixes: readonly (readonly [string, readonly Message[], 'model' | 'ui'])[] = [
  ['a shown message first', [...strange.question, ...model], 'model'],
  ['a shown message in the middle', [...model.slice(0, 3), ...strange.question, ...model.slice(3)], 'model'],
  ['a shown message last', [...model, ...strange.question], 'model'],
  ['shown messages with a tool, last', [...model, ...strange.answers], 'model'],
  ['shown messages first and last', [...strange.question, ...model, ...strange.question], 'model'],
  ['a message of the model first', [...plain.question, ...ui], 'ui'],
  ['a message of the model in the middle', [...ui.slice(0, 2), ...plain.question, ...ui.slice(2)], 'ui'],
  ['a message of the model last', [...ui, ...plain.question], 'ui'],
  ['messages of the model with a tool, last', [...ui, ...plain.answers], 'ui'],
  ['messages of the model first and last', [...plain.question, ...ui, ...plain.question], 'ui'],
  ['as many of both, the last for the model', [ui[0]!, ui[1]!, model[0]!, model[3]!], 'model'],
  ['as many of both, the last shown', [model[0]!, model[3]!, ui[0]!, ui[1]!], 'ui'],
]
/** All that is said in them, and what the tool gave back. */
const wordsOf = (messages: readonly unknown[]): readonly string[] =>
  [...JSON.stringify(messages).matchAll(/"(?:text|content|output|value)":"(\w+)"/g)].map(([, word]) => word!).toSorted()
const asks = { model: askAiAboutModelMessages, ui: askAiAboutUiMessages }

test.each([
  { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
  { fileData: { fileUri: 'gs://bucket/a.png' } },
  { executableCode: { language: 'PYTHON', code: '1' } },
])('a message of Gemini makes a chat of messages for a model: %j', (first) => {
  const list = [
    { role: 'user', content: 'x' },
    { role: 'user', parts: [first, { text: 'a' }] },
  ]
  expect(repair(list, { format: 'ai-sdk' }).messages[0]).toBe(list[0])
})

describe('messages for a model and messages of a chat in one list', () => {
  test.each(mixes)('are refused after the repair: %s', async (_what, messages, kind) => {
    const repaired = repair(messages, { format: 'ai-sdk' })
    expect(await asks[kind](repaired.messages)).toBeNull()
    expect(wordsOf(repaired.messages)).toEqual(wordsOf(messages))
    expect(repaired.loss).not.toBe('lossy')
    expect(repair(repaired.messages, { format: 'ai-sdk' }).messages).toBe(repaired.messages)
  })

  const asModels = 'Invalid prompt: The messages do not match the ModelMessage[] schema.'
  const asShown = JSON.stringify([
    { expected: 'array', code: 'invalid_type', path: [0, 'parts'], message: 'Invalid input: expected array' },
  ])
  test.each([
    ['the last is shown', [...ui, ...plain.question], 'model', asModels],
    ['most are shown', ui, 'model', asModels],
    [
      'the last is for the model',
      [...model, ...strange.question],
      'ui',
      `Type validation failed: Value: [].\nError message: ${asShown}`,
    ],
    ['most are for the model', model, 'ui', 'messages[0].parts must be an array'],
  ] as const)('are taken for what an error says they are not: %s', async (_what, messages, kind, text) => {
    const error = Object.assign(new Error(text), { name: 'AI_InvalidPromptError' })
    const repaired = repair(messages, { format: 'ai-sdk', error })
    expect(await asks[kind](repaired.messages)).toBeNull()
  })

  test.each([
    ['in a message of the assistant', shown('assistant', said('b'), called), [result]],
    ['in a message of the user', shown('user', said('b'), called), []],
    ['result and all', shown('assistant', called, result), []],
    ['a request for approval', shown('assistant', { type: 'tool-approval-request', approvalId: 'x' }, said('b')), []],
  ])('keep parts of the one in the other: %s', async (_what, message, behind) => {
    const last = behind.length === 0 ? [] : [shown('user', ...behind)]
    const messages = [shown('user', said('a')), message, ...last, shown('user', said('c'))]
    const repaired = repair(messages, { format: 'ai-sdk', allow: 'lossy' })
    expect(await askAiAboutUiMessages(repaired.messages)).toBeNull()
    expect(JSON.stringify(repaired.messages).includes('"A"')).toBe(JSON.stringify(messages).includes('"A"'))
  })

  test.each([
    ['of a tool named call', { ...part, type: 'tool-call' }],
    ['of a tool named result', { ...part, type: 'tool-result' }],
  ])('have a part taken for another’s: %s', (_what, own) => {
    const messages = [shown('user', said('a')), shown('assistant', own), shown('user', said('c'))]
    expect(diagnose(messages, { format: 'ai-sdk' })).toEqual({ ok: true, faults: [] })
  })

  test.each([
    ['for a model', model],
    ['of a chat', ui],
  ])('are touched where all are %s', (_what, messages) => {
    expect(repair(messages, { format: 'ai-sdk' }).messages).toBe(messages)
  })
})

test.each(['only', 'last'])(
  'a chat becomes messages for a model since its %s message has a part without a type',
  (which) => {
    const untyped = { role: 'user', parts: [said('a'), { text: 'b' }] }
    const rest = { role: 'user', parts: [said('c')] }
    const chat = which === 'only' ? [untyped] : [rest, { role: 'assistant', parts: [said('d')] }, untyped]
    const { messages, ok } = repair(chat, { format: 'ai-sdk' })
    expect(ok).toBe(true)
    expect(messages.at(-1)).toEqual({ role: 'user', parts: [said('a'), said('b')] })
  },
)
