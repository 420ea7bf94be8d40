import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import { before } from '../words/before.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { isForeignForm } from './is-foreign-form.ts'
import type { RequestPath } from '../paths/request-path.ts'
import type { SentenceRule } from './sentence-rule.ts'
import { anyWord, isTelling, isThing, type SentenceWord, type WordPattern } from './sentence-words.ts'

/** A row of words found in a text. */
export interface SentenceMatch {
  readonly type: RecoveryErrorType
  /** Positions in the folded text. */
  readonly start: number
  readonly end: number
  readonly words: number
  /** Whether its first thing only qualifies the next one: `tool_result tool_use_id must not be empty` complains about the id. */
  readonly isModifier: boolean
  /** Whether it speaks of what only conversations with models have. */
  readonly isTelling: boolean
  /** Made for a thing and a general complaint, without a row of its own. */
  readonly isWeak: boolean
  /** Whether it is in another language, web forms say the same, and nothing beside it belongs to a model API. */
  readonly isForeignForm: boolean
}

/**
 * Finds rows of words in sentences, the most telling first. Words inside a path are names of fields, and do not count.
 * `isRefusal`: a provider of models speaks.
 */
export type SentenceMatcher = (
  text: FoldedText,
  paths: readonly RequestPath[],
  isRefusal: boolean,
) => readonly SentenceMatch[]

type OwnedRule = { readonly type: RecoveryErrorType; readonly words: SentenceRule }

/** Things of which every complaint is the same fault. */
type OwnedThings = { readonly type: RecoveryErrorType; readonly things: readonly SentenceWord[] }

interface Row extends OwnedRule {
  readonly telling: boolean
  readonly isWeak: boolean
  /** How far the second word may be from the first. */
  readonly reach: number
}

interface Token {
  readonly word: SentenceWord
  readonly start: number
  readonly end: number
}

/** How far the next word of a row may be, and how many words of a text are read. */
const REACH = 80
const PHRASE_REACH = 45
/** How far behind its thing a general complaint (`isWeak`) may stand. */
const WEAK_REACH = 20
/** How far before its thing an attribute may stand. */
const ATTRIBUTE_REACH = 2
const MAX_TOKENS = 64
const MAX_LENGTH = 3000

/** What a validator would have accepted: names, not words. */
const enumeration =
  /(?:expectedtags|valuesare|(?<=be|is|not|expected|expected:|any|required)oneof|options|valuemustbe):?[^;{}]{1,600}/g

/** Where another sentence or another field of the body begins. */
const clauseEnd = /[;{}]|error:|,(?:type|param|code|status|message|msg|request_?id):/

/** Compiles rows into one matcher. */
export function compileSentences(rules: readonly OwnedRule[], owned: readonly OwnedThings[] = []): SentenceMatcher {
  const rows = rowsOf(rules, owned)
  const byFirst = Map.groupBy(rows, ({ words }) => words[0])
  const patterns = anyWord()
  return (text, paths, isRefusal) => {
    const tokens = readTokens(text, patterns).filter(
      (token, at, all) =>
        (isRefusal || !isGivenId(text, token)) &&
        !isPlace(text, token, all[at + 1]) &&
        !isOfForm(text, token) &&
        !paths.some(({ end, start }) => token.start < end && token.end > start),
    )
    const found: SentenceMatch[] = []
    for (let at = 0; at < tokens.length; at++) {
      const { start, word } = tokens[at] as Token
      for (const row of byFirst.get(word) ?? []) {
        const { isWeak, telling, type, words } = row
        if (!isRefusal && (isWeak || !telling)) continue
        const last = lastOf(row, tokens, at, text)
        // Of `missing message signature` no message is missing.
        if (last < 0 || (words.length === 2 && words[1] === 'message' && isModifying(tokens, last))) continue
        const isModifier =
          (isModifying(tokens, at) && words[1] !== tokens[at + 1]?.word) ||
          (isModifying(tokens, last) && !isGiven(text, tokens[last + 1]))
        const { end } = tokens[last] as Token
        found.push({
          type,
          start,
          end,
          words: words.length,
          isModifier,
          isTelling: telling,
          isWeak,
          isForeignForm: isForeignForm(text.lower, tokens, at, last),
        })
      }
    }
    const named = (match: SentenceMatch): number => Number(isInClassName(text, match.start))
    return found.sort(
      (a, b) =>
        Number(a.isWeak) - Number(b.isWeak) ||
        b.words - a.words ||
        named(a) - named(b) ||
        Number(a.isModifier) - Number(b.isModifier) ||
        a.start - b.start ||
        a.end - b.end,
    )
  }
}

/** `without function_call call_id="call_3"`: the call itself is missing. */
const isGiven = ({ lower }: FoldedText, token: Token | undefined): boolean =>
  token !== undefined && /[=:]/.test(lower[token.end] ?? '')

/** Complaints that stand before things as well as behind them. */
const attributes: ReadonlySet<SentenceWord> = new Set([
  'duplicate',
  'empty',
  'invalid',
  'unmatched',
  'unreadable',
  'unsupported',
])

/** Complaints that are combined with `things` of a fault. */
const complaints: readonly SentenceWord[] = [
  'absent',
  'empty',
  'format',
  'invalid',
  'json',
  'needs',
  'obliged',
  'shape',
  'unreadable',
  'unverifiable',
]

function rowsOf(rules: readonly OwnedRule[], owned: readonly OwnedThings[]): Row[] {
  const rows = new Map<string, Row>()
  const add = (type: RecoveryErrorType, words: SentenceRule, isWeak: boolean, reach: number): void => {
    const key = words.join(' ')
    if (!rows.has(key)) rows.set(key, { type, words, isWeak, reach, telling: isTelling(words) })
  }
  for (const { type, words } of rules) add(type, words, false, words.length === 2 ? PHRASE_REACH : REACH)
  // `tool result content is invalid` says what `invalid tool result content` says: a row is one for both, unless another claims it.
  for (const { type, words } of rules) {
    const [first, ...behind] = words as readonly [SentenceWord, ...SentenceWord[]]
    const last = words.at(-1) as SentenceWord
    const before = words.slice(0, -1)
    if (words.length === 2) continue
    if (attributes.has(first) && behind.every(isThing)) add(type, [...behind, first], false, REACH)
    if (attributes.has(last) && before.every(isThing)) add(type, [last, ...before], false, ATTRIBUTE_REACH)
  }
  for (const { things, type } of owned)
    for (const thing of things)
      for (const complaint of complaints) {
        add(type, [thing, complaint], true, WEAK_REACH)
        if (attributes.has(complaint)) add(type, [complaint, thing], true, ATTRIBUTE_REACH)
      }
  return [...rows.values()]
}

/** Names of classes are shorter; a text without blanks is not. */
const LONGEST_CLASS = 80

/** `InvalidSystemPromptException: System prompt must have content`: the class says less than the sentence behind it. */
function isInClassName({ gaps, lower }: FoldedText, start: number): boolean {
  const most = Math.min(start + LONGEST_CLASS, lower.length)
  let end = start + 1
  while (end < most && gaps[end] === gap.none && lower[end] !== ':') end++
  return /(?:exception|error)$/.test(lower.slice(start, end))
}

/**
 * Logs are full of ids, and of what has become of their calls: only a refusal complains of them, or a sentence that begins with
 * one and says where in the history it stands.
 */
const isGivenId = ({ lower }: FoldedText, { end, start }: Token): boolean =>
  lower.slice(start, end).endsWith('_') && !(opensSentence.test(lower.slice(0, start)) && ofHistory.test(lower))

const opensSentence = /^(?:\w{0,40}error:|error)?(?:no\w{3,24}for|tool|call|id)*$/
const ofHistory = /^.{1,160}$(?<=(?:history|messages?|turns?|transcript|assistant|tool_use|tool_result)\d{0,5}\W?)/

/** Other things with a text: `Comment content is required`. */
const withText = /(?:article|comment|commit|e-?mail|notification|sms|ticket|tweet)$/
const LONGEST_HOLDER = 12

function isOfForm({ gaps, lower }: FoldedText, { start, word }: Token): boolean {
  if (!partsOfForms.has(word)) return false
  const holder = withText.exec(before(lower, start, LONGEST_HOLDER))?.[0].length ?? 0
  return (
    holder > 0 &&
    (start === holder || gaps[start - holder] !== gap.none || !/[a-z]/.test(lower[start - holder - 1] ?? ''))
  )
}

const partsOfForms: ReadonlySet<SentenceWord> = new Set(['content', 'media', 'message', 'text'])

/** `message 5: content block 1: tool_use name cannot be empty` says where first, and then what, as does `message at index 5, content block 1: …`; `message 5: must not be empty` does not. */
const isPlace = ({ lower }: FoldedText, { end, word }: Token, next: Token | undefined): boolean =>
  next !== undefined &&
  isThing(word) &&
  isThing(next.word) &&
  /^(?:at(?:index|position))?\d{1,5}(?:,content(?:block|part|item)?s?\d{1,4}(?:,nestedcontent\d{1,4})?)?:/.test(
    lower.slice(end, end + 60),
  )

function readTokens(text: FoldedText, patterns: readonly WordPattern[]): Token[] {
  const { gaps } = text
  const lower = text.lower.slice(0, MAX_LENGTH).replaceAll(enumeration, (names) => ' '.repeat(names.length))
  const tokens: Token[] = []
  const isGlued = countBlanks(gaps, lower.length) * GLUED < lower.length
  for (let at = 0; at < lower.length && tokens.length < MAX_TOKENS;) {
    const token = isGlued || beginsWord(text, at) ? wholeWordAt(patterns, lower, at, gaps) : null
    if (token !== null) tokens.push(token)
    at = token?.end ?? at + 1
  }
  return tokens
}

/** Some logs lose all blanks: with fewer than one in this many characters, a word may begin anywhere. */
const GLUED = 16

function countBlanks(gaps: Uint8Array, length: number): number {
  let count = 0
  for (let at = 0; at < length; at++) if (gaps[at] !== gap.none) count++
  return count
}

const letter = /[a-zа-яёß-öø-ÿ]/
const letterOrDigit = /[a-z\dа-яёß-öø-ÿ]/
const gluedName = /^tool(?:_|use|result)/

/** Behind a blank, a mark or an underscore, as the next word of a name in camel case; a name that a page has glued to `any`. */
function beginsWord({ cased, gaps, lower }: FoldedText, at: number): boolean {
  if (at === 0 || gaps[at] !== gap.none || cased[at] !== lower[at] || !letterOrDigit.test(lower[at - 1] as string))
    return true
  return lower.startsWith('tool', at) && gluedName.test(lower.slice(at, at + 10))
}

/** The word at a position; a pattern that reads nothing there is none. */
export function wordAt(patterns: readonly WordPattern[], lower: string, at: number): Token | null {
  for (const { pattern, words } of patterns) {
    pattern.lastIndex = at
    const match = pattern.exec(lower)
    if (match === null || match[0] === '') continue
    let group = 1
    while (match[group] === undefined) group++
    return { word: words[group - 1] as SentenceWord, start: at, end: pattern.lastIndex }
  }
  return null
}

/** So few letters behind a blank are the beginning of the next word, when it goes on: no plural in `message should`. */
const MAX_REST = 3

/** The word at a position without what belongs to the next one. A pattern that ends within a word is lost here: the tests forbid it. */
function wholeWordAt(patterns: readonly WordPattern[], lower: string, at: number, gaps: Uint8Array): Token | null {
  const token = wordAt(patterns, lower, at)
  if (token === null || gaps[token.end] !== gap.none || !letter.test(lower[token.end] ?? '')) return token
  for (let cut = token.end - 1; cut > at && token.end - cut <= MAX_REST; cut--)
    if (gaps[cut] !== gap.none) return wordAt(patterns, lower.slice(0, cut), at)
  return token
}

/** Fields of calls, results and blocks: a thing straight before one only says whose field it is. */
const ownFields: ReadonlySet<SentenceWord> = new Set([
  'cache',
  'callArguments',
  'callID',
  'callName',
  'encrypted',
  'signature',
  'thinking',
  'thoughtSignature',
])

function isModifying(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token
  const next = tokens[at + 1]
  if (next === undefined || !isThing(token.word) || next.start - token.end > 1) return false
  return ownFields.has(next.word) || (token.word === 'assistant' && next.word === 'call')
}

/** The last token of a row whose first word is the given token; -1 if its words do not follow in one sentence. */
function lastOf({ isWeak, reach, words }: Row, tokens: readonly Token[], first: number, text: FoldedText): number {
  const isPhrase = words.length === 2
  let last = first
  let at = first + 1
  for (const word of words.slice(1)) {
    while (at < tokens.length && (tokens[at] as Token).word !== word) at++
    const next = tokens[at]
    const { end } = tokens[last] as Token
    if (next === undefined || next.start - end > (last === first ? reach : REACH)) return -1
    // Without a row of its own, a thing and its complaint have to stand in one clause.
    if (isBroken(text, end, next.start, isPhrase) || (isWeak && text.lower[end] === ':')) return -1
    last = at++
  }
  return last
}

/** No sentence of its own: a number, or advice on what is complained of. */
const goesOn = /^(?:\d|please)/

/** What is shown of the thing, and where it stands: `tool call {id: call_1} has no result`, `tool calls {'call_1', 'call_2'}`, `at message 4, part 1`. */
const shownValue =
  /\{(?:(?:(?:id|name|index|role|type):)?[\w.-]{1,60},?){1,4}\}|atmessage\d{1,5},(?:part|block)\d{1,4}/g

/** `in the 5. content block` */
const isOrdinal = (cased: string, dot: number): boolean => /^\d\.[a-z]/.test(cased.slice(dot - 1, dot + 2))

/** Two words need to stand close: a comma, a colon or a bracket that opens parts them. */
function isBroken({ cased, gaps, lower }: FoldedText, from: number, to: number, isPhrase: boolean): boolean {
  // A validator puts a colon behind the thing that it complains of, others say it in a clause.
  const between = lower
    .slice(from, to)
    .replaceAll(shownValue, '')
    .replace(
      /^(?:\d{0,5}:|(?:\d{1,3}|atmessages[\w.[\]]{1,40})?(?:is|has)\d[\d.x]{0,9}[a-z]{1,6},|,(?:which|they|these|theblocks?))/,
      '',
    )
  const bracket = between.indexOf('(')
  // What a bracket quotes is another sentence: `breaks a rule ("tool results must follow")`.
  if (bracket >= 0 && gaps[from + bracket + 1] === gap.quote) return true
  if (clauseEnd.test(between) || (isPhrase && /^=|[,:]|\([^)]*$/.test(between))) return true
  for (let dot = between.indexOf('.'); dot >= 0; dot = between.indexOf('.', dot + 1))
    if (
      gaps[from + dot] === gap.none &&
      gaps[from + dot + 1] === gap.blank &&
      !goesOn.test(lower.slice(from + dot + 1, to)) &&
      !isOrdinal(cased, from + dot)
    )
      return true
  return false
}
