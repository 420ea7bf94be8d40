import { pairInOrder } from './pair-in-order.ts'
import type { DisplacedResult, DuplicateResult, RepeatedCall } from './pairing.ts'
import type { Block, Transcript, Turn } from '../../transcript/transcript.ts'
import { isClientCall } from '../../transcript/is-client-call.ts'

/** Calls that the provider ran itself, with what is wrong about their results. */
export interface ServerPairing {
  /** The result that each call owns. */
  readonly answers: ReadonlyMap<Block, Block>
  readonly unanswered: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
}

const nothingPaired: ServerPairing = { answers: new Map(), unanswered: [], orphans: [], displaced: [], duplicates: [] }

/**
 * Pairs calls that the provider runs with their results. Both stand in the assistant's turn, the result behind the call;
 * a code execution that waits for client tools may get its result behind their results, and a call at the very end
 * (`pause_turn`) is still running, unless an error has told that nothing answers it.
 */
export function pairServerCalls(
  blocks: readonly Block[],
  repeated: readonly RepeatedCall[],
  transcript: Transcript,
  told?: ReadonlySet<string>,
): ServerPairing {
  if (blocks.length === 0) return nothingPaired
  const calls = new Map<string | undefined, Block[]>()
  const answers = new Map<Block, Block>()
  /** Calls that were stored once more while the same call waited: its one result is theirs, too. */
  const restated = new Set<Block>()
  const isFree = (call: Block): boolean => !answers.has(call) && !restated.has(call)
  const strays: Block[] = []
  const duplicates: DuplicateResult[] = []
  const orphans: Block[] = []
  const displaced: DisplacedResult[] = []
  const waiting = new WaitingTurns(transcript)
  for (const block of blocks) {
    const own = calls.get(block.callId)
    if (block.kind === 'tool_call') {
      if (own) own.push(block)
      else calls.set(block.callId, [block])
      continue
    }
    const free = own === undefined ? undefined : firstFree(own, isFree)
    const open =
      free === undefined ? [] : own!.slice(free).filter((call) => isFree(call) && inPlace(call, block, waiting))
    // Without ids it is the nearest call, and each has a result of its own.
    const owner = block.callId === undefined ? open.at(-1) : open[0]
    if (owner) {
      answers.set(owner, block)
      if (block.callId !== undefined) for (const call of open.slice(1)) restated.add(call)
    } else if (free !== undefined || own === undefined) strays.push(block)
    else {
      const call = own.findLast((answered) => answers.has(answered))!
      duplicates.push({ call, kept: answers.get(call)!, loser: block })
    }
  }
  for (const result of strays) {
    const own = calls.get(result.callId) ?? []
    const free = firstFree(own, isFree)
    const owner = free === undefined ? undefined : own[free]
    if (owner === undefined || own.some((call, index) => index > free! && isFree(call))) {
      orphans.push(result)
      continue
    }
    answers.set(owner, result)
    const next = own[free! + 1]
    const overtaken = next !== undefined && next.message.index < result.message.index
    displaced.push({ result, call: owner, ...(overtaken && { overtaken }) })
  }
  const lost = withoutOwn(orphans, [...calls.values()].flat().filter(isFree), answers)
  const again = new Set(repeated.map(({ call }) => call))
  const unanswered = [...calls.values()].flatMap((own) => {
    const open = own.filter(isFree)
    const last = own.findLast((call) => answers.has(call))
    const answer = last?.callId === undefined ? undefined : answers.get(last)
    // An exchange that was stored twice while the call waited: one result answers both.
    return open.filter((call) => {
      const isShared = answer !== undefined && inPlace(call, answer, waiting)
      const isDemanded = call.shape.answerOptional !== true && !isShared && !again.has(call)
      return isDemanded && (told?.has(call.callId!) === true || !mayStillRun(call, transcript, waiting))
    })
  })
  return { answers, unanswered, orphans: lost, displaced, duplicates }
}

/** What no id assigns belongs by its place to the calls of its turn. Writes these into `answers`, and gives the others. */
function withoutOwn(orphans: readonly Block[], open: readonly Block[], answers: Map<Block, Block>): readonly Block[] {
  const callsByTurn = Map.groupBy(open, ({ message }) => message.turnIndex)
  const taken = new Set<Block>()
  for (const [turn, results] of Map.groupBy(orphans, ({ message }) => message.turnIndex))
    for (const [result, call] of pairInOrder(callsByTurn.get(turn) ?? [], results)) {
      answers.set(call, result)
      taken.add(result)
    }
  return orphans.filter((result) => !taken.has(result))
}

/** Index of the first call that has no result yet; calls of one id are answered from the front, so the head is passed over fast. */
function firstFree(calls: readonly Block[], isFree: (call: Block) => boolean): number | undefined {
  const index = calls.findIndex(isFree)
  return index < 0 ? undefined : index
}

function inPlace(call: Block, result: Block, waiting: WaitingTurns): boolean {
  if (result.message.role !== 'assistant') return false
  const from = call.message.turnIndex
  const to = result.message.turnIndex
  if (from > to) return false
  return from === to ? isBehind(call, result) : waiting.allBetween(from, to)
}

function isBehind(call: Block, result: Block): boolean {
  // Where call and result are one part (UIMessages), both blocks have its index.
  return (call.message.index - result.message.index || call.index - result.index) <= 0
}

function mayStillRun(call: Block, { turns }: Transcript, waiting: WaitingTurns): boolean {
  const from = call.message.turnIndex
  if (from === turns.length - 1) return true
  return turns.at(-1)!.role !== 'assistant' && waiting.allBetween(from, turns.length)
}

/** Which turns only hand client calls of a running server tool to the client, and their results back; counted once. */
class WaitingTurns {
  readonly #turns: readonly Turn[]
  /** For each turn the first one from it on that does not wait; filled when first asked. */
  #ends: Int32Array | undefined

  constructor({ turns }: Transcript) {
    this.#turns = turns
  }

  allBetween(from: number, to: number): boolean {
    return (this.#ends ??= this.#read())[from]! >= to
  }

  #read(): Int32Array {
    const ends = new Int32Array(this.#turns.length + 1).fill(this.#turns.length)
    for (let index = this.#turns.length - 1; index >= 0; index -= 1)
      ends[index] = waitsForClient(this.#turns[index]!) ? ends[index + 1]! : index
    return ends
  }
}

function waitsForClient(turn: Turn): boolean {
  if (turn.role === 'system') return true
  if (turn.role === 'assistant') return turn.messages.some((message) => message.blocks.some(isClientCall))
  const blocks = turn.messages.flatMap((message) => message.blocks)
  return blocks.length > 0 && blocks.every(({ kind, text }) => kind === 'tool_result' || text?.trim() === '')
}
