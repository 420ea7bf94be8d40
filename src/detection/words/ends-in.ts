/** Whether a text ends in one of the words at a position. */
export const endsIn = (lower: string, at: number, words: readonly string[]): boolean =>
  words.some((word) => lower.endsWith(word, at))
