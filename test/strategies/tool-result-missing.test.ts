import {
  assistant,
  call,
  found,
  placeholder,
  refusal,
  result,
  search,
  testOnAnthropic,
  text,
  user,
} from './anthropic.ts'

testOnAnthropic({
  type: 'tool_result_missing',
  finds: {
    'one call': {
      broken: [user('a'), assistant(call('x')), user('b'), assistant(text('c'))],
      repaired: [user('a'), assistant(call('x')), user(placeholder('x'), text('b')), assistant(text('c'))],
      at: [1, 0],
      loss: 'synthesised',
    },
    'one of two parallel calls': {
      broken: [user('a'), assistant(call('x'), call('y')), user(result('y')), assistant(text('c'))],
      repaired: [user('a'), assistant(call('x'), call('y')), user(result('y'), placeholder('x')), assistant(text('c'))],
      at: [1, 0],
      loss: 'synthesised',
    },
    'the process died while the tool ran': {
      broken: [user('a'), assistant(text('b'), call('x'))],
      repaired: [user('a'), assistant(text('b'), call('x')), user(placeholder('x'))],
      where: ['last'],
      tail: [],
      loss: 'synthesised',
    },
    'a recorded output': {
      broken: [user('a'), assistant(call('x')), user('b'), assistant(text('c'))],
      repaired: [user('a'), assistant(call('x')), user(result('x', 'recorded'), text('b')), assistant(text('c'))],
      options: { evidence: { resultOf: () => ({ status: 'completed', output: 'recorded' }) } },
    },
    'a tool of the provider, while its loop runs': {
      broken: [user('a'), assistant(search('srvtoolu_1'), call('x')), user(result('x'))],
      repaired: [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), call('x')), user(result('x'))],
      error: refusal(
        'messages.3: `web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block',
      ),
      where: ['last'],
      tail: [],
      loss: 'synthesised',
    },
    'a tool of the provider': {
      broken: [user('a'), assistant(search('srvtoolu_1'), text('b'))],
      at: [1, 0],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'results split over messages, in another order': [
      user('a'),
      assistant(call('x'), call('y')),
      user(result('y')),
      user(result('x'), text('b')),
    ],
    'a paused turn': [user('a'), assistant(search('srvtoolu_1'))],
    'an exchange stored twice while a tool of the provider waits': [
      user('a'),
      assistant(search('srvtoolu_1'), call('x')),
      user(result('x')),
      assistant(search('srvtoolu_1'), call('x')),
      user(result('x')),
      assistant(found('srvtoolu_1'), text('b')),
      user('c'),
    ],
    'an answered tool of the provider': [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1')), user('b')],
  },
})
