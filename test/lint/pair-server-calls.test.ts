import { holds } from './pairing-rows.ts'

holds('calls of the server that wait for the client:', {}, [
  [
    'an exchange that two writers stored, the second result in its place',
    ['A a?s b?', 'U b!', 'A a?s b?', 'A a!s', 'U b!', 'A a!s'],
    { pairs: ['b?0 b!1', 'b?2 b!4', 'a?s0 a!s3'], duplicates: ['a!s3 not a!s5'] },
  ],
  [
    'an exchange that two writers stored, the second result behind a prompt',
    ['A a?s b?', 'U b!', 'A a?s b?', 'A a!s', 'U b!', 'U hi', 'A a!s'],
    { pairs: ['b?0 b!1', 'b?2 b!4', 'a?s0 a!s3'], duplicates: ['a!s3 not a!s6'] },
  ],
  [
    'a call that comes back once its result is there',
    ['A a?s b?', 'U b!', 'A a!s', 'U hi', 'A a?s a!s'],
    { pairs: ['b?0 b!1', 'a?s0 a!s2', 'a?s4 a!s4'] },
  ],
])

holds('code without ids:', { callIdScope: 'none', callIdsOptional: true }, [
  [
    'code written twice, its result behind it',
    ['A -?s -?s -!s', 'U hi', 'A ok'],
    { pairs: ['-?s0 -!s0'], unanswered: ['-?s0'] },
  ],
  ['code written twice, each with a result', ['A -?s -?s -!s -!s', 'U hi'], { pairs: ['-?s0 -!s0', '-?s0 -!s0'] }],
  ['code and result, twice', ['A -?s -!s -?s -!s', 'U hi'], { pairs: ['-?s0 -!s0', '-?s0 -!s0'] }],
])

holds('calls of the server:', {}, [
  [
    'one that nothing of the client waits for, a word of the system before its result',
    ['A a?s', 'S now', 'A a!s'],
    { pairs: ['a?s0 a!s2'], displaced: ['a?s0 a!s2'] },
  ],
  [
    'two of one id, none with its result',
    ['A a?s a?s', 'U hi', 'A ok'],
    { unanswered: ['a?s0'], repeated: ['a?s0 of a?s0'] },
  ],
  ['two of two ids, none with its result', ['A a?s b?s', 'U hi', 'A ok'], { unanswered: ['a?s0', 'b?s0'] }],
  [
    'two of one id, each beside a call of the client',
    ['A a?s b?', 'U b!', 'A a?s b?', 'U b!', 'A a!s'],
    { pairs: ['b?0 b!1', 'b?2 b!3', 'a?s0 a!s4'] },
  ],
  ['one with its result', ['A a?s a!s'], { pairs: ['a?s0 a!s0'] }],
  ['one without', ['A a?s ok', 'U hi', 'A ok'], { unanswered: ['a?s0'] }],
  ['one that still runs', ['U hi', 'A a?s'], {}],
  ['a result without a call', ['A a!s ok', 'U hi'], { orphans: ['a!s0'] }],
  ['a result before its call', ['A a!s a?s', 'U hi', 'A ok'], { pairs: ['a?s0 a!s0'], displaced: ['a?s0 a!s0'] }],
  ['two results', ['A a?s a!s a!s', 'U hi'], { pairs: ['a?s0 a!s0'], duplicates: ['a!s0 not a!s0'] }],
  [
    'two calls of one id, one result',
    ['A a?s a?s a!s', 'U hi', 'A ok'],
    { pairs: ['a?s0 a!s0'], repeated: ['a?s0 of a?s0'] },
  ],
  ['one that waits for a call of the client', ['A a?s b?', 'U b!', 'A a!s'], { pairs: ['b?0 b!1', 'a?s0 a!s2'] }],
  [
    'one that waits for a call of the client, beside a word of the system',
    ['A a?s b?', 'U b!', 'S now', 'A a!s'],
    { pairs: ['b?0 b!1', 'a?s0 a!s3'] },
  ],
  ['one that waits for a call of the client, still', ['A a?s b?', 'U b!'], { pairs: ['b?0 b!1'] }],
  [
    'one that a person has talked over',
    ['A a?s b?', 'U b! hi', 'A a!s'],
    { pairs: ['b?0 b!1', 'a?s0 a!s2'], displaced: ['a?s0 a!s2'] },
  ],
  ['a result in a turn of the user', ['A a?s', 'U a!s', 'A ok'], { pairs: ['a?s0 a!s1'], displaced: ['a?s0 a!s1'] }],
])

holds('results of the server that need not be there:', { serverResults: 'optional' }, [
  ['one without', ['A a?s ok', 'U hi', 'A ok'], {}],
  ['one of the client without', ['A a? ok', 'U hi', 'A ok'], { unanswered: ['a?0'] }],
  ['a result without a call', ['A a!s ok', 'U hi'], { orphans: ['a!s0'] }],
])

holds('results of the server that look like those of the client:', { resultsLookAlike: true }, [
  [
    'one of a call of the client',
    ['A a?', 'U a!s', 'A ok'],
    { pairs: ['a?0 a!s1'], displaced: ['a?0 a!s1'], strays: ['some'] },
  ],
  ['one of no call', ['A b?', 'U b! a!s', 'A ok'], { pairs: ['b?0 b!1'], orphans: ['a!s1'], strays: ['some'] }],
  ['one of a call of the server', ['A a?s a!s', 'U hi'], { pairs: ['a?s0 a!s0'] }],
])

holds('a call of the server of which an error tells that nothing answers it:', { unanswered: new Set(['a']) }, [
  ['beside one of the client', ['A a?s b?', 'U b!'], { pairs: ['b?0 b!1'], unanswered: ['a?s0'] }],
  ['another one', ['A c?s b?', 'U b!'], { pairs: ['b?0 b!1'] }],
  ['one that is answered', ['A a?s a!s b?', 'U b!'], { pairs: ['b?0 b!1', 'a?s0 a!s0'] }],
])
