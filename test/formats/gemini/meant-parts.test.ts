import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const options = { format: 'gemini', request: { model: 'gemini-3-pro-preview' } } as const
const signature = Buffer.from('signature').toString('base64')
const asks = { role: 'user', parts: [{ text: 'a' }] }
const call = { functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: signature }
const thought = { text: 'hm', thought: true }
const ran = [
  { executableCode: { language: 'PYTHON', code: '1' } },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
]
const said = { role: 'model', parts: [thought, ...ran, { text: 'done' }] }
const called = { role: 'model', parts: [{ text: 'let me' }, call] }
const gave = { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'r' } } }] }
const healthy = [asks, called, gave, said, asks]

const renamed = ({ parts, ...message }: { parts: unknown; role: string }): object => ({ ...message, content: parts })

test.each([
  ['of the first message', [0]],
  ['of a call', [1]],
  ['of a result', [2]],
  ['of a thought and of code', [3]],
  ['of the last message', [4]],
  ['of a call and its result', [1, 2]],
  ['of all messages', [0, 1, 2, 3, 4]],
])('parts under the name of another API are told as words, or lost: %s', (_what, places) => {
  const list = healthy.map((message, index) => (places.includes(index) ? renamed(message) : message))
  for (const allow of ['none', 'lossy'] as const) {
    const { loss, messages, ok } = repair(list, { ...options, allow })
    expect({ loss, messages, ok }).toEqual({ loss: 'none', messages: healthy, ok: true })
  }
})

test.each([
  ['a candidate that was stored whole', { content: said, finishReason: 'STOP', index: 0 }, said],
  [
    'one part in the place of a list',
    { role: 'model', content: { text: 'b' } },
    { role: 'model', parts: [{ text: 'b' }] },
  ],
])('%s is lost', (_what, before, after) => {
  const { loss, messages } = repair([asks, before, asks], options)
  expect({ loss, messages }).toEqual({ loss: 'none', messages: [asks, after, asks] })
})

test('what is no part becomes one, or takes its neighbours with it', () => {
  const { messages } = repair([asks, { role: 'model', content: [{ type: 'text', text: 'b' }, 7] }, asks], options)
  expect(messages).toEqual([asks, { role: 'model', parts: [{ text: 'b' }] }, asks])
  // Who has parts of its own keeps them.
  const own = { ...said, content: [{ text: 'other' }] }
  expect(repair([asks, own, asks], options).messages[1]).toMatchObject({ role: 'model', parts: said.parts })
})
