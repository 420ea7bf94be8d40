import type { DetectedError } from '../detection/detected-error.ts'
import { shortHash } from '../json/short-hash.ts'

/** Request ids, times and other numbers that differ between two reports of the same fault. */
const volatile = /req_\w+|request[ _-]?id[^,}\s]*|\d{6,}/gi

/** Names one fault of one session, so that it is tried at most once per rung (I9). Holds no prompt content (I12). */
export function faultFingerprint(detected: DetectedError): string {
  return `${detected.type}:${shortHash(detected.text.replace(volatile, ''))}`
}
