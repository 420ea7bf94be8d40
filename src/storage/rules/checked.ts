import { isRecord } from '../../json/is-record.ts'
import { StoreError } from '../store-error.ts'
import { longestLeaseMs } from './longest-lease.ts'

interface Taken {
  /** For people, behind "must be". */
  readonly what: string
  readonly accepts: (value: unknown) => boolean
}

const count: Taken = { what: 'a whole number, at least 0', accepts: isCount }
const text: Taken = { what: 'a text', accepts: (value) => typeof value === 'string' }

/** What the options of all commands take, by their names; which of them a command has, its types tell. */
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
 * The options of a command of a store, as they are; what is undefined counts as left out. `needed` names the one that may not be.
 *
 * @throws StoreError `invalid_value` names the option and what it takes; also for options that are no object
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

/** @throws StoreError `invalid_value` for what no lease can hold */
export function checkedLease<Options extends { readonly ttlMs: number }>(options: Options): Options {
  if (checked(options, 'ttlMs').ttlMs <= longestLeaseMs) return options
  throw invalid('`ttlMs` of a lease', `at most ${longestLeaseMs} (366 days): renew it`)
}

/** @throws StoreError `invalid_value` for what is no list */
export function checkedList<Item>(name: string, list: readonly Item[]): readonly Item[] {
  if (!Array.isArray(list)) throw invalid(`\`${name}\``, 'a list')
  return list
}

/** @throws StoreError `invalid_value` for what is no text */
export function checkedText(name: string, value: string): string {
  if (typeof value !== 'string') throw invalid(name, text.what)
  return value
}

function invalid(name: string, what: string): StoreError {
  return new StoreError({ code: 'invalid_value', message: `${name} must be ${what}.` })
}
