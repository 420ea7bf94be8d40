import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'

export function isErrorResult({ raw }: Block): boolean {
  return isRecord(raw) && raw['is_error'] === true
}

/** No content at all, which is legal for a result that is no error. */
export function isEmptyOutput(content: unknown): boolean {
  return content === undefined || content === '' || (Array.isArray(content) && content.length === 0)
}
