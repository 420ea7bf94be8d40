import type { RecoveryErrorType } from '../strategies/fault-catalogue.ts'
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

const TRIGGER_LENGTH = 4
const TABLE_BITS = 14

/** Words of almost every error; a trigger cut from them would run patterns on every text. */
const commonText =
  '400{type:error,error:{type:invalid_request_error,message:messages.content.},request_id:req_011}statuscodeparamnullbadrequestfailedapicallvalidationexceptionassistantusermustresponseprovider'

/** The hash of the last four code units, letters without case. */
const slotOf = (rolling: number): number => Math.imul(rolling, 0x9e3779b1) >>> (32 - TABLE_BITS)
const rollingMask = (1 << (TRIGGER_LENGTH * 6)) - 1
const roll = (rolling: number, code: number): number =>
  ((rolling << 6) ^ (code >= 65 && code <= 90 ? code | 32 : code)) & rollingMask

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
  const compiled: CompiledWording[] = wordings.map((wording) => ({
    wording,
    pattern: foldPattern(wording.pattern),
    rank: ranks[wording.type === null ? 'veto' : (wording.strength ?? 'plain')],
  }))
  const { table, buckets } = triggerTable(compiled)
  return {
    match(size) {
      const candidates = scan(foldedUnits(), size, table, buckets)
      if (candidates === null) return null
      const text = foldedStrings(size)
      const found: (WordingMatch & { readonly rank: number })[] = []
      for (const index of candidates) {
        const { pattern, wording, rank } = compiled[index] as CompiledWording
        const match = pattern.exec(text.lower)
        if (match !== null) found.push({ wording, rank, start: match.index, end: match.index + match[0].length })
      }
      if (found.length > 1) found.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
      return { text, matches: found }
    },
  }
}

function scan(
  units: Uint16Array,
  size: number,
  table: Uint16Array,
  buckets: readonly (readonly number[])[],
): Set<number> | null {
  let candidates: Set<number> | null = null
  let rolling = 0
  for (let at = 0; at < size; at++) {
    rolling = roll(rolling, units[at] as number)
    const bucket = table[slotOf(rolling)] as number
    if (bucket === 0) continue
    candidates ??= new Set()
    for (const index of buckets[bucket] as readonly number[]) candidates.add(index)
  }
  return candidates
}

/** Chooses for every literal its rarest four characters, so that a text wakes few patterns. */
function triggerTable(compiled: readonly CompiledWording[]): { table: Uint16Array; buckets: number[][] } {
  const literals = compiled.map(({ pattern }) => requiredLiterals(pattern.source))
  const counts = new Map<number, number>()
  const count = (text: string, weight: number): void => {
    for (const slot of slotsOf(text)) counts.set(slot, (counts.get(slot) ?? 0) + weight)
  }
  for (const literal of new Set(literals.flat())) count(literal, 1)
  count(commonText, 1000)
  const table = new Uint16Array(1 << TABLE_BITS)
  const buckets: number[][] = [[]]
  for (const [index, alternatives] of literals.entries()) {
    for (const literal of alternatives) {
      if (literal.length < TRIGGER_LENGTH)
        throw new Error(`Wording ${compiled[index]?.pattern.source} has no literal of ${TRIGGER_LENGTH} characters`)
      const slot = slotsOf(literal).reduce((best, next) =>
        (counts.get(next) ?? 0) < (counts.get(best) ?? 0) ? next : best,
      )
      if (table[slot] === 0) table[slot] = buckets.push([]) - 1
      ;(buckets[table[slot] as number] as number[]).push(index)
    }
  }
  return { table, buckets }
}

function slotsOf(text: string): number[] {
  const slots: number[] = []
  let rolling = 0
  for (let at = 0; at < text.length; at++) {
    rolling = roll(rolling, text.charCodeAt(at))
    if (at >= TRIGGER_LENGTH - 1) slots.push(slotOf(rolling))
  }
  return slots
}
