import type { Message, Transcript } from './transcript.ts'

/** Where a message stands in the whole list, also where the transcript is an excerpt of it. */
export function placeOf({ index }: Message, { leftOut }: Transcript): number {
  return leftOut === undefined ? index : index + leftOut[index]!
}
