import { before } from '../words/before.ts'
import { type FoldedText, rawPositionOf } from '../words/fold-text.ts'

/** Words in a text that are an error, or are only spoken about. */
export interface Mention {
  readonly original: string
  /** Positions of the words in the text. */
  readonly from: number
  readonly to: number
  /** What stands before them, folded. */
  readonly lead: string
  /** The text was read from a body, which never talks about an error. */
  readonly isBody: boolean
}

const LOOK_BACK = 600
const REACH = 140

/** A complaint that stands before its path belongs to the words, not to their lead: `Missing required parameter: 'input'`. */
const complaintBefore =
  /(?:missingrequired|unknown|cannotunmarshal|additionalprop|invalidjson|expected|\.istooshort|\w{1,20}is(?:arequiredproperty|notoftype))[^;{}]{0,90}$/

/**
 * The words at a place of a text, with the complaint that leads to their path.
 *
 * @param span positions in the folded text
 */
export function mentionOf(
  text: FoldedText,
  { end, start: found }: { readonly start: number; readonly end: number },
  original: string,
  isBody: boolean,
): Mention {
  const start = found - (complaintBefore.exec(before(text.lower, found, REACH))?.[0].length ?? 0)
  return {
    original,
    from: rawPositionOf(original, start),
    to: rawPositionOf(original, end - 1) + 1,
    lead: before(text.lower, start, LOOK_BACK),
    isBody,
  }
}
