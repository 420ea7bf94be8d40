/** A character of a word in a folded text. */
export const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45

/** A character of a name in a path. */
export const isName = (code: number): boolean => isWord(code) || code === 36
