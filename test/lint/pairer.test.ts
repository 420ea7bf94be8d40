import { expect, test } from 'vitest'
import { pairCalls } from '../../src/lint/pair-calls.ts'
import { resultsAnywhere } from '../../src/lint/results-anywhere.ts'
import { holds, rules } from './pairing-rows.ts'
import { nameOf, viewsOf } from './views.ts'

holds('results in the next turn:', {}, [
  [
    'a result beside its call, which is answered',
    ['A a? a!', 'U a!', 'A ok'],
    { pairs: ['a?0 a!1'], orphans: ['a!0'], strays: ['some'] },
  ],
  [
    'a result beside a second open call of its id',
    ['A a?', 'U hi', 'A a? a!', 'U hi'],
    { pairs: ['a?0 a!2'], unanswered: ['a?2'], displaced: ['a?0 a!2'], strays: ['some'] },
  ],
  ['two calls at the end', ['U hi', 'A a? b?'], { frontier: ['a?1', 'b?1'] }],
  ['two results without ids that no call has', ['U -.f! -.g!'], { orphans: ['-.f!0', '-.g!0'], strays: ['some'] }],
  [
    'two calls that have lost their ids, with one result of another name',
    ['A -.f? -.g?', 'U a.f! b.x!', 'A ok'],
    { unanswered: ['-.f?0', '-.g?0'], orphans: ['a.f!1', 'b.x!1'], strays: ['some'] },
  ],
  [
    'a result before its call at the end',
    ['U a!', 'A a?'],
    { pairs: ['a?1 a!0'], displaced: ['a?1 a!0'], strays: ['some'] },
  ],
  [
    'two results without an id behind one call',
    ['A a?', 'U -! -!', 'A ok'],
    { pairs: ['a?0 -!1'], orphans: ['-!1'], strays: ['some'] },
  ],
  [
    'two results without an id behind one call at the end',
    ['A a?', 'U -! -!'],
    { pairs: ['a?0 -!1'], orphans: ['-!1'], strays: ['some'] },
  ],
  ['two calls and their results', ['U hi', 'A a? b?', 'U b! a!'], { pairs: ['a?1 a!2', 'b?1 b!2'] }],
  ['a call without a result before a text', ['A a?', 'U hi'], { unanswered: ['a?0'] }],
  ['a call at the end', ['U hi', 'A a?'], { frontier: ['a?1'] }],
  ['one of two calls at the end', ['A a? b?', 'U a!'], { pairs: ['a?0 a!1'], frontier: ['b?0'] }],
  ['a call whose turn has been talked over', ['A a?', 'U hi', 'A ok'], { unanswered: ['a?0'] }],
  [
    'a call before the last turn, which is open, too',
    ['A a?', 'A hi', 'U b!'],
    { frontier: ['a?0'], orphans: ['b!2'], strays: ['some'] },
  ],
  ['a result that no call has', ['U a!'], { orphans: ['a!0'], strays: ['some'] }],
  [
    'a result before its call',
    ['U a!', 'A a?', 'U hi'],
    { pairs: ['a?1 a!0'], displaced: ['a?1 a!0'], strays: ['some'] },
  ],
  [
    'a result in the message of its call',
    ['A a? a!', 'U hi'],
    { pairs: ['a?0 a!0'], displaced: ['a?0 a!0'], strays: ['some'] },
  ],
  ['a late result', ['A a?', 'U hi', 'A ok', 'U a!'], { pairs: ['a?0 a!3'], displaced: ['a?0 a!3'], strays: ['some'] }],
  [
    'a late result that two open calls may own',
    ['A a?', 'U hi', 'A a?', 'U hi', 'A ok', 'U a!'],
    { unanswered: ['a?0', 'a?2'], orphans: ['a!5'], strays: ['some'] },
  ],
  ['a second result in the same turn', ['A a?', 'U a! a!'], { pairs: ['a?0 a!1'], duplicates: ['a!1 not a!1'] }],
  [
    'a second result in a later turn',
    ['A a?', 'U a!', 'A ok', 'U a!'],
    { pairs: ['a?0 a!1'], duplicates: ['a!1 not a!3'], strays: ['some'] },
  ],
  [
    'a real result behind a synthetic one (I5)',
    ['A a?', 'U a!y a!'],
    { pairs: ['a?0 a!1'], duplicates: ['a!1 not a!y1'] },
  ],
  [
    'a synthetic result behind a real one (I5)',
    ['A a?', 'U a! a!y'],
    { pairs: ['a?0 a!1'], duplicates: ['a!1 not a!y1'] },
  ],
  [
    'two calls of one id in a turn',
    ['A a? a?', 'U a! a!'],
    { pairs: ['a?0 a!1', 'a?0 a!1'], repeated: ['a?0 of a?0 a!1'] },
  ],
  ['a message that was stored twice', ['A a?', 'A a?', 'U a!'], { pairs: ['a?0 a!2'], repeated: ['a?1 of a?0 copy'] }],
  ['an id that comes back in another turn', ['A a?', 'U a!', 'A a?', 'U a!'], { pairs: ['a?0 a!1', 'a?2 a!3'] }],
  ['a result without an id behind its call', ['A a?', 'U -!', 'A ok'], { pairs: ['a?0 -!1'], strays: ['some'] }],
  [
    'a result without an id behind two calls',
    ['A a? b?', 'U -!', 'A ok'],
    { unanswered: ['a?0', 'b?0'], orphans: ['-!1'], strays: ['some'] },
  ],
  [
    'a result without an id behind an answered call',
    ['A a?', 'U a! -!', 'A ok'],
    { pairs: ['a?0 a!1'], orphans: ['-!1'], strays: ['some'] },
  ],
  ['a call that has lost its id', ['A -?', 'U a!', 'A ok'], { pairs: ['-?0 a!1'], strays: ['some'] }],
  [
    'a call that has lost its id, beside one that has not',
    ['A a? -?', 'U a! b!', 'A ok'],
    { pairs: ['-?0 b!1', 'a?0 a!1'], strays: ['some'] },
  ],
  [
    'two calls that have lost their ids, with as many results',
    ['A -? -?', 'U a! b!', 'A ok'],
    { pairs: ['-?0 a!1', '-?0 b!1'], strays: ['some'] },
  ],
  [
    'two calls that have lost their ids, with results in messages of their own',
    ['A -? -?', 'U a!', 'U b!', 'A ok'],
    { unanswered: ['-?0', '-?0'], orphans: ['a!1', 'b!2'], strays: ['some'] },
  ],
  [
    'two calls that have lost their ids, with results in messages of their own that tell the name',
    ['A -.f? -.g?', 'U a.f!', 'U b.g!', 'A ok'],
    { pairs: ['-.f?0 a.f!1', '-.g?0 b.g!2'], strays: ['some'] },
  ],
  [
    'two calls of one name that have lost their ids, with results in messages of their own',
    ['A -.f? -.f?', 'U a.f!', 'U b.f!', 'A ok'],
    { unanswered: ['-.f?0', '-.f?0'], orphans: ['a.f!1', 'b.f!2'], strays: ['some'] },
  ],
  [
    'two calls that have lost their ids, with one result twice',
    ['A -? -?', 'U a! a!', 'A ok'],
    { unanswered: ['-?0', '-?0'], orphans: ['a!1', 'a!1'], strays: ['some'] },
  ],
  [
    'two calls that have lost their ids, with results of other names',
    ['A -.f? -.g?', 'U a.g! b.f!', 'A ok'],
    { unanswered: ['-.f?0', '-.g?0'], orphans: ['a.g!1', 'b.f!1'], strays: ['some'] },
  ],
  [
    'two results that have lost their ids',
    ['A a? b?', 'U -! -!', 'A ok'],
    { pairs: ['a?0 -!1', 'b?0 -!1'], strays: ['some'] },
  ],
  [
    'two results, one of which has lost its id',
    ['A a? b?', 'U -! c!', 'A ok'],
    { unanswered: ['a?0', 'b?0'], orphans: ['-!1', 'c!1'], strays: ['some'] },
  ],
  [
    'two calls of the server that have lost their ids',
    ['A -?s a!s -?s b!s', 'U hi'],
    { pairs: ['-?s0 a!s0', '-?s0 b!s0'] },
  ],
  [
    'a call of the server that has lost its id, behind its result',
    ['A a!s -?s', 'U hi'],
    { unanswered: ['-?s0'], orphans: ['a!s0'] },
  ],
  [
    'two calls that have lost their ids',
    ['A -? -?', 'U a!', 'A ok'],
    { unanswered: ['-?0', '-?0'], orphans: ['a!1'], strays: ['some'] },
  ],
  [
    'a call that has lost its id, with two results',
    ['A -?', 'U a! b!', 'A ok'],
    { unanswered: ['-?0'], orphans: ['a!1', 'b!1'], strays: ['some'] },
  ],
  [
    'a call that has lost its id, a turn too early',
    ['A -?', 'U hi', 'A ok', 'U a!'],
    { unanswered: ['-?0'], orphans: ['a!3'], strays: ['some'] },
  ],
  [
    'an exchange that two writers stored, each result before the other call',
    ['A a?', 'S hi', 'U a!', 'A a?', 'S hi', 'U a!'],
    { pairs: ['a?0 a!2', 'a?3 a!5'], displaced: ['a?0 a!2', 'a?3 a!5'], strays: ['some'] },
  ],
  [
    'a result without an id two turns behind',
    ['A a?', 'U hi', 'A ok', 'U -!'],
    { unanswered: ['a?0'], orphans: ['-!3'], strays: ['some'] },
  ],
])

holds('ids that are unique in the list:', { callIdScope: 'transcript' }, [
  [
    'an id that comes back in another turn',
    ['A a?', 'U a!', 'A a?', 'U a!'],
    { pairs: ['a?0 a!1', 'a?2 a!3'], repeated: ['a?2 of a?0 a!3 copy'] },
  ],
  [
    'an id that comes back beside a text',
    ['A a?', 'U a!', 'A ok a?', 'U a!'],
    { pairs: ['a?0 a!1', 'a?2 a!3'], repeated: ['a?2 of a?0 a!3'] },
  ],
  [
    'the same id of a call of the server',
    ['A a?s a!s', 'U hi', 'A a?', 'U a!'],
    { pairs: ['a?2 a!3', 'a?s0 a!s0'], repeated: ['a?2 of a?s0 a!3'] },
  ],
])

holds('ids that mean nothing:', { callIdScope: 'none' }, [
  ['an id that comes back in one turn', ['A a? a?', 'U a! a!'], { pairs: ['a?0 a!1', 'a?0 a!1'] }],
  ['an id that comes back in another turn', ['A a?', 'U a!', 'A a?', 'U a!'], { pairs: ['a?0 a!1', 'a?2 a!3'] }],
  ['one result for two of them', ['A a? a?', 'U a!', 'A ok'], { pairs: ['a?0 a!1'], unanswered: ['a?0'] }],
])

holds('results in messages of their own:', { results: 'own-messages', resultRole: 'tool' }, [
  ['two calls and their results', ['A a? b?', 'T b!', 'T a!'], { pairs: ['a?0 a!2', 'b?0 b!1'] }],
  [
    'a result in a message of the user',
    ['A a?', 'U a!', 'A ok'],
    { pairs: ['a?0 a!1'], displaced: ['a?0 a!1'], strays: ['some'] },
  ],
  [
    'the answer of the message before',
    ['A a?', 'A b?', 'T a!', 'T b!'],
    { pairs: ['a?0 a!2', 'b?1 b!3'], displaced: ['a?0 a!2'], strays: ['some'] },
  ],
  ['a call at the end', ['U hi', 'A a? b?', 'T a!'], { pairs: ['a?1 a!2'], frontier: ['b?1'] }],
])

holds('answers that are whole messages:', { answersWhole: true }, [
  ['the answer of the message before', ['A a?', 'A b?', 'U b!'], { pairs: ['b?1 b!2'], unanswered: ['a?0'] }],
  [
    'both in the turn behind',
    ['A a?', 'A b?', 'U a! b!'],
    { pairs: ['a?0 a!2', 'b?1 b!2'], displaced: ['a?0 a!2'], strays: ['some'] },
  ],
  ['the last message', ['A a? b?', 'U a! b!'], { pairs: ['a?0 a!1', 'b?0 b!1'] }],
])

holds('answers that are whole messages, results that may wait:', { answersWhole: true, resultsMayWait: true }, [
  ['both in the turn behind', ['A a?', 'A b?', 'U a! b!'], { pairs: ['a?0 a!2', 'b?1 b!2'], strays: ['some'] }],
  [
    'an id that is open once more behind it',
    ['A a?', 'A b?', 'U a! b!', 'A a?', 'U hi'],
    { pairs: ['a?0 a!2', 'b?1 b!2'], strays: ['some'], unanswered: ['a?3'] },
  ],
  [
    'a result of the server behind a prompt, whose call was made once more between',
    ['A a?s', 'U hi', 'A a?s', 'A a!s', 'U hi', 'A a!s'],
    { pairs: ['a?s2 a!s3', 'a?s0 a!s5'], displaced: ['a?s0 a!s5'] },
  ],
  ['a result of the server behind a prompt', ['A a?s', 'U hi', 'A a!s'], { pairs: ['a?s0 a!s2'] }],
  [
    'one in a turn further behind',
    ['A a?', 'A b?', 'U b!', 'A ok', 'U a!'],
    { pairs: ['a?0 a!4', 'b?1 b!2'], displaced: ['a?0 a!4'], strays: ['some'] },
  ],
])

holds('items:', { results: 'items', callIdScope: 'transcript' }, [
  [
    'a result without an id in the message of its call',
    ['A a? -!', 'U hi', 'A ok'],
    { pairs: ['a?0 -!0'], strays: ['some'] },
  ],
  [
    'a result without an id before its call',
    ['T -!', 'A a?', 'U hi', 'A ok'],
    { unanswered: ['a?1'], orphans: ['-!0'], strays: ['some'] },
  ],
  [
    'results in any place behind their calls',
    ['A a?', 'A b?', 'U hi', 'T b!', 'T a!'],
    { pairs: ['a?0 a!4', 'b?1 b!3'] },
  ],
  ['a call that a person has talked over', ['A a?', 'U hi', 'A ok'], { unanswered: ['a?0'] }],
  ['two calls that a person has talked over', ['A a?', 'A b?', 'U hi', 'A ok'], { unanswered: ['a?0', 'b?1'] }],
  ['a call at the end', ['U hi', 'A a?', 'A b?', 'T a!'], { pairs: ['a?1 a!3'], frontier: ['b?2'] }],
  [
    'a result before its call',
    ['T a!', 'A a?', 'U hi'],
    { pairs: ['a?1 a!0'], displaced: ['a?1 a!0'], strays: ['some'] },
  ],
  ['a result without an id', ['A a?', 'U hi', 'T -!', 'A ok'], { pairs: ['a?0 -!2'], strays: ['some'] }],
])

holds('a history on the server:', { historyElsewhere: true }, [
  ['a call that has lost its id', ['A -?', 'U a!', 'A ok'], { pairs: ['-?0 a!1'], strays: ['some'] }],
  ['a result of the history', ['U a!', 'A ok'], { strays: ['some'] }],
  ['a result of the history, twice', ['U a! a!', 'A ok'], { duplicates: ['a!0 not a!0'], strays: ['some'] }],
  [
    'a result in its place, behind one of the history',
    ['U b!', 'A a?', 'U a!', 'A ok'],
    { pairs: ['a?1 a!2'], strays: ['some'] },
  ],
  ['a result behind an answer of the list', ['U a!', 'A ok', 'U b!', 'A ok'], { orphans: ['b!2'], strays: ['some'] }],
])

holds('a history of items on the server:', { historyElsewhere: true, results: 'items' }, [
  ['a call that has lost its id', ['A -?', 'U a!', 'A ok'], { unanswered: ['-?0'], strays: ['some'] }],
  ['a result behind an answer of the list', ['A ok', 'U a!'], { strays: ['some'] }],
  ['a call that the list answers', ['A a?', 'U a!'], { pairs: ['a?0 a!1'] }],
])

holds(
  'a history on the server, results without ids:',
  { historyElsewhere: true, callIdsOptional: true, callIdScope: 'none' },
  [
    ['results without an id', ['U -.f! -.f!', 'A ok'], { strays: ['some'] }],
    ['results that share an id', ['U a.f! a.g!', 'A ok'], { strays: ['some'] }],
    ['one behind an answer of the list', ['U a!', 'A ok', 'U -.f!', 'A ok'], { orphans: ['-.f!2'], strays: ['some'] }],
  ],
)

holds('results that may wait for a decision:', { resultsMayWait: true }, [
  ['one of the server in a later turn', ['A a?s', 'U hi', 'A a!s'], { pairs: ['a?s0 a!s2'] }],
  ['one of the server before its call', ['A a!s a?s', 'U hi'], { pairs: ['a?s0 a!s0'], displaced: ['a?s0 a!s0'] }],
  [
    'one of the server in a turn of the user',
    ['A a?s', 'U a!s', 'A ok'],
    { pairs: ['a?s0 a!s1'], displaced: ['a?s0 a!s1'] },
  ],
])

test('a call that holds its own result is open, or one that holds none is answered', () => {
  const views = viewsOf(['A a? a! b?', 'U hi'])
  const [call, result] = views.messages[0]!.blocks
  Object.assign(result!, { raw: call!.raw })
  const { unanswered, orphans } = pairCalls(views, { ...rules, results: 'same-block' }, undefined, resultsAnywhere)
  expect([unanswered.map(nameOf), orphans]).toEqual([['b?0'], []])
})

test('a message that came twice is compared once more for each of its calls', () => {
  const views = viewsOf(['A a? b? c?', 'U a! b! c!', 'A a? b? c?', 'U a! b! c!'])
  let looks = 0
  const raw = Object.defineProperty({}, 'said', { enumerable: true, get: () => (looks += 1) > 0 })
  for (const message of views.messages)
    Object.assign(message, { raw: Object.create(null, Object.getOwnPropertyDescriptors(raw)) })
  expect(pairCalls(views, { ...rules, callIdScope: 'transcript' }).repeated.map(({ inCopy }) => inCopy)).toEqual([
    true,
    true,
    true,
  ])
  expect(looks).toBe(2)
})
