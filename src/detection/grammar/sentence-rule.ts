import type { SentenceWord } from './sentence-words.ts'

/**
 * What a sentence without a path says: things and relations in their order, as `call lacks result` for *the tool calls have
 * no matching tool outputs*. Data, owned by the fault type; the row with more words wins.
 */
export type SentenceRule = readonly SentenceWord[]

/**
 * Declares rows; words with a stroke between them stand for a row each.
 *
 * @example
 * says('call lacks/needs result', 'lacks result')
 */
export function says(...rows: string[]): SentenceRule[] {
  return rows.flatMap((row) =>
    row
      .split(' ')
      .reduce<string[][]>(
        (begun, words) => begun.flatMap((before) => words.split('/').map((word) => [...before, word])),
        [[]],
      ),
  ) as unknown as SentenceRule[]
}
