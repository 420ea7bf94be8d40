import { OptionsError } from './options-error.ts'

const kinds = { function: 'a function', object: 'an object', string: 'a text' }
const shown: Readonly<Record<string, string>> = { ...kinds, symbol: 'a symbol' }

/** What one option takes, and what it is when it is left out. */
export interface OptionRule<Value> {
  readonly fallback: Value
  /** For people: `a whole number from 0`. */
  readonly takes: string
  accepts(value: unknown): boolean
  /** There is no default: who leaves it out is told what it takes. */
  readonly isRequired?: true
  /** A wrong word in its place is a slip to be told; in the place of any other it may be an address with its password, or a prompt (I12). */
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

/** Some of what is known; without a default all of it is meant. */
export function listOf<const Value>(values: readonly Value[]): OptionRule<readonly Value[] | undefined> {
  const known: ReadonlySet<unknown> = new Set(values)
  return {
    fallback: undefined,
    takes: `a list of: ${values.join(', ')}`,
    accepts: (value) => Array.isArray(value) && value.every((each) => known.has(each)),
    isPlain: true,
  }
}

/** `NaN`, infinities and fractions are refused: a limit that compares false with everything is none. */
export function wholeNumber(from: number, fallback: number, to: number = Number.MAX_SAFE_INTEGER): OptionRule<number> {
  return {
    fallback,
    takes: `a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`,
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
    isPlain: true,
  }
}

/** An amount that may be a fraction, `NaN` never; `Infinity` only where `to` is: it says that there is no limit. */
export function amount(from: number, fallback: number, to: number = Number.MAX_SAFE_INTEGER): OptionRule<number> {
  const rule = wholeNumber(from, fallback, to)
  return {
    ...rule,
    takes: rule.takes.replace('whole ', ''),
    accepts: (value) => typeof value === 'number' && value >= from && value <= to,
  }
}

/** The same option without a default. */
export function withoutDefault<Value>(rule: OptionRule<Value>): OptionRule<Value | undefined> {
  return { ...rule, fallback: undefined }
}

export function required<Value>(rule: OptionRule<Value | undefined>): OptionRule<Value> {
  return { ...rule, fallback: undefined as Value, isRequired: true }
}

/** A text that says something. */
export function someText(takes: string = 'a text'): OptionRule<string | undefined> {
  return { fallback: undefined, takes, accepts: (value) => typeof value === 'string' && value !== '' }
}

/** A file or folder. An empty one would be the working folder, which nobody means. */
export function somePath(takes: string): OptionRule<string> {
  const accepts = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0')
  return { fallback: '', takes, accepts, isRequired: true }
}

/** Known by its methods, whoever made it: a store, a queue, a client. Those of its class count. */
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

/** An option without a default, known by the types of value that it takes. */
export function optional<Value>(
  type: keyof typeof kinds,
  takes: string = kinds[type],
  ...others: readonly (keyof typeof kinds)[]
): OptionRule<Value | undefined> {
  const known: ReadonlySet<string> = new Set([type, ...others])
  return { fallback: undefined, takes, accepts: (value) => value !== null && known.has(typeof value) }
}

/**
 * Callers in JavaScript: a text would pass for a list of letters, and null end with a TypeError that names no option.
 *
 * @throws {OptionsError}
 */
export function demandObject(given: unknown): asserts given is object {
  if (!isObject(given)) throw new OptionsError(`Options must be an object, not ${show(given)}.`)
}

/**
 * What stands before the options, or alone: the store, the queue, the model that is wrapped.
 *
 * @throws {OptionsError} names it, and what it takes
 */
export function checkArgument<Value>(name: string, value: unknown, rule: OptionRule<Value>): void {
  if (!rule.accepts(value)) throw refusal(name, value, rule)
}

/**
 * A misspelt option would be passed over in silence: `readonly` for `readOnly` opened a database to write.
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

/** Short, and nothing that a terminal would obey. */
const isName = (value: unknown): boolean => typeof value === 'string' && /^[\w.-]{1,40}$/.test(value)

/** Numbers, flags and what is not there; of all else that it is there. */
function show(value: unknown, isPlain: boolean = false): string {
  if (isPlain && (isName(value) || (Array.isArray(value) && value.length > 0 && value.every(isName))))
    return [value].flat().join(', ').slice(0, 80)
  if (Array.isArray(value)) return 'a list'
  if (value === '') return '""'
  return value === null ? 'null' : (shown[typeof value] ?? String(value))
}
