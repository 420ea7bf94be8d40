import { isRecord } from '../json/is-record.ts'
import type { FieldCheck } from './block-shape.ts'

/** What holds of a field that is as its format demands it. */
export const fieldChecks: Readonly<Record<FieldCheck, (value: unknown) => boolean>> = {
  any: (value) => value !== undefined,
  string: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string' && value !== '',
  object: isRecord,
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
}
