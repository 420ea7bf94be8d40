import type { Rules } from '../formats/rules.ts'
import { isSynthetic } from '../strategies/synthetic-text.ts'
import { pairServerCalls } from './pair-server-calls.ts'
import type { Block, Message, Transcript } from './transcript.ts'

/** A result that stands elsewhere than the call that owns it demands. */
export interface DisplacedResult {
  readonly result: Block
  readonly call: Block
}

/** A second result of one call occurrence. `loser` is the copy to give up: a synthetic one, else the later. */
export interface DuplicateResult {
  readonly call: Block
  readonly kept: Block
  readonly loser: Block
}

/** A call whose id was already used within the scope in which ids must be unique. */
export interface RepeatedCall {
  readonly call: Block
  readonly first: Block
  /** The result that this occurrence owns, if it has one. */
  readonly result: Block | undefined
}

/** Who answers whom. All lists are empty in a healthy transcript; the maps are made when first asked for. */
export interface Pairing {
  /** The result that each call owns, where it is. */
  readonly resultOf: ReadonlyMap<Block, Block>
  /** The call that owns each result. */
  readonly owned: ReadonlyMap<Block, Block>
  /** Calls without a result, the live frontier excluded. */
  readonly unanswered: readonly Block[]
  /** Calls at the very end that their caller may still be about to answer. */
  readonly frontier: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
  readonly repeated: readonly RepeatedCall[]
}

/** One call and what answered it. Pairing is by occurrence: an id may legally come back in a later turn. */
interface Occurrence {
  readonly call: Block
  result: Block | undefined
  readonly repeats: Block | undefined
}

/** Matches results to calls, first where the format wants them, then the strays to the only open call that can own them. */
export function pairCalls(transcript: Transcript, rules: Rules): Pairing {
  const pairer = new Pairer(rules)
  for (const turn of transcript.turns) {
    if (turn.role === 'assistant') {
      pairer.close()
      for (const message of turn.messages) {
        if (rules.results === 'own-messages') pairer.close()
        pairer.readMessage(message, true)
      }
    } else {
      for (const message of turn.messages) pairer.readMessage(message, false)
      if (rules.results !== 'items' && turn.index < transcript.turns.length - 1) pairer.close()
    }
  }
  return pairer.finish(transcript)
}

type PairingLists = Omit<Pairing, 'resultOf' | 'owned'>

class PairingResult implements Pairing {
  readonly #occurrences: readonly Occurrence[]
  #resultOf: Map<Block, Block> | undefined
  #owned: Map<Block, Block> | undefined
  readonly unanswered: readonly Block[]
  readonly frontier: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
  readonly repeated: readonly RepeatedCall[]

  constructor(occurrences: readonly Occurrence[], lists: PairingLists) {
    this.#occurrences = occurrences
    this.unanswered = lists.unanswered
    this.frontier = lists.frontier
    this.orphans = lists.orphans
    this.displaced = lists.displaced
    this.duplicates = lists.duplicates
    this.repeated = lists.repeated
  }

  get resultOf(): ReadonlyMap<Block, Block> {
    return (this.#resultOf ??= new Map(this.#pairs()))
  }

  get owned(): ReadonlyMap<Block, Block> {
    return (this.#owned ??= new Map(this.#pairs().map(([call, result]) => [result, call])))
  }

  #pairs(): [call: Block, result: Block][] {
    return this.#occurrences.flatMap(({ call, result }): [Block, Block][] => (result ? [[call, result]] : []))
  }
}

class Pairer {
  readonly #rules: Rules
  #open: Occurrence[] = []
  readonly #unanswered: Occurrence[] = []
  readonly #answered: Occurrence[] = []
  readonly #strays: Block[] = []
  readonly #duplicates: DuplicateResult[] = []
  readonly #repeated: Occurrence[] = []
  readonly #server: Block[] = []
  readonly #firstWithId = new Map<string, Block>()

  constructor(rules: Rules) {
    this.#rules = rules
  }

  readMessage(message: Message, assistant: boolean): void {
    for (const block of message.blocks) {
      if (block.kind !== 'tool_call' && block.kind !== 'tool_result') continue
      if (block.shape.server) this.#server.push(block)
      else if (block.kind === 'tool_call') this.#openCall(block)
      else if (!this.#mayHoldResults(message, assistant)) this.#strays.push(block)
      else this.#takeResult(block)
    }
  }

  #mayHoldResults(message: Message, assistant: boolean): boolean {
    if (this.#rules.resultRole !== undefined) return message.role === this.#rules.resultRole
    return !assistant || this.#rules.results !== 'next-turn'
  }

  /** The place where the open calls can be answered has ended. */
  close(): void {
    if (this.#open.length === 0 || this.#rules.results === 'items') return
    for (const occurrence of this.#open) {
      if (occurrence.result === undefined) this.#unanswered.push(occurrence)
      else this.#answered.push(occurrence)
    }
    this.#open = []
    if (this.#rules.callIdScope === 'turn') this.#firstWithId.clear()
  }

  finish(transcript: Transcript): Pairing {
    const server = pairServerCalls(this.#server, transcript)
    const tail = this.#open.filter((occurrence) => occurrence.result === undefined)
    const live = isLive(transcript, tail)
    if (!live) this.#unanswered.push(...tail)
    this.#answered.push(...this.#open.filter((occurrence) => occurrence.result !== undefined))
    const displaced: DisplacedResult[] = []
    const orphans: Block[] = []
    const candidates = [...this.#unanswered, ...(live ? tail : [])]
    for (const result of this.#strays) this.#settle(result, candidates, displaced, orphans)
    for (const result of server.orphans) {
      if (this.#rules.resultsLookAlike) this.#settle(result, candidates, displaced, orphans)
      else orphans.push(result)
    }
    return new PairingResult([...this.#unanswered, ...this.#answered, ...tail], {
      unanswered: [
        ...this.#unanswered.filter(isPlainlyOpen).map((open) => open.call),
        ...(this.#rules.serverResults === 'optional' ? [] : server.unanswered),
      ],
      frontier: live ? tail.filter(isPlainlyOpen).map((open) => open.call) : [],
      orphans,
      displaced: [...displaced, ...server.displaced],
      duplicates: [...this.#duplicates, ...server.duplicates],
      repeated: this.#repeated.map(({ call, repeats, result }) => ({ call, first: repeats!, result })),
    })
  }

  #openCall(call: Block): void {
    const id = call.callId
    const first = id === undefined ? undefined : this.#firstWithId.get(id)
    const occurrence: Occurrence = { call, result: undefined, repeats: first }
    if (first !== undefined) this.#repeated.push(occurrence)
    else if (id !== undefined) this.#firstWithId.set(id, call)
    this.#open.push(occurrence)
    if (this.#rules.results === 'same-block' && call.message.blocks.some((block) => ownsSameRaw(block, call))) {
      occurrence.result = call
    }
  }

  #takeResult(result: Block): void {
    if (this.#rules.results === 'same-block') return
    let answered: Occurrence | undefined
    for (const occurrence of this.#open) {
      if (!canOwn(occurrence.call, result, this.#rules)) continue
      if (occurrence.result === undefined) {
        occurrence.result = result
        return
      }
      answered = occurrence
    }
    if (answered) this.#duplicate(answered, result)
    else this.#strays.push(result)
  }

  #settle(result: Block, candidates: readonly Occurrence[], displaced: DisplacedResult[], orphans: Block[]): void {
    const owners = candidates.filter((open) => open.result === undefined && canOwn(open.call, result, this.#rules))
    if (owners.length === 1) {
      owners[0]!.result = result
      displaced.push({ result, call: owners[0]!.call })
      return
    }
    const answered = this.#answered.findLast(
      (open) => canOwn(open.call, result, this.#rules) && isBefore(open.call, result),
    )
    if (answered && owners.length === 0) this.#duplicate(answered, result)
    else orphans.push(result)
  }

  /** I5: a real result beats a synthetic one, also when it comes late. */
  #duplicate(occurrence: Occurrence, result: Block): void {
    const kept = occurrence.result!
    if (isSyntheticResult(kept) && !isSyntheticResult(result)) {
      this.#duplicates.push({ call: occurrence.call, kept: result, loser: kept })
      occurrence.result = result
    } else {
      this.#duplicates.push({ call: occurrence.call, kept, loser: result })
    }
  }
}

function canOwn(call: Block, result: Block, rules: Rules): boolean {
  if (call.callId !== undefined && result.callId !== undefined) return call.callId === result.callId
  return rules.callIdsOptional && call.name !== undefined && call.name === result.name
}

function isPlainlyOpen(occurrence: Occurrence): boolean {
  return occurrence.result === undefined && occurrence.repeats === undefined
}

function isBefore(first: Block, second: Block): boolean {
  return first.message.index < second.message.index
}

function ownsSameRaw(block: Block, call: Block): boolean {
  return block.kind === 'tool_result' && block.raw === call.raw
}

function isSyntheticResult(result: Block): boolean {
  return isSynthetic(result.payload)
}

/** The caller may still answer calls of the last assistant turn as long as nothing but results follows it. */
function isLive(transcript: Transcript, tail: readonly Occurrence[]): boolean {
  if (tail.length === 0) return false
  const asked = tail[0]!.call.message.turnIndex
  return transcript.turns
    .slice(asked + 1)
    .every((turn) => turn.messages.every((message) => message.blocks.every((block) => block.kind === 'tool_result')))
}
