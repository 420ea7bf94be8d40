import { type Relation, relationPatterns } from './relation-patterns.ts'
import { type Thing, thingPatterns } from './thing-patterns.ts'

/** A thing or a relation, as rows of sentences name it. */
export type SentenceWord = Thing | Relation

/**
 * The words of which refusals are made, whoever writes them, over folded text without white space. Things come first; of two
 * that begin at one place the earlier row wins.
 */
const wordPatterns: Readonly<Record<SentenceWord, readonly RegExp[]>> = { ...thingPatterns, ...relationPatterns }

/** Words of mail programs, shops and chat servers as well: alone they are no sign of a conversation with a model. */
const everyday: ReadonlySet<SentenceWord> = new Set([
  'answer',
  'blockType',
  'content',
  'conversation',
  'field',
  'item',
  'itemID',
  'json',
  'media',
  'mediaType',
  'message',
  'role',
  'signature',
  'system',
  'text',
  'user',
])

/** Things, then relations. */
export const sentenceWords: readonly SentenceWord[] = Object.keys(wordPatterns) as SentenceWord[]

const things: ReadonlySet<SentenceWord> = new Set(Object.keys(thingPatterns) as Thing[])

/** Whether a word names what a conversation consists of. */
export const isThing = (word: SentenceWord): boolean => things.has(word)

const telling: ReadonlySet<SentenceWord> = new Set([...things].filter((thing) => !everyday.has(thing)))

/** Whether a row speaks of what only conversations with models have, or says more of a system than others do: that it takes only one. */
export const isTelling = (words: readonly SentenceWord[]): boolean =>
  words.some((word) => telling.has(word)) ||
  (words.includes('system') && (words.length > 2 || words.includes('single')))

/** `must be`, `has to be` and `must all be`: patterns are written with the plain form. */
const spoken = (source: string): string =>
  source
    .replaceAll('must', '(?:must|ha(?:s|ve)to(?!ol)|needs?to(?!ol))(?:all|also|each|always)?')
    .replaceAll('should', 'should(?:all|also|always)?')

const sourceOf = (word: SentenceWord): string => wordPatterns[word].map(({ source }) => source).join('|')

/** Reads one of some words at a position; the number of its group tells which. */
export interface WordPattern {
  readonly words: readonly SentenceWord[]
  readonly pattern: RegExp
}

/**
 * Reads any word, by the first that reads one. In several patterns, because V8 compiles one of more than 20 kB without its
 * optimisations (`kRegExpTooLargeToOptimize`): as one, they took five times as long.
 */
export const anyWord = (): readonly WordPattern[] => {
  const groups: SentenceWord[][] = []
  let length = MOST
  for (const word of sentenceWords) {
    const own = sourceOf(word).length
    length += own
    if (length > MOST) {
      groups.push([])
      length = own
    }
    groups.at(-1)?.push(word)
  }
  return groups.map((words) => {
    const sources = words.map((word) => `(${spoken(sourceOf(word))})`)
    return { words, pattern: new RegExp(sources.join('|'), 'y') }
  })
}

/** So many characters of a pattern as it is written; as it is spoken, it is longer. */
const MOST = 10_000
