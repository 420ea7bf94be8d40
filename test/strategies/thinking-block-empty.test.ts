import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_block_empty',
  finds: {
    'neither text nor signature': {
      broken: [user('a'), assistant(thinking('', ''), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      also: ['thinking_signature_missing'],
      loss: 'synthesised',
      at: [1, 0],
    },
    'blank text': {
      broken: [user('a'), assistant(thinking(' \n'), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      loss: 'synthesised',
      at: [1, 0],
    },
    'no text field': {
      broken: [user('a'), assistant({ type: 'thinking', signature: 'c2ln' }, text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'signed thinking without text': [user('a'), assistant(thinking(''), text('b')), user('c')] },
})

const reasoning = (fields: object): object => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  encrypted_content: 'gAAAA',
  ...fields,
})
const around = (...items: object[]): object[] => [
  { role: 'user', content: 'a' },
  ...items,
  {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    status: 'completed',
    content: [{ type: 'output_text', text: 'b', annotations: [] }],
  },
  { role: 'user', content: 'c' },
]

test.each(['output_text', 'input_text', 'reasoning_text', 'text'])(
  'a summary of another type (%s) is told as lost where its words stand',
  (type) => {
    const { loss, messages } = repair(around(reasoning({ summary: [{ type, text: 'thought' }] })), {
      format: 'openai-responses',
    })
    expect(loss).toBe('none')
    expect(messages).toEqual(around(reasoning({ summary: [{ type: 'summary_text', text: 'thought' }] })))
  },
)

test.each(['output_text', 'input_text'])(
  'an empty part of a message (%s) leaves reasoning as an empty message',
  (type) => {
    const list = around(reasoning({ content: [{ type, text: '' }] }))
    expect(repair(list, { format: 'openai-responses' }).messages).toEqual(around(reasoning({ content: [] })))
  },
)
