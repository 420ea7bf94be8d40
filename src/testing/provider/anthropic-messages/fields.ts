import { isRecord } from '../shared/records.ts'
import type { Refusal } from './refusal.ts'

/** Reports what is wrong with a field's value, in the API's wording (pydantic's, adapted). */
export type FieldCheck = (value: unknown, path: string) => Iterable<Refusal>

export type Fields = Record<string, FieldCheck>

const say = (path: string, text: string): Refusal => ({ message: `${path}: ${text}` })

export const anything: FieldCheck = () => []

export const text = (limits: { min?: number; max?: number; pattern?: string } = {}): FieldCheck => {
  const pattern = limits.pattern === undefined ? null : new RegExp(limits.pattern)
  return function* (value, path) {
    if (typeof value !== 'string') return yield say(path, 'Input should be a valid string')
    if (limits.min !== undefined && value.length < limits.min)
      yield say(path, `String should have at least ${limits.min} character${limits.min === 1 ? '' : 's'}`)
    if (limits.max !== undefined && value.length > limits.max)
      yield say(path, `String should have at most ${limits.max} characters`)
    if (pattern && !pattern.test(value)) yield say(path, `String should match pattern '${limits.pattern}'`)
  }
}

export const boolean: FieldCheck = function* (value, path) {
  if (typeof value !== 'boolean') yield say(path, 'Input should be a valid boolean')
}

export const integer: FieldCheck = function* (value, path) {
  if (!Number.isInteger(value)) yield say(path, 'Input should be a valid integer')
}

export const decimal = (max: number): FieldCheck =>
  function* (value, path) {
    if (typeof value !== 'number') return yield say(path, 'Input should be a valid number')
    if (value < 0 || value > max) yield say(path, `range: 0..${max}`)
  }

export const dictionary: FieldCheck = function* (value, path) {
  if (!isRecord(value)) yield say(path, 'Input should be a valid dictionary')
}

export const oneOf = (...values: string[]): FieldCheck =>
  function* (value, path) {
    if (typeof value === 'string' && values.includes(value)) return
    const quoted = values.map((allowed) => `'${allowed}'`)
    const last = quoted.pop()
    yield say(path, `Input should be ${quoted.length > 0 ? `${quoted.join(', ')} or ` : ''}${last}`)
  }

export const orNull =
  (check: FieldCheck): FieldCheck =>
  (value, path) =>
    value === null ? [] : check(value, path)

export const listOf = (check: FieldCheck): FieldCheck =>
  function* (value, path) {
    if (!Array.isArray(value)) return yield say(path, 'Input should be a valid array')
    for (const [index, item] of value.entries()) yield* check(item, `${path}.${index}`)
  }

/** A list that may not be empty. */
export const someOf = (check: FieldCheck): FieldCheck =>
  function* (value, path) {
    if (Array.isArray(value) && value.length === 0)
      return yield say(path, 'List should have at least 1 item after validation, not 0')
    yield* listOf(check)(value, path)
  }

export const textOr =
  (check: FieldCheck): FieldCheck =>
  (value, path) =>
    typeof value === 'string' ? [] : check(value, path)

/** An object with these fields and no others: known fields first, in order, then unknown ones (recorded order). */
export const object = (required: Fields, optional: Fields = {}): FieldCheck => {
  const known = { ...required, ...optional }
  return function* (value, path) {
    if (!isRecord(value)) return yield say(path, 'Input should be an object')
    for (const [key, check] of Object.entries(known)) {
      if (value[key] !== undefined) yield* check(value[key], `${path}.${key}`)
      else if (key in required) yield say(`${path}.${key}`, 'Field required')
    }
    for (const key of Object.keys(value))
      if (!(key in known) && value[key] !== undefined) yield say(`${path}.${key}`, 'Extra inputs are not permitted')
  }
}

/** A union told apart by `type`; the tag becomes part of the path, as in `messages.1.content.0.tool_use.input`. */
export const tagged = (shapes: Record<string, FieldCheck>): FieldCheck => {
  const expected = Object.keys(shapes)
    .map((tag) => `'${tag}'`)
    .join(', ')
  return function* (value, path) {
    if (!isRecord(value)) return yield say(path, 'Input should be an object')
    const tag = value['type']
    if (tag === undefined) return yield say(`${path}.type`, 'Field required')
    const shape = typeof tag === 'string' && Object.hasOwn(shapes, tag) ? shapes[tag] : undefined
    if (!shape)
      return yield say(
        path,
        `Input tag '${String(tag)}' found using 'type' does not match any of the expected tags: ${expected}`,
      )
    yield* shape(value, `${path}.${String(tag)}`)
  }
}
