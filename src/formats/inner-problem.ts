import { isRecord } from '../json/is-record.ts'
import type { Block } from '../transcript/transcript.ts'
import { fieldChecks } from '../transcript/field-checks.ts'

/**
 * What the object behind the key of a block lacks, where a block is one key with an object behind it; null when it is whole.
 *
 * @example
 * // { functionCall: { args: {} } }: 'name is missing or of the wrong type'
 */
export function innerProblem({ message, raw, shape }: Block): string | null {
  const inner = isRecord(raw) ? raw[shape.type] : undefined
  // Where it may not stand, it is looked at when it stands elsewhere.
  if (!isRecord(inner) || shape.roles?.includes(message.role) === false) return null
  const missing = shape.inner?.required.find(
    ([spellings, check]) => !spellings.some((field) => fieldChecks[check](inner[field])),
  )
  return missing === undefined ? null : `${missing[0][0]!} is missing or of the wrong type`
}
