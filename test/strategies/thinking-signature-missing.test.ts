import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { assistant, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_signature_missing',
  finds: {
    'an empty signature': {
      broken: [user('a'), assistant(thinking('Hm.', ''), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
      loss: 'synthesised',
    },
    'no signature': {
      broken: [user('a'), assistant({ type: 'thinking', thinking: 'Hm.' }, text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      loss: 'synthesised',
    },
    'the original is in the store': {
      broken: [user('a'), assistant({ type: 'thinking', thinking: 'Hm.' }, text('b'))],
      repaired: [user('a'), assistant(thinking(), text('b'))],
      also: ['thinking_block_modified'],
      options: { evidence: { resultOf: () => undefined, originalOf: () => thinking() } },
    },
  },
  nearMisses: { 'signed thinking': [user('a'), assistant(thinking(), text('b')), user('c')] },
})

const spoken = (text: string): object => ({ role: 'user', parts: [{ text }] })
const called = (name: string, signature?: string): object => ({
  role: 'model',
  parts: [{ functionCall: { name, args: {} }, ...(signature && { thoughtSignature: signature }) }],
})
const answered = (name: string, ...beside: object[]): object => ({
  role: 'user',
  parts: [{ functionResponse: { name, response: { output: name } } }, ...beside],
})
const missingAt = (position: number): object => ({
  error: {
    code: 400,
    message: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:read\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
    status: 'INVALID_ARGUMENT',
  },
})

// The provider counts from one, and says where its turn begins: a text of the user behind a result need not end it.
test.each([
  ['the first', 2, [1, 3, 5]],
  ['the middle', 4, [3, 5]],
  ['the last', 6, [5]],
])('a call without a signature that the provider names is left as it is: %s', (_which, position, signed) => {
  const contents = [
    spoken('a'),
    ...['read', 'find', 'edit'].flatMap((name) => [called(name), answered(name)]),
    spoken('and now?'),
  ]
  const request = { model: 'gemini-3-pro-preview' }
  expect(repair(contents, { format: 'gemini', request }).messages).toBe(contents)
  const { loss, messages } = repair(contents, { format: 'gemini', request, error: missingAt(position) })
  expect(loss).toBe('synthesised')
  expect(messages.flatMap((content, index) => (content === contents[index] ? [] : [index]))).toEqual(signed)
  expect(JSON.stringify(messages[signed[0]!])).toContain('thoughtSignature')
})

test('a call that is signed is signed again', () => {
  const contents = [spoken('a'), called('read', 'c2lnbmVk'), answered('read'), spoken('b')]
  const request = { model: 'gemini-3-pro-preview' }
  expect(repair(contents, { format: 'gemini', request, error: missingAt(2) }).messages).toBe(contents)
})
