/** Number of letters to add, drop or change between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/**
 * The known word that was probably meant, such as one that begins with the given letters; `undefined` when none is near. One in
 * `lettersPerMistake` letters may be wrong, at least `least` in all; only one in words of fewer than four letters.
 */
export function nearest(given: string, known: readonly string[], lettersPerMistake = 3, least = 2): string | undefined {
  const [best] = known
    .map((word) => ({ word, away: word.startsWith(given) && given.length > 1 ? 0 : distance(given, word) }))
    .sort((a, b) => a.away - b.away)
  return best &&
    best.away <= (best.word.length < 4 ? 1 : Math.max(least, Math.floor(best.word.length / lettersPerMistake)))
    ? best.word
    : undefined
}
