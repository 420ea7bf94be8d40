import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

/**
 * The API reads every field in camelCase and in snake_case (protobuf JSON), so stored histories hold both. The snake_case
 * spelling of a field.
 *
 * @example
 * snake('functionCall') // 'function_call'
 */
export function snake(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Both spellings of each field. */
export function spellings(...fields: readonly string[]): string[] {
  return [...new Set(fields.flatMap((field) => [field, snake(field)]))]
}

/** The value of a field in either spelling. Null means absent, as in protobuf JSON. */
export function valueOf(raw: unknown, field: string, snaked: string): unknown {
  if (!isRecord(raw)) return undefined
  return raw[field] ?? raw[snaked] ?? undefined
}

/** A copy with the field set, in the spelling that it has or else that its neighbours use. */
export function withSpelled(raw: unknown, field: string, value: unknown): unknown {
  const fields = raw as Record<string, unknown>
  const snaked = snake(field)
  const isSnake = fields[snaked] !== undefined || Object.keys(fields).some((name) => name.includes('_'))
  return withField(raw, isSnake && fields[field] === undefined ? snaked : field, value)
}
