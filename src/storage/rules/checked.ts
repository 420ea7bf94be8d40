import { isRecord } from '../../json/is-record.ts'
import { StoreError } from '../store-error.ts'
import { longestLeaseMs } from './longest-lease.ts'

interface Taken {
  /** The words after "must be" in the error. */
  readonly what: string
  readonly accepts: (value: unknown) => boolean
}

const count: Taken = { what: 'a whole number, at least 0', accepts: isCount }
const text: Taken = { what: 'a text', accepts: (value) => typeof value === 'string' }

/** The values that options take, by name, for all commands. Which options a command has is left to its types. */
const taken: Readonly<Record<string, Taken>> = {
  expect: count,
  occurrence: count,
  owner: text,
  replaces: text,
  create: { what: 'true or false', accepts: (value) => typeof value === 'boolean' },
  known: {
    what: 'an object with the `length` and the `digest` of a beginning',
    accepts: (value) => isRecord(value) && isCount(value['length']) && typeof value['digest'] === 'string',
  },
  lease: {
    what: 'an object with a `token`',
    accepts: (value) => isRecord(value) && Number.isFinite(value['token']),
  },
  parts: { what: 'a list of records', accepts: (value) => Array.isArray(value) && value.every(isRecord) },
  provenance: { what: 'an object', accepts: isRecord },
  ttlMs: { what: 'a positive number', accepts: (value) => typeof value === 'number' && value > 0 && value < Infinity },
  turnID: { what: 'a text that is not empty', accepts: (value) => typeof value === 'string' && value !== '' },
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/**
 * Returns the options of a store's command unchanged, once they are checked. Undefined counts as left out; only the option
 * named `needed` must be given.
 *
 * @throws StoreError `invalid_value`, which names the option and what it takes; also when the options are not an object
 * @example
 * const { expect, lease } = checked(options)
 */
export function checked<Options extends object>(options: Options, needed: keyof Options & string): Options
export function checked<Options extends object>(options: Options | undefined): Partial<Options>
export function checked<Options extends object>(options: Options | undefined, needed?: string): Partial<Options> {
  if (options === undefined && needed === undefined) return {}
  if (!isRecord(options)) throw invalid('The options', 'an object')
  for (const name in taken) {
    const value = (options as Readonly<Record<string, unknown>>)[name]
    if (value === undefined ? name === needed : !taken[name]!.accepts(value))
      throw invalid(`\`${name}\``, taken[name]!.what)
  }
  return options
}

/** @throws StoreError `invalid_value` for a time that no lease can have */
export function checkedLease<Options extends { readonly ttlMs: number }>(options: Options): Options {
  if (checked(options, 'ttlMs').ttlMs <= longestLeaseMs) return options
  throw invalid('`ttlMs` of a lease', `at most ${longestLeaseMs} (366 days): renew it`)
}

/** @throws StoreError `invalid_value` unless it is a list */
export function checkedList<Item>(name: string, list: readonly Item[]): readonly Item[] {
  if (!Array.isArray(list)) throw invalid(`\`${name}\``, 'a list')
  return list
}

/** @throws StoreError `invalid_value` unless it is a string */
export function checkedText(name: string, value: string): string {
  if (typeof value !== 'string') throw invalid(name, text.what)
  return value
}

function invalid(name: string, what: string): StoreError {
  return new StoreError({ code: 'invalid_value', message: `${name} must be ${what}.` })
}
