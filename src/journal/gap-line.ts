import { isRecord } from '../json/is-record.ts'
import type { Gap } from './chain.ts'

export interface ToldGap {
  /** The last record before it; 0 where none is left. */
  readonly after: number
  readonly missing: number
}

/** The line of an export that tells of records which the session has lost: it has no frame, as no record stands there. */
export function gapLine(gap: Gap): string {
  return `${JSON.stringify({ gap })}\n`
}

/** Where and how many numbers a line tells to be missing; undefined for one that is no such line. */
export function toldGap({ gap }: Readonly<Record<string, unknown>>): ToldGap | undefined {
  if (!isRecord(gap)) return undefined
  const [after, before] = [Number(gap['after']), Number(gap['before'] ?? 0)]
  if (!Number.isSafeInteger(after) || !Number.isSafeInteger(before)) return undefined
  return { after, missing: Math.max(1, before - after - 1) }
}
