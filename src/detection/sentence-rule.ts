import type { SentenceWord } from './sentence-words.ts'

/**
 * What a sentence without a path says: things and relations in their order, as `call lacks result` for *the tool calls have
 * no matching tool outputs*. Data, owned by the fault type; the row with more words wins.
 */
export type SentenceRule = readonly SentenceWord[]

/**
 * Declares rows.
 *
 * @example
 * says('call lacks result', 'lacks result')
 */
export function says(...rows: string[]): SentenceRule[] {
  return rows.map((row) => row.split(' ') as SentenceWord[])
}
