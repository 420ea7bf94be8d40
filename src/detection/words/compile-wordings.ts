import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import type { FoldedText } from './fold-text.ts'
import { LetterMarks, type Literal, withMarks } from './letter-marks.ts'
import { requiredLiterals } from './required-literals.ts'
import type { Wording } from './wording.ts'

/** A wording with its owner; `type: null` says that the fault is not one of the transcript. */
export interface OwnedWording extends Wording {
  readonly type: RecoveryErrorType | null
}

/** A wording found in a text. */
export interface WordingMatch {
  readonly wording: OwnedWording
  readonly rank: number
  /** Positions in the folded text. */
  readonly start: number
  readonly end: number
}

interface CompiledWording {
  readonly wording: OwnedWording
  readonly pattern: RegExp
  readonly rank: number
  readonly reach: number
  readonly literals: readonly Literal[]
}

/** The wordings that a text holds, strongest first. */
export type WordingMatcher = (text: FoldedText) => readonly WordingMatch[]

/** Of several readings of one error the one with the highest rank wins. */
export const ranks = {
  veto: 10,
  decisive: 9,
  plain: 8,
  shared: 7.5,
  field: 7,
  sentence: 6,
  phrase: 5,
  container: 4,
  general: 3,
  hint: 2,
  anyField: 1,
  weak: 0.5,
  vague: 0,
} as const

/**
 * The pattern over folded text. White space is ignored on both sides: a blank is left out, and a class that allows a blank may
 * match nothing. Nothing else changes, so a pattern that is bounded stays bounded.
 *
 * @example
 * foldPattern(/tool[_ ]call ids?/).source // 'tool[_]?callids?'
 */
export function foldPattern(pattern: RegExp): RegExp {
  const source = pattern.source.replaceAll(/\[([^\]]*) ([^\]]*)\](?![?*{+])/g, '[$1$2]?')
  return new RegExp(source.replaceAll(/\\s[*+?]?| [*+?]?/g, ''))
}

/** Names of fields may have lost their underscores: Markdown takes them for emphasis. */
const nameUnderscore = /(?<=tool|function|call|use|reasoning|redacted|cache|encrypted|item)_(?=[a-z(])/g

const withLostUnderscores = (pattern: RegExp): RegExp =>
  new RegExp(foldPattern(pattern).source.replaceAll(nameUnderscore, '_?'))

/** Up to this length a text is searched as a whole; in a longer one only around its literals, so that the work is bounded. */
const SHORT = 4000
const MAX_WINDOWS = 6
const MAX_DIGITS = 20

/**
 * How many characters a folded pattern can match at most: what lies farther from its literal need not be searched. Its source
 * is longer than what it matches, but for counted repetitions; an uncounted one is that of the digits of a number.
 *
 * @example
 * reachOf('tool.{0,60}call') // 75
 */
export function reachOf(source: string): number {
  let reach = source.length
  for (const [, group = '', most = MAX_DIGITS] of source.matchAll(/(\)?)(?:\{\d*,?(\d+)\}|[+*])/g))
    reach += Number(most) * (group === '' ? 1 : source.length)
  return reach
}

/** Compiles wordings into one matcher: only the patterns whose literals a text holds are run. */
export function compileWordings(wordings: readonly OwnedWording[]): WordingMatcher {
  const compiled: readonly CompiledWording[] = wordings
    .map((wording) => {
      // The codes of what is not structural are words of sentences without their underscores.
      const pattern = wording.type === null ? foldPattern(wording.pattern) : withLostUnderscores(wording.pattern)
      const { source } = pattern
      const rank = ranks[wording.type === null ? 'veto' : wording.strength]
      return { wording, pattern, rank, reach: reachOf(source), literals: requiredLiterals(source).map(withMarks) }
    })
    .sort((a, b) => b.rank - a.rank)
  const marks = new LetterMarks()
  return ({ lower }) => {
    marks.read(lower)
    const found: WordingMatch[] = []
    // Strongest first, so that the loose patterns are not even run once a sharp one has matched.
    for (const candidate of compiled) {
      const { rank, wording } = candidate
      if (found.length > 0 && rank < (found[0] as WordingMatch).rank && rank <= ranks.general) break
      const match = marks.holdsAny(candidate.literals) ? search(candidate, lower) : null
      if (match !== null) found.push({ wording, rank, ...match })
    }
    return found.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

function search({ literals, pattern, reach }: CompiledWording, lower: string): Span | null {
  if (lower.length <= SHORT) return span(pattern.exec(lower), 0)
  for (const { literal } of literals)
    for (const place of placesOf(literal, lower)) {
      const from = Math.max(0, place - reach)
      const match = span(pattern.exec(lower.slice(from, place + literal.length + reach)), from)
      if (match !== null) return match
    }
  return null
}

/** The first and the last places of a literal. */
function placesOf(literal: string, lower: string): number[] {
  const places: number[] = []
  for (let at = lower.indexOf(literal); at >= 0; at = lower.indexOf(literal, at + literal.length)) {
    if (places.push(at) < MAX_WINDOWS) continue
    places[MAX_WINDOWS - 1] = lower.lastIndexOf(literal)
    break
  }
  return places
}

const span = (match: RegExpExecArray | null, from: number): Span | null =>
  match === null ? null : { start: from + match.index, end: from + match.index + match[0].length }
