import { OptionsError } from './options-error.ts'

/** What one option takes, and what it is when it is left out. */
export interface OptionRule<Value> {
  readonly fallback: Value
  /** For people: `a whole number from 0`. */
  readonly takes: string
  accepts(value: unknown): boolean
}

/** Options with every default in place. */
export type CheckedOptions<Rules> = {
  readonly [Name in keyof Rules]: Rules[Name] extends OptionRule<infer Value> ? Value : never
}

export function oneOf<const Value>(values: readonly Value[], fallback: Value): OptionRule<Value> {
  const known: ReadonlySet<unknown> = new Set(values)
  return { fallback, takes: `one of: ${values.join(', ')}`, accepts: (value) => known.has(value) }
}

/** `NaN`, infinities and fractions are refused: a limit that compares false with everything is none. */
export function wholeNumber(from: number, fallback: number, to: number = Number.MAX_SAFE_INTEGER): OptionRule<number> {
  return {
    fallback,
    takes: `a whole number from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`,
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
  }
}

export function yesOrNo(fallback: boolean): OptionRule<boolean> {
  return { fallback, takes: 'true or false', accepts: (value) => typeof value === 'boolean' }
}

/** An option without a default, known by the types of value that it takes. */
export function optional<Value>(
  takes: string,
  ...types: readonly ('string' | 'function' | 'object')[]
): OptionRule<Value | undefined> {
  const known: ReadonlySet<string> = new Set(types)
  return { fallback: undefined, takes, accepts: (value) => value !== null && known.has(typeof value) }
}

/**
 * A misspelt option would be passed over in silence: `readonly` for `readOnly` opened a database to write.
 *
 * @throws {OptionsError} names the option, and those that there are
 */
export function refuseUnknown(given: object, known: readonly string[]): void {
  // Callers in JavaScript: a text would pass for a list of letters, and null end with a TypeError that names no option.
  if (given === null || typeof given !== 'object')
    throw new OptionsError(`Options must be an object, not ${show(given)}.`)
  const name = Object.keys(given).find((each) => !known.includes(each))
  if (name !== undefined) throw new OptionsError(`Unknown option ${name}. There are: ${known.toSorted().join(', ')}.`)
}

/**
 * Checks options against their rules and fills in what is left out. The one way in which the hook, the adapters and the proxy
 * check theirs; no schema library, since that costs more to load than the whole core.
 *
 * @throws {OptionsError} names the option, what it is and what it takes; also for an option that does not exist
 * @example
 * checkOptions({ budget: 5 }, { budget: wholeNumber(0, 3), mode: oneOf(['observe', 'repair'], 'repair') })
 */
export function checkOptions<Rules extends Readonly<Record<string, OptionRule<unknown>>>>(
  given: object,
  rules: Rules,
): CheckedOptions<Rules> {
  refuseUnknown(given, Object.keys(rules))
  const values: Readonly<Record<string, unknown>> = { ...given }
  const checked = Object.entries(rules).map(([name, rule]) => {
    const value = values[name]
    if (value === undefined) return [name, rule.fallback]
    if (!rule.accepts(value)) throw new OptionsError(`Invalid option ${name}: ${show(value)}. It takes ${rule.takes}.`)
    return [name, value]
  })
  return Object.fromEntries(checked) as CheckedOptions<Rules>
}

/** Short, and never the inside of an object: an option may hold a key (I12). */
function show(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 80)
}
