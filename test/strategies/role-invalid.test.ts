import { assistant, call, result, system, testOnAnthropic, text, user } from './anthropic.ts'

const toldByTool = (said: string): string =>
  `[session-recovery] The result of a tool call, written as another API does:\n${said}`

testOnAnthropic({
  type: 'role_invalid',
  finds: {
    tool: {
      broken: [user('a'), assistant(call('x')), { role: 'tool', content: [result('x')] }, assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x')), assistant(text('b'))],
      at: [2],
      also: ['tool_result_missing'],
    },
    'a result as Chat Completions writes it, taken for the words of the user': {
      broken: [
        user('a'),
        assistant(text('b')),
        { role: 'tool', tool_call_id: 'x', content: 'c' },
        assistant(text('d')),
      ],
      repaired: [user('a'), assistant(text('b')), user(text(toldByTool('c'))), assistant(text('d'))],
      loss: 'synthesised',
      also: ['unknown_field', 'content_block_invalid'],
    },
    'a result of the time before ids': {
      broken: [user('a'), assistant(text('b')), { role: 'function', name: 'f', content: 'c' }, assistant(text('d'))],
      repaired: [user('a'), assistant(text('b')), user(text(toldByTool('c'))), assistant(text('d'))],
      loss: 'synthesised',
      also: ['unknown_field', 'content_block_invalid'],
    },
    'no role': {
      broken: [user('a'), { content: [text('b'), call('x')] }, user(result('x')), assistant(text('c'))],
      repaired: [user('a'), assistant(text('b'), call('x')), user(result('x')), assistant(text('c'))],
      also: ['tool_result_misplaced', 'tool_result_orphan', 'tool_result_missing'],
    },
    'a system message before a user turn': {
      broken: [user('a'), assistant(text('b')), system('Mind the time.'), user('c'), assistant(text('d'))],
      repaired: [user('a'), assistant(text('b')), user('c'), system('Mind the time.'), assistant(text('d'))],
      at: [2],
    },
    'a system message that opens': {
      broken: [system('Be brief.'), user('a'), assistant(text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      where: ['first'],
      at: [0],
    },
    'a system message that no user turn follows': {
      broken: [user('a'), assistant(text('b')), system('Mind the time.')],
      repaired: [user('a'), assistant(text('b')), user(text('[session-recovery] A system message:\nMind the time.'))],
      where: ['last'],
      tail: [],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'a system message between user and assistant': [
      user('a'),
      system('Mind the time.'),
      assistant(text('b')),
      user('c'),
      system('Hurry.'),
    ],
  },
})
