const MAX_SENTENCE = 600
const LEAD = 40

/**
 * The readable sentence around a match: escapes, colours and boxes gone, white space collapsed. `start` counts kept
 * characters of the folded text, so it is found again by counting letters and digits.
 */
export function sentenceAt(text: string, start: number): string {
  const ratio = text.length <= MAX_SENTENCE ? 0 : rawPosition(text, start)
  return text
    .slice(Math.max(0, ratio - LEAD), ratio + MAX_SENTENCE)
    .replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '')
    .replaceAll(/\\+["'`]/g, '"')
    .replaceAll(/\\+[nrt]/g, ' ')
    .replaceAll(/[\u2500-\u259f]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** At least the raw position of a folded one: folding only leaves out. A bounded guess is enough for a readable excerpt. */
function rawPosition(text: string, folded: number): number {
  let kept = 0
  for (let at = 0; at < text.length; at++) {
    if (kept >= folded) return at
    if (/[^\s"'`\\*#|\]]/.test(text[at] as string)) kept++
  }
  return 0
}
