import { array, assert, constantFrom, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/transcript/apply-edits.ts'
import { composeEdits } from '../../src/transcript/compose-edits.ts'
import type { Edit } from '../../src/transcript/edit.ts'
import { inListOrder } from '../../src/transcript/in-list-order.ts'
import { invertEdits } from '../../src/transcript/invert-edits.ts'

const given = { because: ['blank_text'], loss: 'none' } as const
const insert = (index: number, after: unknown): Edit => ({ ...given, op: 'insert', index, after })
const remove = (index: number, before: unknown): Edit => ({ ...given, op: 'remove', index, before })
const replace = (index: number, before: unknown, after: unknown): Edit => ({
  ...given,
  op: 'replace',
  index,
  before,
  after,
})

describe('the edits of one plan', () => {
  const list = ['a', 'b', 'c']
  const rows: readonly (readonly [edits: readonly Edit[], after: string])[] = [
    [[], 'abc'],
    [[insert(0, 'x'), insert(0, 'y')], 'xyabc'],
    [[insert(3, 'x'), insert(3, 'y')], 'abcxy'],
    [[remove(0, 'a'), remove(2, 'c')], 'b'],
    [[replace(0, 'a', 'A'), replace(2, 'c', 'C')], 'AbC'],
    [[remove(1, 'b'), insert(1, 'x')], 'axc'],
    [[replace(1, 'b', 'B'), insert(1, 'x'), insert(2, 'y')], 'axByc'],
    [[replace(2, 'c', 'C'), remove(0, 'a'), insert(0, 'x'), insert(3, 'z'), insert(0, 'y')], 'xybCz'],
  ]

  test.for(rows)('row %$: make another list, or do not lead back', ([edits, after]) => {
    const made = applyEdits(list, edits)
    expect(made.join('')).toBe(after)
    expect(list.join('')).toBe('abc')
    const back = invertEdits(list, edits)
    expect(applyEdits(made, back)).toEqual(list)
    for (const edit of back) expect(edit).toMatchObject(given)
    const befores = back.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.before === made[edit.index]]))
    expect(befores).not.toContain(false)
  })

  test('do not stand in list order, an insertion before what happens to its message', () => {
    const shuffled = [remove(2, 'c'), insert(2, 'x'), replace(0, 'a', 'A'), insert(2, 'y'), insert(0, 'z')]
    expect(inListOrder(shuffled)).toEqual([
      insert(0, 'z'),
      replace(0, 'a', 'A'),
      insert(2, 'x'),
      insert(2, 'y'),
      remove(2, 'c'),
    ])
  })
})

describe('several plans as one', () => {
  const [a, b, c] = [{ a: 1 }, { b: 1 }, { c: 1 }]
  const [x, y] = [{ x: 1 }, { y: 1 }]
  const plans: readonly Edit[] = [
    { op: 'remove', index: 0, before: a, because: ['blank_text', 'role_invalid'], loss: 'lossy' },
    { op: 'insert', index: 0, after: x, because: ['role_invalid', 'prefill_unsupported'], loss: 'synthesised' },
  ]
  const cause = { because: ['blank_text', 'role_invalid', 'prefill_unsupported'], loss: 'lossy' }

  test.for<readonly [after: readonly unknown[], edits: readonly object[]]>([
    [[a, b, c], []],
    [[x, b, c], [{ op: 'replace', index: 0, before: a, after: x }]],
    [[a, b, y], [{ op: 'replace', index: 2, before: c, after: y }]],
    [[a, c], [{ op: 'remove', index: 1, before: b }]],
    [
      [],
      [
        { op: 'remove', index: 0, before: a },
        { op: 'remove', index: 1, before: b },
        { op: 'remove', index: 2, before: c },
      ],
    ],
    [
      [x, a, b, y, c],
      [
        { op: 'insert', index: 0, after: x },
        { op: 'insert', index: 2, after: y },
      ],
    ],
    [
      [a, b, c, x, y],
      [
        { op: 'insert', index: 3, after: x },
        { op: 'insert', index: 3, after: y },
      ],
    ],
    [
      [a, x, y],
      [
        { op: 'replace', index: 1, before: b, after: x },
        { op: 'replace', index: 2, before: c, after: y },
      ],
    ],
    [
      [x, c],
      [
        { op: 'replace', index: 0, before: a, after: x },
        { op: 'remove', index: 1, before: b },
      ],
    ],
    [
      [x, y, b, c],
      [
        { op: 'replace', index: 0, before: a, after: x },
        { op: 'insert', index: 1, after: y },
      ],
    ],
  ])('row %$: do other edits, lose a cause or the worst loss', ([after, edits]) => {
    expect(composeEdits([a, b, c], after, plans)).toEqual(edits.map((edit) => ({ ...edit, ...cause })))
  })

  test('cost more together than each of them', () => {
    const free = { op: 'replace', index: 0, before: a, after: x, because: [], loss: 'none' } as const
    expect(composeEdits([a], [x], [free, free])).toEqual([free])
  })

  test('lead to another list, whatever was moved, doubled or taken out', () => {
    const step = record({ at: nat(6), op: constantFrom('insert', 'remove', 'replace', 'again') })
    assert(
      property(nat(5), array(step, { maxLength: 6 }), (length, steps) => {
        const before: unknown[] = Array.from({ length }, (_, index) => ({ index }))
        const after = steps.reduce((list, { at, op }, made) => {
          const place = Math.min(at, list.length)
          const item = op === 'again' ? list[0] : { made }
          return list.toSpliced(place, op === 'insert' || op === 'again' ? 0 : 1, ...(op === 'remove' ? [] : [item]))
        }, before)
        expect(applyEdits(before, composeEdits(before, after, []))).toEqual(after)
      }),
    )
  })
})
