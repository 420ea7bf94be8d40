import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'unspecified_structural',
  finds: {
    'the strictest rules are tried': {
      broken: [user('a'), user('b'), assistant(), assistant(text('c'))],
      error: Object.assign(new Error('400 {"error":{"message":"","code":"invalid_request_body"}}'), { status: 400 }),
    },
  },
  nearMisses: { 'what the provider takes': [user('a'), user('b'), assistant(), assistant(text('c')), user('d')] },
})

const error = Object.assign(new Error('400 Improperly formed request.'), { status: 400 })
const format = 'anthropic-messages'

test.each([
  ['signed thinking', { type: 'thinking', thinking: 'b', signature: 'EqQBCkYIARgCKkAx' }],
  ['sealed thinking', { type: 'redacted_thinking', data: 'EqQBCkYIARgCKkAx' }],
])('%s that another model cannot open is sent again and again to a gateway that gives no reason', (_, thought) => {
  const list = [user('a'), assistant(thought, text('c')), user('d')]
  const { loss, messages } = repair(list, { format, error, allow: 'lossy' })
  expect([loss, messages]).toEqual(['synthesised', [list[0], assistant(text('c')), list[2]]])
})

test('thinking is given up for a refusal without a reason where what is plainly wrong may be the reason', () => {
  const thought = { type: 'thinking', thinking: 'b', signature: 'EqQBCkYIARgCKkAx' }
  const { messages } = repair([user('a'), assistant(thought, text('c'), text('')), user('d')], { format, error })
  expect(messages).toEqual([user('a'), assistant(thought, text('c')), user('d')])
})

test.each([
  ['from the maker itself', 'for url: https://api.anthropic.com/v1/messages', true],
  ['from a gateway', 'for url: https://gateway.example/api.anthropic.com/v1/messages', false],
])('thinking is treated alike whoever answers, not as befits a bad request %s', (_, where, isKept) => {
  const thought = { type: 'thinking', thinking: 'b', signature: 'EqQBCkYIARgCKkAx' }
  const given = [user('a'), assistant(thought, text('c')), user('d')]
  const { messages } = repair(given, { format, error: `400 Client Error: Bad Request ${where}`, allow: 'lossy' })
  expect(messages).toEqual(isKept ? given : [given[0], assistant(text('c')), given[2]])
})
