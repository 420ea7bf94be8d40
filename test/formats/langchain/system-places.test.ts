import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const system = (content: string): object => ({ type: 'system', content })
const asked = { type: 'human', content: 'a' }
const said = { type: 'ai', content: 'b' }
const more = { type: 'human', content: 'c' }
const newest = { provider: 'anthropic', model: 'claude-opus-4-8' }

const told = (messages: readonly object[], request: object): unknown =>
  repair(messages, { format: 'langchain', request: { ...request } }).messages

// @langchain/anthropic lifts those that lead; the Messages API takes the others before the assistant, or at the end.
test.each([
  ['at the first place', [system('s'), asked, said, more]],
  ['before the assistant', [system('s'), asked, system('m'), said, more]],
  ['at the end', [asked, said, more, system('m')]],
])('a system message that Claude takes %s is moved', (_place, messages) => {
  expect(told(messages, newest)).toEqual(messages)
})

test.each([
  ['behind the assistant', [asked, said, system('m'), more], [asked, said, more, system('m')]],
  [
    'twice, beside one that leads',
    [system('s'), asked, said, system('m'), more, said, system('n'), more],
    [system('s'), asked, said, more, system('m'), said, more, system('n')],
  ],
])('a system message that Claude refuses %s waits for its error', (_place, messages, wanted) => {
  expect(told(messages, newest)).toEqual(wanted)
})

test('a provider that takes system messages anywhere has them moved', () => {
  const messages = [asked, said, system('m'), more]
  expect(told(messages, { provider: 'openai', model: 'gpt-5' })).toEqual(messages)
  expect(told(messages, {})).toEqual(messages)
})
