import { holds } from './pairing-rows.ts'

holds('results of one role, ids that may be missing:', { callIdsOptional: true, resultRole: 'tool' }, [
  [
    'a result of another role',
    ['A -.f?', 'U b!', 'A ok'],
    { unanswered: ['-.f?0'], orphans: ['b!1'], strays: ['some'] },
  ],
  [
    'two results of another role',
    ['A -.f? -.g?', 'U b! c!', 'A ok'],
    { unanswered: ['-.f?0', '-.g?0'], orphans: ['b!1', 'c!1'], strays: ['some'] },
  ],
  [
    'a result of another role, twice, at the end',
    ['A a?', 'U a! a!'],
    { pairs: ['a?0 a!1'], orphans: ['a!1'], displaced: ['a?0 a!1'], strays: ['some'] },
  ],
  ['results of that role', ['A -.f? -.g?', 'T -! -!', 'A ok'], { pairs: ['-.f?0 -!1', '-.g?0 -!1'] }],
])

holds('ids that no two calls need have of their own:', { callIdScope: 'none' }, [
  ['results without a name, in order', ['A a.f? a.g?', 'U a! a!', 'A ok'], { pairs: ['a.f?0 a!1', 'a.g?0 a!1'] }],
  [
    'results that are told apart by their names',
    ['A a.f? a.g? a.h?', 'U a.h! a.f! a.g!', 'A ok'],
    { pairs: ['a.f?0 a.f!1', 'a.g?0 a.g!1', 'a.h?0 a.h!1'] },
  ],
  [
    'results of other names, in order',
    ['A a.f? a.g?', 'U a.x! a.y!', 'A ok'],
    { pairs: ['a.f?0 a.x!1', 'a.g?0 a.y!1'] },
  ],
])

holds('results that are counted:', { callIdsOptional: true, resultsCounted: 'alone' }, [
  ['as many of other ids as calls', ['A a.f? b.g?', 'U c! d!', 'A ok'], { pairs: ['a.f?0 c!1', 'b.g?0 d!1'] }],
  [
    'as many of other names as calls',
    ['A a.f? b.g?', 'U c.x! d.y!', 'A ok'],
    { pairs: ['a.f?0 c.x!1', 'b.g?0 d.y!1'] },
  ],
  [
    'fewer than calls',
    ['A a.f? b.g?', 'U c.x!', 'A ok'],
    { unanswered: ['a.f?0', 'b.g?0'], orphans: ['c.x!1'], strays: ['some'] },
  ],
  [
    'more than calls',
    ['A a.f?', 'U c.x! d.y!', 'A ok'],
    { unanswered: ['a.f?0'], orphans: ['c.x!1', 'd.y!1'], strays: ['some'] },
  ],
  [
    'as many as are left beside one that is named',
    ['A a.f? b.g?', 'U b.g! c.x!', 'A ok'],
    { pairs: ['a.f?0 c.x!1', 'b.g?0 b.g!1'] },
  ],
  [
    'one that an earlier call waits for',
    ['A c.f?', 'U hi', 'A a.g?', 'U c.f!', 'A ok'],
    { pairs: ['c.f?0 c.f!3'], unanswered: ['a.g?2'], displaced: ['c.f?0 c.f!3'], strays: ['some'] },
  ],
  [
    'a second one of a call',
    ['A a.f?', 'U a.f! a.f!', 'A ok'],
    { pairs: ['a.f?0 a.f!1'], duplicates: ['a.f!1 not a.f!1'] },
  ],
])

holds('ids that may be missing:', { callIdsOptional: true }, [
  ['calls and results of one name', ['A -.f? -.f?', 'U -.f! -.f!'], { pairs: ['-.f?0 -.f!1', '-.f?0 -.f!1'] }],
  ['results that only their order assigns', ['A -.f? -.g?', 'U -! -!'], { pairs: ['-.f?0 -!1', '-.g?0 -!1'] }],
  ['one named and one nameless', ['A -.f? -.g?', 'U -! -.f!'], { pairs: ['-.f?0 -.f!1', '-.g?0 -!1'] }],
  ['a result of another name, without ids', ['A -.f?', 'U -.g!'], { pairs: ['-.f?0 -.g!1'] }],
  [
    'a result of another id and name',
    ['A a.f?', 'U b.g!', 'A ok'],
    { unanswered: ['a.f?0'], orphans: ['b.g!1'], strays: ['some'] },
  ],
  [
    'a result before any call',
    ['U -!', 'A -.f?', 'U hi', 'A ok'],
    { unanswered: ['-.f?1'], orphans: ['-!0'], strays: ['some'] },
  ],
  ['more results than calls', ['A -.f?', 'U -! -!'], { pairs: ['-.f?0 -!1'], orphans: ['-!1'], strays: ['some'] }],
])
