import type { JsonRecord } from './records.ts'

/** Stands for values whose JSON has to be written and parsed to see what arrives. */
export const onlyAsText: unique symbol = Symbol('only as text')

/**
 * What a server would parse from the JSON of plain data, found without writing that JSON: an image beyond a limit has ten megabytes, and a
 * judge is asked thousands of times.
 *
 * @example asParsed({ role: 'user', name: undefined }) // { role: 'user' }
 * @example asParsed({ sent: new Date() }) // onlyAsText
 */
export function asParsed(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : onlyAsText
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : onlyAsText
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object' || 'toJSON' in value) return onlyAsText
  if (Array.isArray(value)) return listAsParsed(value)
  return Object.getPrototypeOf(value) === Object.prototype ? fieldsAsParsed(value as JsonRecord) : onlyAsText
}

function listAsParsed(list: readonly unknown[]): unknown {
  const parsed: unknown[] = []
  for (const item of list) {
    const inner = asParsed(item)
    if (inner === onlyAsText) return onlyAsText
    parsed.push(inner)
  }
  return parsed
}

function fieldsAsParsed(fields: JsonRecord): unknown {
  const parsed: JsonRecord = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const inner = key === '__proto__' || !key.isWellFormed() ? onlyAsText : asParsed(value)
    if (inner === onlyAsText) return onlyAsText
    parsed[key] = inner
  }
  return parsed
}
