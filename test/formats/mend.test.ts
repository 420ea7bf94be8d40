import { expect, test } from 'vitest'
import {
  anObject,
  eachOf,
  exactText,
  fields,
  flag,
  label,
  listOf,
  type Mend,
  mendedFields,
  oneOf,
  orAsIs,
  orElse,
  orNull,
  otherThan,
  tagged,
  text,
  whole,
} from '../../src/formats/mend.ts'

const nothing = undefined
const object = fields({ a: text }, { b: whole })
const byType = tagged({ x: fields({ n: whole }), y: () => nothing })
type Row = readonly [what: string, mend: Mend, rows: readonly (readonly [held: unknown, meant: unknown])[]]

const rows: readonly Row[] = [
  [
    'a text',
    text,
    [
      ['', ''],
      ['a', 'a'],
      [0, '0'],
      [1.5, '1.5'],
      [false, 'false'],
      [{ a: 1 }, '{"a":1}'],
      [['a'], '["a"]'],
      [{}, nothing],
      [[], nothing],
      [null, nothing],
      [nothing, nothing],
    ],
  ],
  [
    'a label',
    label,
    [
      ['', ''],
      ['a', 'a'],
      [0, '0'],
      [7, '7'],
      [NaN, nothing],
      [Infinity, nothing],
      [true, nothing],
      [{ a: 1 }, nothing],
      [null, nothing],
    ],
  ],
  [
    'an exact text',
    exactText,
    [
      ['', ''],
      ['a', 'a'],
      [1, nothing],
      [null, nothing],
    ],
  ],
  [
    'a flag',
    flag,
    [
      [true, true],
      [false, false],
      [1, true],
      [0, false],
      ['true', true],
      ['false', false],
      [2, nothing],
      ['', nothing],
      ['1', nothing],
      [null, nothing],
    ],
  ],
  [
    'a whole number',
    whole,
    [
      [0, 0],
      [-7, -7],
      [1.5, nothing],
      ['12', 12],
      ['-12', -12],
      ['123456789012345', 123456789012345],
      ['1234567890123456', nothing],
      ['', nothing],
      ['a1', nothing],
      ['1a', nothing],
      [true, nothing],
    ],
  ],
  [
    'an object',
    anObject,
    [
      [[], nothing],
      [null, nothing],
      ['a', nothing],
    ],
  ],
  [
    'one of some',
    oneOf('a', 'b'),
    [
      ['a', 'a'],
      ['b', 'b'],
      ['c', nothing],
      [nothing, nothing],
    ],
  ],
  [
    'one that may be null',
    orNull(whole),
    [
      [null, null],
      ['1', 1],
      ['a', nothing],
    ],
  ],
  [
    'one with another for it',
    orElse(whole, 9),
    [
      ['1', 1],
      [0, 0],
      ['a', 9],
      [null, 9],
    ],
  ],
  [
    'one that may stay',
    orAsIs(whole),
    [
      ['1', 1],
      ['a', 'a'],
      [null, null],
    ],
  ],
  [
    'a list',
    listOf(whole),
    [
      [
        ['1', 2],
        [1, 2],
      ],
      [['a', '1'], [1]],
      [['a'], []],
      [{}, nothing],
      ['1', nothing],
    ],
  ],
  [
    'a list of each',
    eachOf(whole),
    [
      [
        ['1', 2],
        [1, 2],
      ],
      [['a', '1'], nothing],
      [['1', 'a'], nothing],
      [{}, nothing],
    ],
  ],
  [
    'the fields of an object',
    object,
    [
      [{ a: 1 }, { a: '1' }],
      [
        { a: 'a', b: '2' },
        { a: 'a', b: 2 },
      ],
      [{ a: 'a', b: 'b' }, { a: 'a' }],
      [{ b: 1 }, nothing],
      [{ a: null }, nothing],
      [[], nothing],
      [
        { a: 1, c: 3 },
        { a: '1', c: 3 },
      ],
    ],
  ],
  [
    'one by its type',
    byType,
    [
      [
        { type: 'x', n: '1' },
        { type: 'x', n: 1 },
      ],
      [{ type: 'x' }, nothing],
      [{ type: 'y' }, nothing],
      [
        { type: 'z', n: '1' },
        { type: 'z', n: '1' },
      ],
      [{ type: 'toString' }, { type: 'toString' }],
      [{ type: 1 }, nothing],
      [{}, nothing],
      ['x', nothing],
    ],
  ],
]

test.each(rows.flatMap(([what, mend, pairs]) => pairs.map(([held, meant]) => ({ what, mend, held, meant }))))(
  '$what is made of $held, or of what it is not',
  ({ mend, held, meant }) => {
    expect(mend(held)).toStrictEqual(meant)
  },
)

test.each<[what: string, mend: Mend, fine: unknown]>([
  ['an object', anObject, { a: 1 }],
  ['a list', listOf(whole), [1, 2]],
  ['an empty list', listOf(whole), []],
  ['a list of each', eachOf(whole), [1, 2]],
  ['fields', object, { a: 'a', b: 2, c: 3 }],
  ['an object without a field that may be absent', fields({}, { b: orElse(whole, 9) }), { a: 1 }],
  ['one by its type', byType, { type: 'x', n: 1 }],
  ['one of an unknown type', byType, { type: 'z' }],
])('%s that is fine comes back as another one (I1)', (_, mend, fine) => {
  expect(mend(fine)).toBe(fine)
  expect(otherThan(fine, mend(fine))).toBeUndefined()
})

test('fields that are fine are told to change, or those that are not stay', () => {
  const held: Readonly<Record<string, unknown>> = { a: 'a', b: '2', c: 'c' }
  const changed = mendedFields({ a: text, b: whole, c: whole, d: orElse(text, '') }, (field) => held[field])
  expect(Object.entries(changed)).toEqual([
    ['b', 2],
    ['c', undefined],
  ])
  expect(Object.keys(mendedFields({ a: text, d: text }, (field) => held[field]))).toEqual([])
  expect(otherThan('a', 'b')).toBe('b')
})
