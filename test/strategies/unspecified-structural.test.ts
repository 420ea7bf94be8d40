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
