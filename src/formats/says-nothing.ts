import { isRecord } from '../json/is-record.ts'

/** Whether a part of a message is an empty text. */
export function saysNothing(part: unknown): boolean {
  return isRecord(part) && part['type'] === 'text' && part['text'] === ''
}
