import { isRecord } from '../json/is-record.ts'
import { revivedBytes } from '../json/revived-bytes.ts'
import { unwrapped } from '../json/unwrapped.ts'
import { withField } from '../json/with-field.ts'

/**
 * Turns a value into what it should be: itself when it is fine, its evident meaning otherwise, undefined when that cannot be told. Programs
 * keep histories in databases without booleans, in languages that write null for absent values, and in text, so scalars change their types.
 */
export type Mend = (value: unknown) => unknown

/** The mend of each field of an object, by the field's name. */
export type Mends = Readonly<Record<string, Mend>>

/** A text: numbers and booleans are printed, filled objects become JSON. */
export const text: Mend = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isFilled(value) ? JSON.stringify(value) : undefined
}

/** A text that identifies something: a number can stand for one, an object cannot. */
export function label(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** A text that nothing else can be turned into: a payload, a signature, an address. */
export const exactText: Mend = (value) => (typeof value === 'string' ? value : undefined)

/** A text in base64; bytes, also in the JSON that a store makes of them, are encoded. */
export const base64: Mend = (value) => {
  const bytes = value instanceof Uint8Array ? value : revivedBytes(value)
  return bytes === undefined ? value : Buffer.from(bytes).toString('base64')
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
])

export const flag: Mend = (value) => (typeof value === 'boolean' ? value : flags.get(value))

export const whole: Mend = (value) => {
  if (Number.isInteger(value)) return value
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
}

export const anObject: Mend = (value) => (isRecord(value) ? value : undefined)

export function oneOf(...values: readonly string[]): Mend {
  const known = new Set<unknown>(values)
  return (value) => (known.has(value) ? value : undefined)
}

export function orNull(mend: Mend): Mend {
  return (value) => (value === null ? null : mend(value))
}

/** The mend, with a fallback for values that it cannot read. */
export function orElse(mend: Mend, fallback: unknown): Mend {
  return (value) => mend(value) ?? fallback
}

/** The mend; values that it cannot read stay as they are, for another strategy to judge. */
export function orAsIs(mend: Mend): Mend {
  return (value) => mend(value) ?? value
}

/** A list; items that cannot be read are left out. */
export function listOf(mend: Mend): Mend {
  return (value) => {
    const items = mendedList(value, mend)
    return items?.includes(undefined) === true ? items.filter((item) => item !== undefined) : items
  }
}

/** A list that cannot be read unless each of its items can. */
export function eachOf(mend: Mend): Mend {
  return (value) => {
    const items = mendedList(value, mend)
    return items?.includes(undefined) === true ? undefined : items
  }
}

/** An object that cannot be read unless each required field can; optional fields that cannot be read are left out. */
export function fields(required: Mends, optional: Mends = {}): Mend {
  return (value) => {
    if (!isRecord(value)) return undefined
    let mended: unknown = value
    for (const field in required) {
      const meant = required[field]!(value[field])
      if (meant === undefined) return undefined
      if (meant !== value[field]) mended = withField(mended, field, meant)
    }
    for (const field in optional) {
      const held = value[field]
      const meant = held === undefined ? undefined : optional[field]!(held)
      if (meant !== held) mended = withField(mended, field, meant)
    }
    return mended
  }
}

/** An object whose `type` chooses the mend; an object of an unlisted type stays as it is. */
export function tagged(mends: Mends): Mend {
  return (value) => {
    if (!isRecord(value) || typeof value['type'] !== 'string') {
      const inner = unwrapped(value)
      return inner === undefined ? undefined : tagged(mends)(inner)
    }
    return Object.hasOwn(mends, value['type']) ? mends[value['type']]!(value) : value
  }
}

const none: Readonly<Record<string, unknown>> = {}

/** The fields of an object that have to change, with their new values (undefined: the value cannot be read). */
export function mendedFields(mends: Mends, heldIn: (field: string) => unknown): Readonly<Record<string, unknown>> {
  let mended: Record<string, unknown> | undefined
  for (const field in mends) {
    const held = heldIn(field)
    const meant = held === undefined ? undefined : mends[field]!(held)
    if (meant !== held) (mended ??= {})[field] = meant
  }
  return mended ?? none
}

/** The mended value when it differs from the raw one; undefined when nothing changes. */
export function otherThan(raw: unknown, meant: unknown): unknown {
  return meant === raw ? undefined : meant
}

function mendedList(value: unknown, mend: Mend): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items = value.map((item) => mend(item) ?? mend(unwrapped(item)))
  return items.every((item, index) => item === value[index]) ? value : items
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
