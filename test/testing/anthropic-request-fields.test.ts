import { expect, test } from 'vitest'
import { judgeAnthropicRequest } from '../../src/testing.ts'

function answerTo(more: object): string {
  const messages = [{ role: 'user', content: 'Hi' }]
  const judgement = judgeAnthropicRequest({ model: 'claude-sonnet-5', max_tokens: 16, messages, ...more }, {})
  return 'body' in judgement ? judgement.body.error.message : '200'
}

const text = 'Input should be a valid string'
const integer = 'Input should be a valid integer'
const number = 'Input should be a valid number'
const dictionary = 'Input should be a valid dictionary'
const list = 'Input should be a valid array'
const extra = 'Extra inputs are not permitted'
const share = [
  ['x', number],
  [-0.1, 'range: 0..1'],
  [1.1, 'range: 0..1'],
] as const

/** What stands in a request beside its messages, as its provider takes and refuses it. */
test.each<readonly [field: string, taken: readonly unknown[], refused: readonly (readonly [unknown, string])[]]>([
  [
    'model',
    ['m'],
    [
      ['', 'String should have at least 1 character'],
      [7, text],
    ],
  ],
  [
    'max_tokens',
    [1],
    [
      [1.5, integer],
      ['1', integer],
    ],
  ],
  ['temperature', [0, 0.5, 1], share],
  ['top_p', [0, 0.5, 1], share],
  ['top_k', [5], [[0.5, integer]]],
  ['stream', [true, false], [['yes', 'Input should be a valid boolean']]],
  [
    'stop_sequences',
    [[], ['a', 'b']],
    [
      ['a', list],
      [['a', 7], '1'],
    ],
  ],
  ['container', [null, 'c', { id: 'c' }], [[7, dictionary]]],
  ['inference_geo', [null, 'us'], [[7, text]]],
  ['output_config', [{}], [['high', dictionary]]],
  [
    'metadata',
    [{}, { user_id: null }, { user_id: 'u' }],
    [
      ['u', 'Input should be an object'],
      [{ user: 'u' }, extra],
    ],
  ],
  [
    'service_tier',
    ['auto', 'standard_only'],
    [
      ['fast', "Input should be 'auto' or 'standard_only'"],
      [7, "'auto' or"],
    ],
  ],
  [
    'tool_choice',
    [{ type: 'auto' }, { type: 'any' }, { type: 'none' }, { type: 'tool', name: 'f' }],
    [
      ['auto', 'Input should be an object'],
      [{}, 'Field required'],
      [{ type: 'tool' }, 'Field required'],
      [{ type: 'odd' }, "does not match any of the expected tags: 'auto', 'any', 'tool', 'none'"],
      [{ type: 'toString' }, 'does not match'],
      [{ type: 'tool', name: 'f', disable_parallel_tool_use: 1 }, 'Input should be a valid boolean'],
    ],
  ],
  [
    'tools',
    [
      [{ name: 'f', input_schema: {} }],
      [{ type: 'custom', name: 'a'.repeat(128), input_schema: {} }],
      [{ type: 'web_search_20250305' }],
    ],
    [
      [{}, list],
      [[7], 'Input should be an object'],
      [[{ input_schema: {} }], 'tools.0.custom.name: Field required'],
      [[{ name: 'f', input_schema: {} }, { name: 'g' }], 'tools.1.custom.input_schema: Field required'],
      [[{ name: 'f.g', input_schema: {} }], "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"],
      [[{ name: 'a'.repeat(129), input_schema: {} }], 'String should match pattern'],
      [[{ name: '', input_schema: {} }], 'String should have at least 1 character'],
      [[{ type: null, name: 'f' }], 'tools.0.custom.input_schema: Field required'],
    ],
  ],
  ['odd', [undefined], [[1, extra]]],
  ['speed', [undefined], [['fast', extra]]],
])('the field %s takes another value, or refuses one of its own', (field, taken, refused) => {
  const tools = field === 'tool_choice' ? { tools: [{ name: 'f', input_schema: { type: 'object' } }] } : {}
  for (const value of taken) expect([value, answerTo({ ...tools, [field]: value })]).toEqual([value, '200'])
  for (const [value, says] of refused) {
    const told = answerTo({ ...tools, [field]: value })
    expect([value, told.startsWith(field), told.includes(says) ? says : told]).toEqual([value, true, says])
  }
})
