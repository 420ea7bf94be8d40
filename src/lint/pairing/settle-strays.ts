import type { Rules } from '../../formats/rules.ts'
import type { Block } from '../../transcript/transcript.ts'
import { isOfKind, type Occurrence } from './occurrence.ts'
import type { OccurrenceIndex } from './occurrence-index.ts'
import { pairInOrder } from './pair-in-order.ts'
import type { DisplacedResult } from './pairing.ts'

/** The calls that strays may belong to. */
export interface StrayOwners {
  readonly open: readonly Occurrence[]
  readonly answered: readonly Occurrence[]
}

/** Where the strays went. `further`: second results of calls that had been answered before. */
export interface SettledStrays {
  readonly displaced: readonly DisplacedResult[]
  readonly further: readonly { readonly owner: Occurrence; readonly result: Block }[]
  readonly orphans: readonly Block[]
}

/** Strays go to the only open call that can own them (or, where they may wait, to one of the turn before), else to an answered one before them as a further result. */
export function settleStrays(
  strays: readonly Block[],
  owners: StrayOwners,
  rules: Rules,
  index: typeof OccurrenceIndex,
): SettledStrays {
  const displaced: DisplacedResult[] = []
  const further: { owner: Occurrence; result: Block }[] = []
  const orphans: Block[] = []
  const open = new index().addAll(owners.open)
  const answered = new index().addAll(owners.answered)
  const byTurn = Map.groupBy(owners.open, ({ call }) => call.message.turnIndex)
  for (const result of strays) {
    if (!result.callId && !rules.callIdsOptional) {
      const near = rules.results === 'items' ? owners.open : byTurn.get(result.message.turnIndex - 1)
      if (!takeNameless(result, near ?? [])) orphans.push(result)
      continue
    }
    const before = rules.resultsMayWait === true ? byTurn.get(result.message.turnIndex - 1) : undefined
    const waiting = before?.find(({ call, result: own }) => own === undefined && call.callId === result.callId)
    const [free, other] = waiting === undefined ? freeOwnersOf(result, open) : [waiting]
    const former =
      free === undefined ? answered.findLastOwner(result, (owner) => isBefore(owner.call, result)) : undefined
    // Of two that may own it, one that comes only behind it does not.
    const isAlone = other === undefined || (isBefore(free!.call, result) && !isBefore(other.call, result))
    if (free !== undefined && isAlone) {
      free.result = result
      displaced.push({ result, call: free.call })
    } else if (former) further.push({ owner: former, result })
    else orphans.push(result)
  }
  return { displaced, further, orphans: withoutOwn(orphans, owners.open, rules) }
}

/** The calls without a result that this one may answer. Whoever asks looks at two: what counts is whether there is just one. */
function* freeOwnersOf(result: Block, open: OccurrenceIndex): Generator<Occurrence, void> {
  for (const owner of open.openOwnersOf(result)) if (owner.result === undefined) yield owner
}

/** A result without an id belongs to the only call that is open before it. */
function takeNameless(result: Block, candidates: readonly Occurrence[]): boolean {
  const mayOwn = ({ call, result: own }: Occurrence): boolean =>
    own === undefined && isBefore(call, result) && isOfKind(call, result)
  const owners = candidates.filter(mayOwn)
  if (owners.length !== 1) return false
  owners[0]!.result = result
  return true
}

/** What no id assigns belongs by its place to the calls of the turn before (I5). Takes these out. */
function withoutOwn(orphans: readonly Block[], open: readonly Occurrence[], rules: Rules): readonly Block[] {
  // What a history on the server called, nobody here can tell, unless results stand right behind their calls.
  if (rules.callIdsOptional || (rules.historyElsewhere === true && rules.results !== 'next-turn')) return orphans
  const left = open.filter(({ result }) => result === undefined)
  const turnOf = (block: Block, offset: number): number | null =>
    rules.results === 'items' ? null : block.message.turnIndex + offset
  const byCall = new Map(left.map((occurrence) => [occurrence.call, occurrence]))
  const callsByTurn = Map.groupBy(byCall.keys(), (call) => turnOf(call, 1))
  const taken = new Set<Block>()
  for (const [turn, results] of Map.groupBy(orphans, (result) => turnOf(result, 0)))
    for (const [result, call] of pairInOrder(callsByTurn.get(turn) ?? [], results)) {
      byCall.get(call)!.result = result
      taken.add(result)
    }
  return orphans.filter((result) => !taken.has(result))
}

function isBefore(first: Block, second: Block): boolean {
  return first.message.index < second.message.index
}
