import { isRecord } from '../../json/is-record.ts'

/** Types of records that Gemini CLI shows and does not send. */
const shownOnly: ReadonlySet<unknown> = new Set(['info', 'error', 'warning'])

/** A message record: upserted by its id. */
export interface MessageRecord extends Record<string, unknown> {
  readonly id: string
}

export function isMessageRecord(value: unknown): value is MessageRecord {
  return isRecord(value) && typeof value['id'] === 'string'
}

/** The header: `{sessionId, projectHash, startTime, lastUpdated, kind}`. Without both ids the CLI finds no session. */
export function isHeader(value: Record<string, unknown>): boolean {
  return typeof value['sessionId'] === 'string' && typeof value['projectHash'] === 'string'
}

/** `$set` of a patch. */
export function patchOf(value: Record<string, unknown>): Record<string, unknown> | undefined {
  return isRecord(value['$set']) ? value['$set'] : undefined
}

/** `$rewindTo`: this message and all after it are gone; when it is not there, all are. */
export function rewindTarget(value: Record<string, unknown>): string | undefined {
  return typeof value['$rewindTo'] === 'string' ? value['$rewindTo'] : undefined
}

/** Tells a record of a chat from a call or a part inside a torn one. */
export function isGeminiRecord(value: Record<string, unknown>): boolean {
  const { type } = value
  if (isMessageRecord(value)) return type === 'user' || type === 'gemini' || shownOnly.has(type)
  return isHeader(value) || patchOf(value) !== undefined || rewindTarget(value) !== undefined
}

/** Parts of a stored content, which may be a string, one part, or a list with strings in it. */
export function partsOf(content: unknown): readonly unknown[] {
  if (content === undefined || content === null || content === '') return []
  const list: readonly unknown[] = Array.isArray(content) ? content : [content]
  return list.map((part) => (typeof part === 'string' ? { text: part } : part))
}

/** A field of a part that holds an object: `functionCall`, `functionResponse`. */
export function fieldOfPart(part: unknown, field: string): Record<string, unknown> | undefined {
  const value = isRecord(part) ? part[field] : undefined
  return isRecord(value) ? value : undefined
}

/** `toolCalls` of a message of the model. */
export function toolCallsOf(value: Record<string, unknown>): readonly Record<string, unknown>[] {
  const calls = value['toolCalls']
  return Array.isArray(calls) ? calls.filter(isRecord) : []
}
