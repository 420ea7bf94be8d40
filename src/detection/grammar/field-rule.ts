import type { Complaint } from './complaint.ts'

/**
 * Which fault a complaint about a field is. Data, owned by the fault type.
 *
 * The field is the end of a path, without indices: `tool_use.id` is meant by `messages.3.content.0.tool_use.id`. `*` stands
 * for any names between or behind, `#` for an index at the end: `content.#` is a block as a whole. The row with more names
 * wins.
 */
export interface FieldRule {
  readonly field: string
  readonly complaints: readonly Complaint[]
}

/**
 * Declares rows for several fields with the same complaints.
 *
 * @example
 * fields('tool_use.input tool_calls.function.arguments', 'required type value')
 */
export function fields(paths: string, complaints: string): FieldRule[] {
  const list = complaints.split(' ') as Complaint[]
  return paths.split(' ').map((field) => ({ field, complaints: list }))
}
