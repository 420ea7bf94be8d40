import { isRecord } from '../json/is-record.ts'
import type { Block } from '../transcript/transcript.ts'
import { fieldChecks } from '../transcript/field-checks.ts'

/**
 * What is wrong with the object inside a block that is one key with an object behind it; null when nothing is.
 *
 * @example
 * // { functionCall: { args: {} } }: 'name is missing or of the wrong type'
 */
export function innerProblem({ message, raw, shape }: Block): string | null {
  const inner = isRecord(raw) ? raw[shape.type] : undefined
  // A block in a role that may not hold it is another fault; its inside is checked once it has moved.
  if (!isRecord(inner) || shape.roles?.includes(message.role) === false) return null
  const missing = shape.inner?.required.find(
    ([spellings, check]) => !spellings.some((field) => fieldChecks[check](inner[field])),
  )
  return missing === undefined ? null : `${missing[0][0]!} is missing or of the wrong type`
}
