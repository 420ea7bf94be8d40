import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

type Item = Record<string, unknown>

const ask: Item = { role: 'user', content: 'Hi' }
const reply: Item = { role: 'assistant', content: 'Hello' }

describe('a field that messages of Chat Completions have', () => {
  const fields: readonly Item[] = [
    { name: 'ann' },
    { annotations: [] },
    { reasoning: null },
    { audio: null },
    { prefix: true },
    { partial: true },
    { finish_reason: 'stop' },
    { stop_reason: 'end_turn', stop_sequence: null },
    { name: 'ann', annotations: [], refusal: null, audio: null },
  ]
  test.each(fields.map((more) => [Object.keys(more).join(', '), more] as const))(
    'stays in a message: %s',
    (_name, more) => {
      for (const [messages, repaired] of [
        [
          [{ ...ask, ...more }, reply, ask],
          [ask, reply, ask],
        ],
        [
          [ask, { ...reply, ...more }, ask],
          [ask, reply, ask],
        ],
        [
          [ask, reply, { ...ask, ...more }],
          [ask, reply, ask],
        ],
        [
          [
            { ...ask, ...more },
            { ...reply, ...more },
            { ...ask, ...more },
          ],
          [ask, reply, ask],
        ],
      ] as const)
        expect(repair(messages, { format: 'openai-responses' }).messages).toEqual(repaired)
    },
  )

  test('is taken from what has it here', () => {
    const messages = [
      ask,
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'A' },
      { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'read', arguments: '{}', output: 'A' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello', annotations: [] }] },
      ask,
    ]
    expect(diagnose(messages, { format: 'openai-responses' })).toEqual({ ok: true, faults: [] })
  })
})

test.each(['annotations', 'reasoning'])('%s of an item is refused for good', (field) => {
  const call: Item = { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' }
  const output: Item = { type: 'function_call_output', call_id: 'c1', output: 'A' }
  const said: Item = { role: 'assistant', content: [{ type: 'output_text', text: 'Hello', annotations: [] }] }
  const message = `Unknown parameter: 'input[1].${field}'.`
  const error = { status: 400, error: { message, param: `input[1].${field}`, code: 'unknown_parameter' } }
  const messages = [ask, { ...call, [field]: [] }, output, said, ask]
  expect(repair(messages, { format: 'openai-responses', error }).messages).toEqual([ask, call, output, said, ask])
})

test.each<[string, Item[], Item[]]>([
  [
    'a call and its output',
    [
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'x' },
    ],
    [],
  ],
  ['reasoning', [{ type: 'reasoning', summary: [], encrypted_content: 'gAAAAsealed' }], [reply]],
])('%s say who made them', (_what, items, behind) => {
  const told = items.map((item) => ({ role: 'assistant', ...item }))
  const list = (round: Item[]): Item[] => [ask, ...round, ...behind, ask]
  const request = { model: 'gpt-5', store: false }
  const { loss, messages } = repair(list(told), { format: 'openai-responses', request })
  expect({ loss, messages }).toEqual({ loss: 'none', messages: list(items) })
})
