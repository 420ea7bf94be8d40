import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'trailing_whitespace',
  request: { model: 'claude-sonnet-4-5', thinking: { type: 'disabled' } },
  finds: {
    'a prefill in blocks': {
      broken: [user('a'), assistant(text('The answer is \n'))],
      repaired: [user('a'), assistant(text('The answer is'))],
      at: [1, 0],
      where: ['last'],
      tail: [],
    },
    'a prefill as a string': {
      broken: [user('a'), assistant('The answer is ')],
      repaired: [user('a'), assistant('The answer is')],
      at: [1],
      where: ['last'],
      tail: [],
    },
  },
  nearMisses: {
    'in an answer that is not last': [user('a'), assistant(text('b \n')), user('c')],
    'a clean prefill': [user('a'), assistant('The answer is')],
  },
})
