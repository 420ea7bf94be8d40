import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { FoldedText } from './fold-text.ts'
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
}

/** The wordings that a text holds, strongest first. */
export type WordingMatcher = (text: FoldedText) => readonly WordingMatch[]

/** Which of several explanations of one error holds. */
export const ranks = {
  veto: 10,
  decisive: 9,
  plain: 8,
  field: 7,
  sentence: 6,
  phrase: 5,
  container: 4,
  general: 3,
  hint: 2,
  anyField: 1,
  vague: 0,
} as const

/**
 * A trigger is the last `length` code units, hashed without case: shifting 4 (or 8) bits a unit drops exactly the older ones
 * out of 32 bits. Long triggers wake almost no pattern in vain; short ones serve literals that are shorter.
 */
const triggerKinds = [
  { length: 8, shift: 4 },
  { length: 4, shift: 8 },
] as const
const TABLE_BITS = 14

const roll = (rolling: number, code: number, shift: number): number =>
  (rolling << shift) ^ (code >= 65 && code <= 90 ? code | 32 : code)
const slotOf = (rolling: number): number => Math.imul(rolling, 0x9e3779b1) >>> (32 - TABLE_BITS)

/** Words of almost every error; a trigger cut from them would run patterns on every text. */
const commonText =
  '400{type:error,error:{type:invalid_request_error,message:messages.content.},request_id:req_011}statuscodeparamnullbadrequestfailedapicallvalidationexceptionassistantusermustresponseprovider'

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

/** Up to this length a text is searched as a whole; in a longer one only around the triggers, so that the work is bounded. */
const SHORT = 4000
const MAX_WINDOWS = 6
const MAX_DIGITS = 20

/**
 * How many characters a folded pattern can match at most: what lies farther from its trigger need not be searched. Its source
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

/** Compiles wordings into one matcher: a text is scanned once for triggers, and only the patterns behind them are run. */
export function compileWordings(wordings: readonly OwnedWording[]): WordingMatcher {
  const compiled: readonly CompiledWording[] = wordings
    .map((wording) => {
      const pattern = foldPattern(wording.pattern)
      const rank = ranks[wording.type === null ? 'veto' : wording.strength]
      return { wording, pattern, rank, reach: reachOf(pattern.source) }
    })
    .sort((a, b) => b.rank - a.rank)
  const triggers = compileTriggers(compiled)
  return ({ lower }) => {
    const hits = scan(lower, triggers)
    if (hits === null) return []
    const found: WordingMatch[] = []
    // Strongest first, so that the loose patterns are not even run once a sharp one has matched.
    for (const [index, places] of [...hits].sort(([a], [b]) => a - b)) {
      const { pattern, rank, reach, wording } = compiled[index] as CompiledWording
      if (found.length > 0 && rank < (found[0] as WordingMatch).rank && rank <= ranks.general) break
      const match = search(pattern, lower, places, reach)
      if (match !== null) found.push({ wording, rank, ...match })
    }
    return found.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
  }
}

function search(
  pattern: RegExp,
  lower: string,
  places: readonly number[],
  reach: number,
): { start: number; end: number } | null {
  if (lower.length <= SHORT) return span(pattern.exec(lower), 0)
  for (const place of places) {
    const from = Math.max(0, place - reach)
    const match = span(pattern.exec(lower.slice(from, place + reach)), from)
    if (match !== null) return match
  }
  return null
}

function span(match: RegExpExecArray | null, from: number): { start: number; end: number } | null {
  return match === null ? null : { start: from + match.index, end: from + match.index + match[0].length }
}

/** By slot: which bucket of wordings a trigger wakes; 0 for none. */
interface Triggers {
  readonly long: Uint16Array
  readonly short: Uint16Array
  readonly buckets: readonly (readonly number[])[]
}

/** The wordings that may match, each with the first and the last places of its triggers. */
type Hits = Map<number, number[]>

function scan(lower: string, { long, short, buckets }: Triggers): Hits | null {
  let hits: Hits | null = null
  let last8 = 0
  let last4 = 0
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at)
    last8 = (last8 << 4) ^ code
    last4 = (last4 << 8) ^ code
    const first = long[slotOf(last8)] as number
    const second = short[slotOf(last4)] as number
    if (first === 0 && second === 0) continue
    hits ??= new Map()
    wake(hits, buckets[first] as readonly number[], at)
    if (second !== first) wake(hits, buckets[second] as readonly number[], at)
  }
  return hits
}

function wake(hits: Hits, bucket: readonly number[], at: number): void {
  for (const index of bucket) {
    const places = hits.get(index)
    if (places === undefined) hits.set(index, [at])
    else if (places.length < MAX_WINDOWS) places.push(at)
    else places[MAX_WINDOWS - 1] = at
  }
}

/** Chooses for every literal its rarest piece, so that a text wakes few patterns. */
function compileTriggers(compiled: readonly CompiledWording[]): Triggers {
  const long = new Uint16Array(1 << TABLE_BITS)
  const short = new Uint16Array(1 << TABLE_BITS)
  const buckets: number[][] = [[]]
  const literals = compiled.map(({ pattern }) => requiredLiterals(pattern.source))
  for (const kind of triggerKinds) {
    const table = kind.length === 8 ? long : short
    const counts = countSlots(new Set(literals.flat()), kind)
    for (const [index, alternatives] of literals.entries()) {
      for (const literal of alternatives) {
        if (literal.length < 4)
          throw new Error(`Wording ${compiled[index]?.pattern.source} needs a literal of 4 characters`)
        if (literal.length >= 8 !== (kind.length === 8)) continue
        const slot = slotsOf(literal, kind).reduce((best, next) => (counts(next) < counts(best) ? next : best))
        if (table[slot] === 0) table[slot] = buckets.push([]) - 1
        const bucket = buckets[table[slot] as number] as number[]
        if (!bucket.includes(index)) bucket.push(index)
      }
    }
  }
  return { long, short, buckets }
}

type TriggerKind = (typeof triggerKinds)[number]

function countSlots(literals: Iterable<string>, kind: TriggerKind): (slot: number) => number {
  const counts = new Map<number, number>()
  const count = (text: string, weight: number): void => {
    for (const slot of slotsOf(text, kind)) counts.set(slot, (counts.get(slot) ?? 0) + weight)
  }
  for (const literal of literals) count(literal, 1)
  count(commonText, 1000)
  return (slot) => counts.get(slot) ?? 0
}

function slotsOf(text: string, { length, shift }: TriggerKind): number[] {
  const slots: number[] = []
  let rolling = 0
  for (let at = 0; at < text.length; at++) {
    rolling = roll(rolling, text.charCodeAt(at), shift)
    if (at >= length - 1) slots.push(slotOf(rolling))
  }
  return slots
}
