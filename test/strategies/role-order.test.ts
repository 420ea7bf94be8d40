import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { userAfterTool } from '../../src/strategies/role-order.ts'
import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'role_order',
  finds: {
    'the assistant opens': {
      broken: [assistant(text('Hello.'))],
      repaired: [
        user(text('[session-recovery] The beginning of this conversation is not available.')),
        assistant(text('Hello.')),
      ],
      where: ['first'],
      at: [0],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'a summary opens': [assistant({ type: 'compaction', content: 'So far.' }, text('Hello.')), user('a')] },
})

const instructions = [{ role: 'system', content: 'Help.' }]
const request = { provider: 'anthropic.messages', model: 'claude-opus-4-6' }

test('instructions alone are sent as a conversation', () => {
  const { messages, loss } = repair(instructions, { format: 'ai-sdk', request })
  expect(messages).toHaveLength(2)
  expect(messages[1]).toMatchObject({ role: 'user' })
  expect(loss).toBe('synthesised')
  expect(repair(messages, { format: 'ai-sdk', request }).messages).toBe(messages)
})

test('instructions that are stored before anybody has spoken get a word of the user', () => {
  expect(repair(instructions, { format: 'ai-sdk', request, purpose: 'stored' }).messages).toBe(instructions)
})

const opener = { firstRoles: ['user'], userDemanded: true }
const answer = { assistantAfterTool: true }

test.each([
  ['Unexpected role user after role tool', answer],
  [`unexpected role 'user' after role 'tool'`, answer],
  ['A user message cannot stand after tool messages', answer],
  ['Unexpected role assistant after role system', opener],
  ['The first message must be of the user', opener],
])('%s teaches another order', (sentence, rules) => {
  expect(userAfterTool.learn?.({ text: sentence } as never)).toEqual({ rules })
})
