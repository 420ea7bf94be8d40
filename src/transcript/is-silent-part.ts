import { isRecord } from '../json/is-record.ts'
import { sayingsIn } from './sayings-in.ts'

/** Whether a part has a text that says nothing, and nothing else is said in it. */
export function isSilentPart(part: unknown): boolean {
  return isRecord(part) && typeof part['text'] === 'string' && sayingsIn(part).length === 0
}
