import { before } from '../words/before.ts'

/** The text around a quotation in its line. */
export interface QuotingLine {
  readonly lead: string
  readonly behind: string
}

/** How many characters before and behind the words the line is looked at. */
const REACH = 320
const BEHIND = 500

/** An apostrophe quotes only where it opens a word. */
const opening = /["“„«「`]|(?<=[\s(])'/
const closing = /["”“»」`'][^"”“»」`']*$/

/**
 * The line that quotes the words at a place, without the quotation: from its first mark to its last, since an error quotes
 * names and values of its own. Null where nothing leads to the words but the mark.
 *
 * @example
 * quotingLine('Avoids "unknown `name`" for good', 12) // { lead: 'Avoids ', behind: ' for good' }
 */
export function quotingLine(text: string, start: number): QuotingLine | null {
  const head = before(text, start, REACH).split('\n').at(-1) as string
  const open = head.search(opening)
  if (open < 1) return null
  const rest = text.slice(start, start + BEHIND).split('\n', 1)[0] as string
  const close = rest.search(closing)
  return close < 0 ? null : { lead: head.slice(0, open), behind: rest.slice(close + 1) }
}
