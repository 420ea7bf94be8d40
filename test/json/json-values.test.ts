import { anything, array, assert, constantFrom, dictionary, jsonValue, oneof, property, string } from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { counted } from '../../src/json/counted.ts'
import { appendAll } from '../../src/json/append-all.ts'
import { answersJson } from '../../src/json/answers-json.ts'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import { compareText } from '../../src/json/compare-text.ts'
import { completeJson } from '../../src/json/complete-json.ts'
import { decodedComponent } from '../../src/json/decoded-component.ts'
import { elementEnds } from '../../src/json/element-ends.ts'
import { environmentSecrets } from '../../src/json/environment-secrets.ts'
import { filledStringOf } from '../../src/json/filled-string-of.ts'
import { heldIn } from '../../src/json/held-in.ts'
import { isEqual } from '../../src/json/is-equal.ts'
import { isFilled } from '../../src/json/is-filled.ts'
import { isRecord } from '../../src/json/is-record.ts'
import { isSameJson } from '../../src/json/is-same-json.ts'
import { isTooDeep } from '../../src/json/is-too-deep.ts'
import { lastMoment } from '../../src/json/last-moment.ts'
import { listOf } from '../../src/json/list-of.ts'
import { longestTimer } from '../../src/json/longest-timer.ts'
import { ownValue } from '../../src/json/own-value.ts'
import { parsedContainer } from '../../src/json/parsed-container.ts'
import { parsedJson } from '../../src/json/parsed-json.ts'
import { revivedBytes } from '../../src/json/revived-bytes.ts'
import { sameItems } from '../../src/json/same-items.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { stringOf } from '../../src/json/string-of.ts'
import { textOf } from '../../src/json/text-of.ts'
import { textOrJson } from '../../src/json/text-or-json.ts'
import { unwrapped } from '../../src/json/unwrapped.ts'
import { withField } from '../../src/json/with-field.ts'
import { withoutPath } from '../../src/json/without-path.ts'

const nested = (depth: number): unknown => parsedJson(`${'[1,'.repeat(depth)}2${']'.repeat(depth)}`)

const nestedFields = (depth: number): unknown => parsedJson(`${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`)

describe('JSON that was cut off', () => {
  test('cannot be completed, or loses more than its end', () => {
    const space = constantFrom('', ' ', '\n  ')
    const size = { maxLength: 3, maxDepth: 2 }
    const value = oneof(array(jsonValue(size), size), dictionary(string(), jsonValue(size), { maxKeys: 3 }))
    assert(
      property(value, space, (whole, indent) => {
        const text = JSON.stringify(whole, null, indent)
        const prefixes = Array.from({ length: text.length - 1 }, (_, cut) => text.slice(0, cut + 1))
        expect(prefixes.filter((prefix) => completeJson(prefix) === undefined)).toEqual([])
        // As it is read: JSON has no negative zero.
        expect(completeJson(text.slice(0, -1))).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each<[cut: string, whole: unknown]>([
    ['{"a":"b","c', { a: 'b' }],
    ['{"a":"b","c" : ', { a: 'b' }],
    ['{"a":"b" , ', { a: 'b' }],
    ['{"a":"b","c":tru', { a: 'b' }],
    ['{"a":"b","c":-1.', { a: 'b' }],
    ['{"a":"b","c\\"d":12', { a: 'b', 'c"d': 12 }],
    ['{"a":[1, 2', { a: [1, 2] }],
    ['{"a":[1, fal', { a: [1] }],
    ['[{"a":"}]"},{"b":"\\"{', [{ a: '}]' }, { b: '"{' }]],
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\u', { a: 'x' }],
    ['{"a":"x\\u00e', { a: 'x' }],
    ['{"a":"x\\u00E9', { a: 'xé' }],
    ['{"a":"C:\\\\u', { a: 'C:\\u' }],
    ['{"a":"C:\\\\\\u12', { a: 'C:\\' }],
  ])('%s is completed to something else', (cut, whole) => {
    expect(completeJson(cut)).toEqual(whole)
  })

  test.each(['', '7', '"a', '{}', '[1]', '{"a":1]', '[1}', '{a', '{"a" "b"', '}{', '{"a":1,,'])(
    '%s is completed',
    (text) => {
      expect(completeJson(text)).toBeUndefined()
    },
  )
})

test.each<[value: unknown, text: string | undefined]>([
  [{ b: 1, a: [2, undefined, { d: null, c: 'x"' }] }, '{"a":[2,null,{"c":"x\\"","d":null}],"b":1}'],
  [{ cache_control: 1, cacheControl: 2, z: undefined, a: 1 }, '{"a":1}'],
  [{ z: undefined, b: 1, c: 2 }, '{"b":1,"c":2}'],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  [{ toJSON: 'a field' }, '{"toJSON":"a field"}'],
  [[], '[]'],
  [{}, '{}'],
  [null, 'null'],
  [undefined, undefined],
  [() => 1, undefined],
])('the canonical text of %j differs', (value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

test.each<[first: string, second: string, order: number]>([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['Z', 'a', -1],
  ['é', 'z', 1],
])('%s and %s stand in an order of the language', (first, second, order) => {
  expect(compareText(first, second)).toBe(order)
})

test.each<[text: string, from: number, ends: readonly number[]]>([
  ['[{"a":1},{}, 7]', 1, [8, 11]],
  ['[{"a":1},{}, 7]', 8, [11]],
  ['[ [1,[2]]\n,\t{"a":"]}\\\\"} ]', 1, [9, 24]],
  ['["a",{}]', 1, []],
  ['[{},"\\"",{}]', 1, [3]],
  ['[{"a":"\\""}]', 1, [11]],
  ['[{"a":""},{"b":"\\\\"},{}]', 1, [9, 20, 23]],
  ['[{"a":"never ends', 1, []],
  ['[]', 1, []],
])('the elements of %s behind %i end elsewhere', (text, from, ends) => {
  expect(elementEnds(text, from)).toEqual(ends)
})

test('a value of the environment that tells no secret is kept back, or a secret is shown', () => {
  const names = 'API_KEY GitHub_Token db_passwd MY_AUTH CLIENT_SECRET PASSPHRASE CREDENTIALS COOKIE_JAR privatePem'
  const secrets = Object.fromEntries(names.split(' ').map((name, at) => [name, `${at}-234567`]))
  const told = {
    PATH: 'e1234567',
    SSH_KEY: '/home/ada/.ssh/id',
    TOKEN: 'short12',
    SECRET: undefined,
    EDITOR: 'f1234567',
  }
  expect(environmentSecrets({ ...secrets, ...told })).toEqual(Object.values(secrets))
})

describe('equal values', () => {
  const twice = (value: unknown): readonly unknown[] => [value, structuredClone(value)]

  test('are told apart otherwise than by node:util', () => {
    const value = oneof(jsonValue(), anything({ withTypedArray: true, withNullPrototype: true, maxDepth: 2 }))
    assert(
      property(value, value, (first, second) => {
        if (!isDeepStrictEqual(first, second)) return
        expect(isEqual(first, second)).toBe(true)
      }),
    )
  })

  test.each<[first: unknown, second: unknown]>([
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }],
    [{ 0: 1, length: 1 }, [1]],
    [Buffer.from([1]), { 0: 1 }],
    [0, -0],
    [null, {}],
    [{}, null],
    [undefined, {}],
    ['1', 1],
    [{ toString: 1 }, {}],
  ])('%j and %j pass for equal', (first, second) => {
    expect(isEqual(first, second)).toBe(false)
    expect(isEqual(second, first)).toBe(false)
  })

  test.each<[value: unknown]>([[{ a: [{ b: null }, 'c'] }], [Number.NaN], [[[], {}]]])(
    '%j differs from its copy',
    (value) => {
      const [first, second] = twice(value)
      expect(isEqual(first, second)).toBe(true)
    },
  )

  test.each<[first: unknown, second: unknown, same: boolean]>([
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1], [1, 2], false],
    [[1, 2], [1, 3], false],
    [[], {}, false],
    [{}, [], false],
    [null, {}, false],
    [{}, null, false],
    [{}, 'a', false],
    ['a', {}, false],
    [{ a: { b: 1 } }, { a: { b: 2 } }, false],
    [nested(201), nested(201), true],
    [nested(202), nested(202), false],
    [nestedFields(200), nestedFields(200), true],
    [nestedFields(201), nestedFields(201), false],
  ])('row %$: two values written alike pass for different, or the other way round', (first, second, same) => {
    expect(isSameJson(first, second)).toBe(same)
  })
})

// Journals and snapshots on disk hold these.
test.each([
  ['', '0ztntfp009zl'],
  ['a', '1r9wi7g1ui5u'],
  ['session-recovery', '0bjcyy10vqiy'],
  ['héllo → 👋', '0yymz3j0wgcd'],
])('the hash of %j is not that of yesterday', (text, hash) => {
  expect(shortHash(text)).toBe(hash)
})

test('text that is no JSON throws, or passes for a value', () => {
  expect(['[1]', 'null', '[1', ''].map(parsedJson)).toEqual([[1], null, undefined, undefined])
  expect([' [1]', '\n{"a":1}', '1', '"[1]"', 'a [1]', '{'].map(parsedContainer)).toEqual([
    [1],
    { a: 1 },
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('one thing is told as many, or many as one', () => {
  expect([0, 1, 2].map((number) => counted(number, 'finding'))).toEqual(['0 findings', '1 finding', '2 findings'])
})

test('a table holds under a name what all objects have, or nothing under a name of its own', () => {
  const table: Readonly<Record<string, number>> = { gzip: 1, none: 0 }
  expect(['gzip', 'none', 'constructor', 'br'].map((name) => ownValue(table, name))).toEqual([
    1,
    0,
    undefined,
    undefined,
  ])
})

test('a part of a URL is read otherwise than it is coded, or a wrong code throws', () => {
  const parts = ['a%20b', '%E2%82%AC', 'a+b', '', '100%', '%zz', '%E2%82']
  expect(parts.map(decodedComponent)).toEqual(['a b', '€', 'a+b', '', undefined, undefined, undefined])
})

test('a list is taken for none or none for a list, or items are lost, turned round or too many for the stack', () => {
  const target = listOf([1]).slice()
  appendAll(target, listOf({ length: 1 }))
  appendAll(target, [2, 3])
  expect(target).toEqual([1, 2, 3])
  appendAll(
    target,
    Array.from({ length: 200_000 }, (_, item) => item),
  )
  expect(target).toHaveLength(200_003)
})

test.each<[value: unknown, isFields: boolean, isText: boolean]>([
  [{}, true, false],
  [[], false, false],
  [null, false, false],
  ['a', false, true],
  ['', false, true],
  [7, false, false],
  [undefined, false, false],
])('%j is taken for an object with fields, or for a text', (value, isFields, isText) => {
  expect(isRecord(value)).toBe(isFields)
  expect(stringOf(value)).toBe(isText ? value : undefined)
  expect(filledStringOf(value)).toBe(isText && value !== '' ? value : undefined)
  expect(textOf(value)).toBe(isText ? value : '')
  expect(textOrJson(value)).toBe(isText ? value : JSON.stringify(value ?? null))
  expect(isFilled(value)).toBe(value !== undefined && value !== null && value !== '')
})

test.each<[value: unknown, answers: boolean]>([
  [new Date(0), true],
  [{ toJSON: (): number => 1 }, true],
  [{ toJSON: 1 }, false],
  [null, false],
  [undefined, false],
])('%j says itself what JSON is made of it, or does not', (value, answers) => {
  expect(answersJson(value)).toBe(answers)
})

test.each<[raw: unknown, held: readonly unknown[]]>([
  [{ id: 1 }, [{ id: 1 }]],
  [{ value: [[{ id: 1 }]] }, [{ id: 1 }]],
  ['[{"id":1},{"id":2}]', [{ id: 1 }, { id: 2 }]],
  [{ 0: { id: 1 }, 1: { id: 2 } }, [{ id: 1 }, { id: 2 }]],
  [{ a: { id: 1 }, b: { id: 2 } }, []],
  [[{ id: 1 }, 7], []],
  [[[[[[{ id: 1 }]]]]], [{ id: 1 }]],
  [[[[[[[{ id: 1 }]]]]]], []],
  [[], []],
  [null, []],
  [7, []],
  ['id', []],
])('what is held in wraps is not found, or something else is: %j', (raw, held) => {
  expect(heldIn(raw, (value) => 'id' in value)).toEqual(held)
})

test.each<[value: unknown, bytes: readonly number[] | undefined]>([
  [{ 0: 137, 1: 80 }, [137, 80]],
  [{ type: 'Buffer', data: [1] }, [1]],
  [
    [0, 255],
    [0, 255],
  ],
  [[256], undefined],
  [[-1], undefined],
  [[1.5], undefined],
  [[1, 'a'], undefined],
  [[], undefined],
  [{}, undefined],
  [{ 1: 137 }, undefined],
  [{ 0: 137, a: 80 }, undefined],
  [{ type: 'Buffer' }, undefined],
  [{ type: 'Blob', data: [1] }, undefined],
  [Uint8Array.of(1), undefined],
  ['a', undefined],
])('bytes that went through JSON are not read, or something else is taken for some: %j', (value, bytes) => {
  expect(revivedBytes(value)).toEqual(bytes && Uint8Array.from(bytes))
})

test.each<[former: readonly unknown[], now: readonly unknown[], isSame: boolean]>([
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['a', 'c'], false],
  [['a', 'b'], ['c', 'b'], false],
  [['a'], ['a', 'b'], false],
  [['a', 'b'], ['a'], false],
  [[{}], [{}], false],
  [[], [], true],
])('%j and %j hold the very same items, or others', (former, now, isSame) => {
  expect(sameItems(former, now)).toBe(isSame)
})

test('a time that fits is refused, or a later one fits', () => {
  expect(longestTimer).toBe(0x7f_ff_ff_ff)
  expect([lastMoment, -lastMoment].map((time) => new Date(time).getTime())).toEqual([lastMoment, -lastMoment])
  expect(new Date(lastMoment + 1).getTime()).toBeNaN()
})

test('another failure is taken for a value that was nested too deep, or none for one', () => {
  const deepen = (): never => deepen()
  const causes = [deepen, () => 'a'.repeat(-1), () => JSON.parse('{')].map((fail) => {
    try {
      return fail()
    } catch (cause) {
      return isTooDeep(cause)
    }
  })
  expect(causes).toEqual([true, false, false])
  expect(isTooDeep(new Error('Maximum call stack size exceeded'))).toBe(false)
})

describe('a copy with another field', () => {
  class Branded {
    readonly a = 1
    readonly b = 2
  }

  test('loses its class or the order of its fields, or changes the source', () => {
    const source = new Branded()
    expect(Object.entries(withField(source, 'a', 7) as object)).toEqual([
      ['a', 7],
      ['b', 2],
    ])
    expect(Object.entries(withField(source, 'a', undefined) as object)).toEqual([['b', 2]])
    expect(Object.entries(withField(source, 'c', null) as object)).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', null],
    ])
    expect(withField(source, 'a', 7)).toBeInstanceOf(Branded)
    expect(source).toEqual(new Branded())
  })

  test('deep inside, is another object beside the path, too', () => {
    const raw = { list: [{ keep: {}, drop: 1 }, { keep: {} }], other: {} }
    const copy = withoutPath(raw, ['list', 0], 'drop') as typeof raw
    expect(copy).toEqual({ list: [{ keep: {} }, { keep: {} }], other: {} })
    expect(Array.isArray(copy.list)).toBe(true)
    expect(copy.list[0]?.keep).toBe(raw.list[0]?.keep)
    expect(copy.list[1]).toBe(raw.list[1])
    expect(copy.other).toBe(raw.other)
    expect(raw.list[0]?.drop).toBe(1)
    expect(withoutPath({ drop: 1 }, [], 'drop')).toEqual({})
  })
})

test.each([
  [{ value: [1] }, [1]],
  [['a'], 'a'],
  ['{"a":1}', { a: 1 }],
  [{ a: 1, b: 2 }, undefined],
  [[], undefined],
  ['a', undefined],
  [1, undefined],
])('what is wrapped is not found, or something else is taken for it: %j', (value, held) => {
  expect(unwrapped(value)).toEqual(held)
})
