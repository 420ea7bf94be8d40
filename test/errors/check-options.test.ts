import { expect, test } from 'vitest'
import {
  amount,
  checkArgument,
  checkOptions,
  having,
  listOf,
  oneOf,
  type OptionRule,
  optional,
  refuseUnknown,
  required,
  somePath,
  someText,
  wholeNumber,
  withoutDefault,
  yesOrNo,
} from '../../src/errors/check-options.ts'
import { OptionsError } from '../../src/errors/options-error.ts'

const rules = {
  mode: oneOf(['observe', 'repair'], 'repair'),
  budget: wholeNumber(1, 3, 9),
  size: wholeNumber(0, 7),
  strict: yesOrNo(true),
  store: optional<object>('object', 'a store', 'function'),
  kinds: listOf(['json', 'text']),
  name: optional<string>('string'),
  now: optional<() => number>('function'),
  fs: optional<object>('object'),
}
const [name, now, fs] = [undefined, undefined, undefined]
const defaults = { name, now, fs, mode: 'repair', budget: 3, size: 7, strict: true, store: undefined, kinds: undefined }

test.each<readonly [given: Readonly<Record<string, unknown>>]>([
  [{}],
  [{ mode: 'observe' }],
  [{ budget: 1 }],
  [{ budget: 9, size: 0 }],
  [{ size: Number.MAX_SAFE_INTEGER }],
  [{ strict: false }],
  [{ kinds: [] }],
  [{ kinds: ['text', 'json'] }],
  [{ store: rules }],
  [{ store: expect }],
  [{ name: '', now: Date.now, fs: rules }],
])('%o is refused, or another default comes in', (given) => {
  expect(checkOptions(given, rules)).toEqual({ ...defaults, ...given })
})

test('an option that is left out on purpose has no default', () => {
  const given = Object.fromEntries(Object.keys(rules).map((name) => [name, undefined]))
  expect(checkOptions(given, rules)).toEqual(defaults)
  expect(Object.keys(checkOptions({}, rules))).toEqual(Object.keys(rules))
})

const long = 'x'.repeat(100)

test.each<readonly [given: Readonly<Record<string, unknown>>, says: string]>([
  [{ odd: 1 }, 'Unknown option odd. There are: budget, fs, kinds, mode, name, now, size, store, strict.'],
  [{ toString: 1 }, 'Unknown option toString. There are: budget, fs, kinds, mode, name, now, size, store, strict.'],
  [{ odd: undefined }, 'Unknown option odd. There are: budget, fs, kinds, mode, name, now, size, store, strict.'],
  [{ mode: 'odd' }, 'Invalid option mode: odd. It takes one of: observe, repair.'],
  [{ mode: null }, 'Invalid option mode: null. It takes one of: observe, repair.'],
  [{ mode: long }, 'Invalid option mode: a text. It takes one of: observe, repair.'],
  [{ mode: 'a\u001B[2J' }, 'Invalid option mode: a text. It takes one of: observe, repair.'],
  [{ mode: 'postgres://me:secret@db' }, 'Invalid option mode: a text. It takes one of: observe, repair.'],
  [{ kinds: ['odd'] }, 'Invalid option kinds: odd. It takes a list of: json, text.'],
  [{ kinds: 'json' }, 'Invalid option kinds: json. It takes a list of: json, text.'],
  [{ budget: 0 }, 'Invalid option budget: 0. It takes a whole number from 1 to 9.'],
  [{ budget: 10 }, 'Invalid option budget: 10. It takes a whole number from 1 to 9.'],
  [{ size: -1 }, 'Invalid option size: -1. It takes a whole number from 0.'],
  [{ size: 1.5 }, 'Invalid option size: 1.5. It takes a whole number from 0.'],
  [{ size: Number.NaN }, 'Invalid option size: NaN. It takes a whole number from 0.'],
  [{ size: Infinity }, 'Invalid option size: Infinity. It takes a whole number from 0.'],
  [{ size: '5' }, 'Invalid option size: 5. It takes a whole number from 0.'],
  [{ strict: 'yes' }, 'Invalid option strict: yes. It takes true or false.'],
  [{ strict: { key: 'secret' } }, 'Invalid option strict: an object. It takes true or false.'],
  [{ store: null }, 'Invalid option store: null. It takes a store.'],
  [{ store: 'text' }, 'Invalid option store: a text. It takes a store.'],
  [{ store: '' }, 'Invalid option store: "". It takes a store.'],
  [{ name: 5 }, 'Invalid option name: 5. It takes a text.'],
  [{ now: 5 }, 'Invalid option now: 5. It takes a function.'],
  [{ now: rules }, 'Invalid option now: an object. It takes a function.'],
  [{ fs: 5 }, 'Invalid option fs: 5. It takes an object.'],
  [{ fs: expect }, 'Invalid option fs: a function. It takes an object.'],
  [{ size: () => 'secret' }, 'Invalid option size: a function. It takes a whole number from 0.'],
  [{ size: ['a', 'b'] }, 'Invalid option size: a, b. It takes a whole number from 0.'],
  [{ size: ['a', 'a secret'] }, 'Invalid option size: a list. It takes a whole number from 0.'],
  [{ size: [] }, 'Invalid option size: a list. It takes a whole number from 0.'],
  [{ size: Symbol('secret') }, 'Invalid option size: a symbol. It takes a whole number from 0.'],
])('%o is taken, or its refusal says something else', (given, says) => {
  expect(() => checkOptions(given, rules as Readonly<Record<string, OptionRule<unknown>>>)).toThrow(
    new OptionsError(says),
  )
})

/** What is given for a rule alone: nothing means that it is left out. */
test.each<readonly [rule: string, of: OptionRule<unknown>, taken: readonly unknown[], refused: readonly unknown[]]>([
  ['a number from 1 to 2', amount(1, 1, 2), [1, 1.5, 2, undefined], [0.9, 2.1, Number.NaN, Infinity, '1', null]],
  ['a number from 0', amount(0, 0), [0, Number.MAX_SAFE_INTEGER], [-0.1, Infinity]],
  ['a number from 0 to Infinity', amount(0, 0, Infinity), [Infinity], [-Infinity, Number.NaN]],
  ['a whole number from 5', required(wholeNumber(5, 6)), [5], [4, undefined]],
  ['a whole number from 5', withoutDefault(wholeNumber(5, 6)), [5, undefined], [4]],
  ['a text', someText(), ['x', ' ', undefined], ['', 5, null, ['x']]],
  ['an id', someText('an id'), ['x'], ['']],
  ['a folder', somePath('a folder'), ['x', '/x'], ['', 'x\0', '\0', 5, null, undefined]],
  [
    'a store',
    having('a store', 'load', 'save'),
    [
      { load: Date.now, save: Date.now },
      new (class {
        load(): void {}
        save(): void {}
      })(),
      undefined,
    ],
    [
      { load: Date.now, save: 5 },
      { load: 5, save: Date.now },
      { load: Date.now },
      { save: Date.now },
      null,
      'load',
      Date.now,
    ],
  ],
  ['an object', having('an object'), [{}, []], [null, 'x']],
])('%s takes another value, or refuses one of its own', (takes, of, taken, refused) => {
  for (const value of taken) expect(checkOptions({ it: value }, { it: of }).it).toBe(value ?? of.fallback)
  const says = new RegExp(`^Invalid option within\\.it: .+\\. It takes ${takes}\\.$`)
  for (const value of refused) {
    expect(() => checkOptions({ it: value }, { it: of }, 'within.')).toThrow(says)
    expect(() => checkArgument('within.it', value, of)).toThrow(says)
  }
})

test('an option without a default has one', () => {
  const rules = { it: withoutDefault(wholeNumber(0, 5)), path: somePath('a folder'), text: someText() }
  expect(checkOptions({ path: 'x' }, rules)).toEqual({ it: undefined, path: 'x', text: undefined })
  expect(() => checkOptions({}, { it: required(wholeNumber(0, 5)) })).toThrow('Invalid option it: undefined.')
})

test.each([null, undefined, 'text', 5, ''])('%j passes for options', (given) => {
  const shown = given === 'text' ? 'a text' : given === '' ? '""' : String(given)
  const refused = new OptionsError(`Options must be an object, not ${shown}.`)
  expect(() => refuseUnknown(given as unknown as object, ['x'])).toThrow(refused)
  expect(() => checkOptions(given as unknown as object, {})).toThrow(refused)
})
