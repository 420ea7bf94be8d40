import { withField } from './with-field.ts'

/** A copy of nested raw data with the field at the end of the path removed; everything beside the path keeps its identity. */
export function withoutPath(raw: unknown, path: readonly (string | number)[], field: string): unknown {
  const [step, ...rest] = path
  if (step === undefined) return withField(raw, field, undefined)
  if (Array.isArray(raw)) return raw.with(step as number, withoutPath(raw[step as number], rest, field))
  const inner = (raw as Record<string, unknown>)[step]
  return withField(raw, step as string, withoutPath(inner, rest, field))
}
