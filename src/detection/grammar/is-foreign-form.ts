import { foreignRelations, foreignThings } from '../words/foreign-words.ts'
import { isTelling, isThing, type SentenceWord } from './sentence-words.ts'

interface Token {
  readonly word: SentenceWord
  readonly start: number
}

const startingWith = (table: Readonly<Record<string, readonly RegExp[]>>): RegExp =>
  new RegExp(
    Object.values(table)
      .flat()
      .map(({ source }) => source)
      .join('|'),
    'y',
  )

const relations = startingWith(foreignRelations)
const things = startingWith(foreignThings)

function startsAt(pattern: RegExp, lower: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(lower)
}

/** The list of an API, a place in it, what roles there are, a model. */
const ofApi =
  /(?:system|user|assistant|tool),(?:system|user|assistant|tool)|(?<![ldmtsc]es|vos|nos)messages|index\d|\[\d|[a-z]\.\d|model|модел|モデル|모델/

/** Kana tell Japanese from Chinese, which shares its other characters. */
const isChinese = (lower: string): boolean => /\p{Script=Han}/u.test(lower) && !/[ぁ-ヿ]/.test(lower)

/** Fields of a request, by their English names. */
const fieldNames: ReadonlySet<string> = new Set(['role', 'content', 'system'])

/**
 * Whether a sentence in another language than English is one that web forms say about passwords, users and contents as well. It
 * is about a conversation if anything of a model API stands beside it: a list, a place, the name of a field, calls and results.
 *
 * @param first the token at which the sentence begins
 * @param last the token with which it ends
 * @example 'Le contenu ne peut pas être vide' is one, 'messages[2].content ne peut pas être vide' is none
 */
export function isForeignForm(lower: string, tokens: readonly Token[], first: number, last: number): boolean {
  const isForeign = tokens
    .slice(first, last + 1)
    .some(({ start, word }) => !isThing(word) && startsAt(relations, lower, start))
  return isForeign && !isChinese(lower) && !ofApi.test(lower) && !tokens.some((token) => isOfApi(lower, token, tokens))
}

function isOfApi(lower: string, { start, word }: Token, all: readonly Token[]): boolean {
  if (!isThing(word)) return false
  const isNamed = !startsAt(things, lower, start)
  if (word === 'assistant') return isNamed || all.some((other) => isThing(other.word) && other.word !== word)
  return word === 'system' || isTelling([word]) || (isNamed && fieldNames.has(word))
}
