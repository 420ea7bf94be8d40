import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { collectRequestMarks } from '../strategies/shared/cache-marks.ts'
import { isWellFormed } from '../transcript/well-formed.ts'

/** Whether nothing that is sent beside a plain list can be wrong: what `invalid_unicode`, `blank_text` and `cache_control_invalid` ask of it. */
export function isPlainRequest(request: RequestBody, format: Format, { cacheMarks }: Rules): boolean {
  const { listField } = format
  for (const field in request) if (field !== listField && !isWellFormed(request[field])) return false
  if (format.isPlainBeside?.(request) === false) return false
  if (cacheMarks.field === null) return true
  const marks = collectRequestMarks(request, cacheMarks.field)
  // Of several lifetimes the order counts.
  return marks.length <= cacheMarks.max && marks.every(({ longLived }) => longLived === marks[0]!.longLived)
}
