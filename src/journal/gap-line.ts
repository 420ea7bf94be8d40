import { isRecord } from '../json/is-record.ts'
import type { Gap } from './chain.ts'

export interface ToldGap {
  /** The last record before the gap; 0 if none is left. */
  readonly after: number
  readonly missing: number
}

/** The line of an export that marks records which the session has lost. It has no frame, since it is no record. */
export function gapLine(gap: Gap): string {
  return `${JSON.stringify({ gap })}\n`
}

/** The gap that a line marks; undefined for any other line. */
export function toldGap({ gap }: Readonly<Record<string, unknown>>): ToldGap | undefined {
  if (!isRecord(gap)) return undefined
  const [after, before] = [Number(gap['after']), Number(gap['before'] ?? 0)]
  if (!Number.isSafeInteger(after) || !Number.isSafeInteger(before)) return undefined
  return { after, missing: Math.max(1, before - after - 1) }
}
