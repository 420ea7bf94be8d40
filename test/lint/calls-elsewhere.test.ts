import { describe, expect, test } from 'vitest'
import type { Rules } from '../../src/formats/rules.ts'
import { CallsElsewhere } from '../../src/lint/pairing/calls-elsewhere.ts'
import { nameOf, viewsOf } from './views.ts'

/** Items in words; `p` points to an item, `m` to one that only speaks. */
function parted(
  items: readonly string[],
  more: Partial<Rules> = {},
): {
  lost: readonly string[]
  elsewhere: readonly string[]
  duplicates: readonly string[]
  mayBeAnswered: readonly string[]
} {
  const rules = { itemIdForm: { field: 'id', spokenPrefixes: /^msg_/ }, ...more } as unknown as Rules
  const { messages } = viewsOf(items.map((item) => `A ${item}`))
  const calls = new CallsElsewhere(rules)
  for (const [index, item] of items.entries()) {
    const message = { ...messages[index]!, raw: { id: item === 'm' ? 'msg_1' : `rs_${index}` } }
    if (item === 'p' || item === 'm') calls.seePointer({ ...messages[index]!.blocks[0]!, message })
  }
  const blocks = messages.flatMap((message) => message.blocks)
  const orphans = blocks.filter(({ kind }) => kind === 'tool_result')
  calls.explain(orphans)
  const { duplicates, elsewhere, lost } = calls.part(orphans)
  return {
    lost: lost.map(nameOf),
    elsewhere: elsewhere.map(nameOf),
    duplicates: duplicates.map(({ kept, loser }) => `${nameOf(kept)} not ${nameOf(loser)}`),
    mayBeAnswered: blocks.filter((block) => block.kind === 'tool_call' && calls.mayBeAnswered(block)).map(nameOf),
  }
}

type Expected = Partial<ReturnType<typeof parted>>
type Row = readonly [what: string, items: readonly string[], expected: Expected, more?: Partial<Rules>]
const rows: readonly Row[] = [
  ['a result behind a pointer', ['p', 'a!'], { elsewhere: ['a!1'] }],
  ['a result before a pointer', ['a!', 'p'], { lost: ['a!0'] }],
  ['a result behind a pointer to words', ['m', 'a!'], { lost: ['a!1'] }],
  ['two results behind one pointer', ['p', 'a!', 'b!'], { elsewhere: ['a!1'], lost: ['b!2'] }],
  ['two results behind two pointers', ['p', 'p', 'a!', 'b!'], { elsewhere: ['a!2', 'b!3'] }],
  ['a result behind each pointer', ['p', 'a!', 'p', 'b!'], { elsewhere: ['a!1', 'b!3'] }],
  [
    'two results of one call behind two pointers',
    ['p', 'p', 'a!', 'a!'],
    { elsewhere: ['a!2'], duplicates: ['a!2 not a!3'] },
  ],
  [
    'a call before a pointer that is left, since the nearest result behind the next is explained behind another',
    ['c?', 'p', 'p', 'a!', 'b!', 'p', 'a!'],
    { elsewhere: ['a!3', 'b!4'], duplicates: ['a!3 not a!6'], mayBeAnswered: ['c?0'] },
  ],
  ['a result without an id', ['p', '-!'], { lost: ['-!1'] }],
  ['a call before a pointer', ['a?', 'p'], { mayBeAnswered: ['a?0'] }],
  ['a call behind a pointer', ['p', 'a?'], {}],
  ['a call before a pointer that leads to a call', ['a?', 'p', 'b!'], { elsewhere: ['b!2'] }],
  [
    'a call before two pointers, one of which leads to a call',
    ['a?', 'p', 'p', 'b!'],
    { elsewhere: ['b!3'], mayBeAnswered: ['a?0'] },
  ],
  ['a call between two pointers', ['p', 'a?', 'p'], { mayBeAnswered: ['a?1'] }],
  ['a call between two pointers, the nearer of which leads to a call', ['p', 'a?', 'p', 'b!'], { elsewhere: ['b!3'] }],
  [
    'a call before a pointer, behind which stands a result of a history on the server',
    ['a?', 'p', 'b!'],
    { elsewhere: ['b!2'], mayBeAnswered: ['a?0'] },
    { historyElsewhere: true },
  ],
  [
    'results of a history on the server',
    ['a!', 'b!', 'a!'],
    { elsewhere: ['a!0', 'b!1'], duplicates: ['a!0 not a!2'] },
    { historyElsewhere: true },
  ],
  [
    'results that come three times',
    ['a!', 'a!', 'b!', 'a!', 'b!'],
    { elsewhere: ['a!0', 'b!2'], duplicates: ['a!0 not a!1', 'a!0 not a!3', 'b!2 not b!4'] },
    { historyElsewhere: true },
  ],
  [
    'one of them that is not there',
    ['a!', 'b!'],
    { elsewhere: ['b!1'], lost: ['a!0'] },
    { historyElsewhere: true, lostElsewhere: new Set(['a']) },
  ],
  ['all of them not there', ['a!', 'b!'], { lost: ['a!0', 'b!1'] }, { historyElsewhere: true, lostElsewhere: 'all' }],
  [
    'one that is lost, behind a pointer',
    ['p', 'a!', 'b!'],
    { elsewhere: ['b!2'], lost: ['a!1'] },
    { lostElsewhere: new Set(['a']) },
  ],
  ['a call that, an error told, nothing answers', ['a?', 'p'], {}, { unanswered: new Set(['a']) }],
  ['a call beside one that nothing answers', ['b?', 'p'], {}, { unanswered: new Set(['a']) }],
]

describe('of the calls that a list only points to:', () => {
  test.each(rows.map(([what, items, expected, more = {}]) => [what, items, expected, more] as const))(
    '%s is explained wrongly',
    (_, items, expected, more) => {
      expect(parted(items, more)).toEqual({ lost: [], elsewhere: [], duplicates: [], mayBeAnswered: [], ...expected })
    },
  )
  test('there are no rows', () => expect(rows).toHaveLength(23))
})
