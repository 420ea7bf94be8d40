import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'blank_text',
  finds: {
    empty: {
      broken: [user('a'), assistant(text(''), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
    },
    'white space': {
      broken: [user(text('a'), text(' \n\t')), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
      at: [0, 1],
    },
    'a string': {
      broken: [user('a'), { role: 'assistant', content: '  ' }, assistant(text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1],
    },
  },
  nearMisses: { 'white space around text': [user(' a \n'), assistant(text('\n b ')), user(text('\u200b'))] },
})
