import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { foldedStrings, foldedUnits, type FoldedText } from './fold-text.ts'
import { requiredLiterals } from './required-literals.ts'
import type { Wording } from './wording.ts'

/** A wording with its owner; `type: null` says that the fault is not one of the transcript. */
export interface OwnedWording extends Wording {
  readonly type: RecoveryErrorType | null
}

/** A wording found in a text. */
export interface WordingMatch {
  readonly wording: OwnedWording
  /** Positions in the folded text. */
  readonly start: number
  readonly end: number
}

interface CompiledWording {
  readonly wording: OwnedWording
  readonly pattern: RegExp
  readonly rank: number
}

/** Finds wordings in the text that was folded last. */
export interface WordingMatcher {
  /** The text as strings and what it matches, strongest first; null when not even a trigger occurs. */
  match(size: number): { readonly text: FoldedText; readonly matches: readonly WordingMatch[] } | null
}

const ranks = { veto: 4, decisive: 3, plain: 2, general: 1, vague: 0 } as const

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
 * The pattern over folded text: white space is ignored on both sides, so a class that allows a space allows nothing.
 *
 * @example
 * foldPattern(/tool[_ ]call ids?/).source // 'tool[_]?callids?'
 */
export function foldPattern(pattern: RegExp): RegExp {
  const source = pattern.source.replaceAll(/\[([^\]]*) ([^\]]*)\](?![?*{+])/g, '[$1$2]?')
  return new RegExp(source.replaceAll(/\\s[*+?]?| [*+?]?/g, ''))
}

/** Compiles wordings into one matcher: a text is scanned once for triggers, and only the patterns behind them are run. */
export function compileWordings(wordings: readonly OwnedWording[]): WordingMatcher {
  const compiled: readonly CompiledWording[] = wordings
    .map((wording) => ({
      wording,
      pattern: foldPattern(wording.pattern),
      rank: ranks[wording.type === null ? 'veto' : (wording.strength ?? 'plain')],
    }))
    .sort((a, b) => b.rank - a.rank)
  const triggers = compileTriggers(compiled)
  return {
    match(size) {
      const candidates = scan(foldedUnits(), size, triggers)
      if (candidates === null) return null
      // Strongest first, so that the loose patterns are not even run once a sharp one has matched.
      candidates.sort((a, b) => a - b)
      const text = foldedStrings(size)
      const found: RankedMatch[] = []
      for (const index of candidates) {
        const { pattern, wording, rank } = compiled[index] as CompiledWording
        if (found.length > 0 && rank < (found[0] as RankedMatch).rank && rank <= ranks.general) break
        const match = pattern.exec(text.lower)
        if (match !== null) found.push({ wording, rank, start: match.index, end: match.index + match[0].length })
      }
      if (found.length > 1) found.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
      return { text, matches: found }
    },
  }
}

type RankedMatch = WordingMatch & { readonly rank: number }

/** By slot: which bucket of wordings a trigger wakes; 0 for none. */
interface Triggers {
  readonly long: Uint16Array
  readonly short: Uint16Array
  readonly buckets: readonly (readonly number[])[]
}

function scan(units: Uint16Array, size: number, { long, short, buckets }: Triggers): number[] | null {
  let candidates: number[] | null = null
  let last8 = 0
  let last4 = 0
  for (let at = 0; at < size; at++) {
    const code = units[at] as number
    last8 = (last8 << 4) ^ code
    last4 = (last4 << 8) ^ code
    const bucket = (long[slotOf(last8)] as number) || (short[slotOf(last4)] as number)
    if (bucket === 0) continue
    const other = short[slotOf(last4)] as number
    candidates = wake(wake(candidates, buckets[bucket]), other === bucket ? undefined : buckets[other])
  }
  return candidates
}

function wake(candidates: number[] | null, bucket: readonly number[] | undefined): number[] | null {
  if (bucket === undefined || bucket.length === 0) return candidates
  const woken = candidates ?? []
  for (const index of bucket) if (!woken.includes(index)) woken.push(index)
  return woken
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
