/** With these reasons, which no API has told, the providers of `ai` end a stream that was cut as one that is whole. */
const cutReasons: ReadonlySet<unknown> = new Set(['interrupted', 'other', 'error', 'unknown'])

/** Whether an answer that ended for a reason was cut; `told` is the reason in the words of the API. */
export function isCut(reason: unknown, told: unknown): boolean {
  return told === undefined && cutReasons.has(reason)
}
