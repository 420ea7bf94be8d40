import { OptionsError } from './options-error.ts'

const kinds = { function: 'a function', object: 'an object', string: 'a text' }
const shown: Readonly<Record<string, string>> = { ...kinds, symbol: 'a symbol' }

/** The values that one option accepts, and its default. */
export interface OptionRule<Value> {
  readonly fallback: Value
  /** The accepted values in words: `a whole number from 0`. */
  readonly takes: string
  accepts(value: unknown): boolean
  /** The option has no default, and must be given. */
  readonly isRequired?: true
  /**
   * The option takes plain words, so an error may quote a wrong one. Values of other options may be a URL with its password, or a prompt
   * (I12).
   */
  readonly isPlain?: true
}

/** Options with every default in place. */
export type CheckedOptions<Rules> = {
  readonly [Name in keyof Rules]: Rules[Name] extends OptionRule<infer Value> ? Value : never
}

export function oneOf<const Value>(values: readonly Value[], fallback: Value): OptionRule<Value> {
  const known: ReadonlySet<unknown> = new Set(values)
  return { fallback, takes: `one of: ${values.join(', ')}`, accepts: (value) => known.has(value), isPlain: true }
}

/** An option that takes a list of known values; undefined when it is left out, which means all of them. */
export function listOf<const Value>(values: readonly Value[]): OptionRule<readonly Value[] | undefined> {
  const known: ReadonlySet<unknown> = new Set(values)
  return {
    fallback: undefined,
    takes: `a list of: ${values.join(', ')}`,
    accepts: (value) => Array.isArray(value) && value.every((each) => known.has(each)),
    isPlain: true,
  }
}

/** A whole number: `NaN`, infinities and fractions are refused, since comparisons with `NaN` would switch a limit off. */
export function wholeNumber(from: number, fallback: number, to: number = Number.MAX_SAFE_INTEGER): OptionRule<number> {
  return {
    fallback,
    takes: `a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`,
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
    isPlain: true,
  }
}

/** An amount that may be a fraction, never `NaN`; `Infinity` only when `to` is: then it means no limit. */
export function amount(from: number, fallback: number, to: number = Number.MAX_SAFE_INTEGER): OptionRule<number> {
  const rule = wholeNumber(from, fallback, to)
  return {
    ...rule,
    takes: rule.takes.replace('whole ', ''),
    accepts: (value) => typeof value === 'number' && value >= from && value <= to,
  }
}

/** The same rule without a default. */
export function withoutDefault<Value>(rule: OptionRule<Value>): OptionRule<Value | undefined> {
  return { ...rule, fallback: undefined }
}

export function required<Value>(rule: OptionRule<Value | undefined>): OptionRule<Value> {
  return { ...rule, fallback: undefined as Value, isRequired: true }
}

/** A text that is not empty. */
export function someText(takes: string = 'a text'): OptionRule<string | undefined> {
  return { fallback: undefined, takes, accepts: (value) => typeof value === 'string' && value !== '' }
}

/** A file or folder. An empty path would mean the working folder, which nobody intends. */
export function somePath(takes: string): OptionRule<string> {
  const accepts = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0')
  return { fallback: '', takes, accepts, isRequired: true }
}

/** An object recognised by its methods, inherited ones included: a store, a queue, a client. */
export function having<Value>(takes: string, ...methods: readonly string[]): OptionRule<Value | undefined> {
  return {
    fallback: undefined,
    takes,
    accepts: (value) =>
      isObject(value) && methods.every((name) => typeof (Reflect.get(value, name) as unknown) === 'function'),
  }
}

export function yesOrNo(fallback: boolean): OptionRule<boolean> {
  return { fallback, takes: 'true or false', accepts: (value) => typeof value === 'boolean', isPlain: true }
}

/** An option without a default, recognised by the types of its values. */
export function optional<Value>(
  type: keyof typeof kinds,
  takes: string = kinds[type],
  ...others: readonly (keyof typeof kinds)[]
): OptionRule<Value | undefined> {
  const known: ReadonlySet<string> = new Set([type, ...others])
  return { fallback: undefined, takes, accepts: (value) => value !== null && known.has(typeof value) }
}

/**
 * For callers in JavaScript: a string would pass as a list of letters, and null would cause a TypeError that names no option.
 *
 * @throws {OptionsError}
 */
export function demandObject(given: unknown): asserts given is object {
  if (!isObject(given)) throw new OptionsError(`Options must be an object, not ${show(given)}.`)
}

/**
 * Checks an argument before the options, or without any: the store, the queue, the wrapped model.
 *
 * @throws {OptionsError} names it, and what it takes
 */
export function checkArgument<Value>(name: string, value: unknown, rule: OptionRule<Value>): void {
  if (!rule.accepts(value)) throw refusal(name, value, rule)
}

/**
 * Refuses misspelt options, which would otherwise be ignored: `readonly` for `readOnly` once opened a database for writing.
 *
 * @throws {OptionsError} names the option, and those that there are
 */
export function refuseUnknown(given: object, known: readonly string[]): void {
  demandObject(given)
  const name = Object.keys(given).find((each) => !known.includes(each))
  if (name !== undefined) throw new OptionsError(`Unknown option ${name}. There are: ${known.toSorted().join(', ')}.`)
}

/**
 * Checks options against their rules and fills in what is left out. The one way in which the hook, the adapters and the proxy
 * check theirs; no schema library, since that costs more to load than the whole core.
 *
 * @param within for options in an option: `backoff.`
 * @throws {OptionsError} names the option, what it is and what it takes; also for an option that does not exist
 * @example
 * checkOptions({ budget: 5 }, { budget: wholeNumber(0, 3), mode: oneOf(['observe', 'repair'], 'repair') })
 */
export function checkOptions<Rules extends Readonly<Record<string, OptionRule<unknown>>>>(
  given: object,
  rules: Rules,
  within: string = '',
): CheckedOptions<Rules> {
  refuseUnknown(given, Object.keys(rules))
  const values: Readonly<Record<string, unknown>> = { ...given }
  const checked = Object.entries(rules).map(([name, rule]) => {
    const value = values[name]
    if (value === undefined && !rule.isRequired) return [name, rule.fallback]
    checkArgument(within + name, value, rule)
    return [name, value]
  })
  return Object.fromEntries(checked) as CheckedOptions<Rules>
}

function refusal(name: string, value: unknown, { isPlain, takes }: OptionRule<unknown>): OptionsError {
  return new OptionsError(`Invalid option ${name}: ${show(value, isPlain)}. It takes ${takes}.`)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Short, and without control characters for a terminal. */
const isName = (value: unknown): boolean => typeof value === 'string' && /^[\w.-]{1,40}$/.test(value)

/** A wrong value in words: numbers, flags and absent values in full, of any other value only that it is there. */
function show(value: unknown, isPlain: boolean = false): string {
  if (isPlain && (isName(value) || (Array.isArray(value) && value.length > 0 && value.every(isName))))
    return [value].flat().join(', ').slice(0, 80)
  if (Array.isArray(value)) return 'a list'
  if (value === '') return '""'
  return value === null ? 'null' : (shown[typeof value] ?? String(value))
}
