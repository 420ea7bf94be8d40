/** Finish reasons with which the providers of `ai` end a cut stream as if it were complete, when the API itself has given none. */
const cutReasons: ReadonlySet<unknown> = new Set(['interrupted', 'other', 'error', 'unknown'])

/** Whether an answer with this finish reason was cut; `told` is the reason as the API sent it. */
export function isCut(reason: unknown, told: unknown): boolean {
  return told === undefined && cutReasons.has(reason)
}
