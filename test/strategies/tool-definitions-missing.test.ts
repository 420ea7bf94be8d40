import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

const reference = (tool_name: string): object => ({ type: 'tool_reference', tool_name })

testOnAnthropic({
  type: 'tool_definitions_missing',
  finds: {
    'a reference to a tool that left': {
      broken: [
        user('a'),
        assistant(call('x')),
        user(result('x', [reference('gone'), reference('read_file')])),
        assistant(text('b')),
      ],
      repaired: [user('a'), assistant(call('x')), user(result('x', [reference('read_file')])), assistant(text('b'))],
      at: [2, 0],
      loss: 'synthesised',
    },
    'tools were not sent': {
      broken: [user('a'), assistant(call('x')), user(result('x')), assistant(text('b'))],
      options: { request: { max_tokens: 1000, model: 'claude-opus-5' } },
      at: null,
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'a reference to a defined tool': [user('a'), assistant(call('x')), user(result('x', [reference('read_file')]))],
  },
})
