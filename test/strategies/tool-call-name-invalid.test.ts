import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, call, found, result, search, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_call_name_invalid',
  finds: {
    empty: {
      broken: [user('a'), assistant(call('x', { name: '' })), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x', { name: 'unknown_tool' })), user(result('x')), assistant(text('b'))],
      at: [1, 0],
      loss: 'synthesised',
    },
    'too long': {
      broken: [user('a'), assistant(call('x', { name: 'n'.repeat(201) })), user(result('x')), assistant(text('b'))],
    },
    'a tool of the provider whose result proves its name': {
      broken: [user('a'), assistant(search('srvtoolu_1', { name: 'google' }), found('srvtoolu_1'), text('b'))],
      repaired: [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b'))],
      at: [1, 0],
    },
    'a tool that the provider does not run': {
      broken: [user('a'), assistant(search('srvtoolu_1', { name: 'google' }), text('b'))],
      also: ['tool_result_missing'],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'a tool that is not defined any more': [user('a'), assistant(call('x', { name: 'gone' })), user(result('x'))],
  },
})

test('a name is judged by what a definition may be called, or not once the provider has quoted its pattern', () => {
  const messages = [user('a'), assistant(call('x', { name: 'ns find' })), user(result('x'))]
  const options = { format: 'anthropic-messages' } as const
  expect(repair(messages, options).messages).toBe(messages)
  const error = new Error("400 messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'")
  expect(repair(messages, { ...options, error }).messages[1]).toEqual(assistant(call('x', { name: 'ns_find' })))
})

test('a name that an unknown provider refuses is refused again', () => {
  const messages = [
    { type: 'human', content: 'Read.' },
    { type: 'ai', content: '', tool_calls: [{ type: 'tool_call', id: 'a', name: 'functions.read', args: {} }] },
    { type: 'tool', tool_call_id: 'a', content: 'x' },
    { type: 'human', content: 'And?' },
  ]
  expect(repair(messages, { format: 'langchain' }).messages).toBe(messages)
  const error = {
    status: 400,
    message:
      "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
  }
  const repaired = repair(messages, { format: 'langchain', error })
  expect(repaired.messages[1]).toMatchObject({ tool_calls: [{ name: 'functions_read' }] })
  expect(repaired.loss).toBe('none')
})

/** In the words of OpenAI. */
const few = "string does not match pattern. Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'."
const none = 'empty string. Expected a string with minimum length 1, but got an empty string instead.'
const long = 'string too long. Expected a string with maximum length 9, but got a string with length 10 instead.'
const ofGateway = "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"

test.each<readonly [told: string, given: string, name: string | undefined, loss: string]>([
  [`Invalid 'messages[0].name': ${few}`, 'Jürgen <Müller>', 'Jürgen__Müller_', 'none'],
  [`Invalid 'messages[0].name': ${few}`, ' <>', undefined, 'synthesised'],
  [`Invalid 'messages[0].name': ${few}`, '東京', '東京', 'none'],
  [`messages.0.name: ${ofGateway}`, 'Ann Lee', 'Ann_Lee', 'none'],
  [`messages.0.name: ${ofGateway}`, '東京', undefined, 'synthesised'],
  [`Invalid 'messages[0].name': ${none}`, '', undefined, 'synthesised'],
  [`Invalid 'messages[0].name': ${none}`, 'Ann Lee', 'Ann Lee', 'none'],
  [`Invalid 'messages[0].name': ${long}`, 'Ann Lee Jr', 'Ann Lee J', 'none'],
])('row %$: the name of a speaker is refused again, or changed for no reason', (told, given, name, loss) => {
  const last = { role: 'user', content: 'c', name: given }
  const called = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  const answer = { role: 'tool', tool_call_id: 'x', name: 'f', content: 'b' }
  const messages = [{ ...last, content: 'a' }, called, answer, { role: 'user', content: 'b', name: 'ann' }, last]
  const options = { format: 'openai-chat', allow: 'synthesised' } as const
  expect(repair(messages, options).messages).toBe(messages)
  const error = Object.assign(new Error(`400 ${told}`), { status: 400 })
  const repaired = repair(messages, { ...options, error })
  expect(repaired.loss).toBe(loss)
  const names = repaired.messages.map((message) => (message as { name?: string }).name)
  expect(names).toEqual([name, undefined, 'f', 'ann', name])
  expect(repaired.messages.slice(1, 4)).toEqual(messages.slice(1, 4))
})
