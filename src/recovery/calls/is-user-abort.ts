import { isRecord } from '../../json/is-record.ts'

/** Names under which hosts and clients report that a person stopped the turn. */
const abortNames: ReadonlySet<unknown> = new Set([
  'AbortError',
  'MessageAbortedError',
  'APIUserAbortError',
  'UserAbortError',
  'AI_AbortError',
])

/** Whether an error, or a cause of it, says that a person stopped the turn. Such a turn is never resumed. */
export function isUserAbort(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth += 1) {
    const { name, constructor, cause } = current as { name?: unknown; constructor?: { name?: string }; cause?: unknown }
    if (abortNames.has(name) || abortNames.has(constructor?.name)) return true
    current = cause ?? (isRecord(current) ? current['error'] : undefined)
  }
  return false
}
