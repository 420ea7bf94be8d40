import { elementEnds } from '../../json/element-ends.ts'

/**
 * The text of a request as it arrived: characters, or UTF-8 bytes; places in it count in the same unit. Bytes stay bytes, because
 * decoding a long history that is already known would cost more than everything else that is done with it.
 */
export type RequestText = string | Buffer

/** A part of it as characters. Cut only beside ASCII characters: then a part decodes as it does in the whole, even in invalid UTF-8. */
export function partOf(text: RequestText, from: number, to: number = text.length): string {
  return typeof text === 'string' ? text.slice(from, to) : text.toString('utf8', from, to)
}

/** Whether two texts are the same from a place in each on, for so many units; the second is known to have them. */
export function isSamePart(
  first: RequestText,
  from: number,
  second: RequestText,
  secondFrom: number,
  length: number,
): boolean {
  if (typeof first === 'string' || typeof second === 'string')
    return (
      typeof first === typeof second &&
      partOf(first, from, from + length) === partOf(second, secondFrom, secondFrom + length)
    )
  return first.subarray(from, from + length).equals(second.subarray(secondFrom, secondFrom + length))
}

/** As {@link elementEnds}; each byte counts as a character, since what marks an end is ASCII. */
export function endsIn(text: RequestText, from: number): number[] {
  if (typeof text === 'string') return elementEnds(text, from)
  return elementEnds(text.toString('latin1', from), 0).map((end) => from + end)
}
