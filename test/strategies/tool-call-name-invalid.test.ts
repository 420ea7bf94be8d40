import { assistant, call, found, result, search, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_call_name_invalid',
  finds: {
    empty: {
      broken: [user('a'), assistant(call('x', { name: '' })), user(result('x')), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x', { name: 'unknown_tool' })), user(result('x')), assistant(text('b'))],
      at: [1, 0],
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
