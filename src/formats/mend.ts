import { isRecord } from '../json/is-record.ts'
import { revivedBytes } from '../json/revived-bytes.ts'
import { unwrapped } from '../json/unwrapped.ts'
import { withField } from '../json/with-field.ts'

/**
 * What a value has to be: the value itself where it is fine, else what it evidently means, and undefined where nobody can tell. Programs
 * keep histories in databases that know no booleans, in languages that write null for what is not there, and in text: so scalars come back as others.
 */
export type Mend = (value: unknown) => unknown

/** What the fields of an object have to be, by their names. */
export type Mends = Readonly<Record<string, Mend>>

/** A text; a number and a flag are written out, and what is no scalar as JSON. */
export const text: Mend = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isFilled(value) ? JSON.stringify(value) : undefined
}

/** A text that something else is known by: a number may be one, an object is none. */
export function label(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** A text that cannot be made of anything else: a payload, a seal, an address. */
export const exactText: Mend = (value) => (typeof value === 'string' ? value : undefined)

/** A text in base64; bytes, as a store has written them as JSON too, are told in it. */
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

/** What cannot be told is that value. */
export function orElse(mend: Mend, fallback: unknown): Mend {
  return (value) => mend(value) ?? fallback
}

/** What cannot be told stays as it is: a strategy of its own looks at it. */
export function orAsIs(mend: Mend): Mend {
  return (value) => mend(value) ?? value
}

/** A list; what nobody can read is left out of it. */
export function listOf(mend: Mend): Mend {
  return (value) => {
    const items = mendedList(value, mend)
    return items?.includes(undefined) === true ? items.filter((item) => item !== undefined) : items
  }
}

/** A list that is nothing without each of its items. */
export function eachOf(mend: Mend): Mend {
  return (value) => {
    const items = mendedList(value, mend)
    return items?.includes(undefined) === true ? undefined : items
  }
}

/** An object that is nothing without each of the first fields; of the others what nobody can read is left out. */
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

/** An object that its `type` tells apart; one of a type that is not here is let pass. */
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

/** The fields of an object that have to change, with what they have to be: undefined where nobody can tell. */
export function mendedFields(mends: Mends, heldIn: (field: string) => unknown): Readonly<Record<string, unknown>> {
  let mended: Record<string, unknown> | undefined
  for (const field in mends) {
    const held = heldIn(field)
    const meant = held === undefined ? undefined : mends[field]!(held)
    if (meant !== held) (mended ??= {})[field] = meant
  }
  return mended ?? none
}

/** What a mend has found, where it is anything else than what was there. */
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
