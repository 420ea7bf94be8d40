import type { Rules } from '../formats/rules.ts'
import { isSynthetic } from '../faults/synthetic-text.ts'
import { isEqual } from '../json/is-equal.ts'
import type { DisplacedResult, DuplicateResult, Pairing, RepeatedCall } from './pairing.ts'
import { pairServerCalls } from './pair-server-calls.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'

/** One call and what answered it. Pairing is by occurrence: an id may legally come back in a later turn. */
interface Occurrence {
  readonly call: Block
  result: Block | undefined
  readonly repeats: Block | undefined
}

/** Matches results to calls, first where the format wants them, then the strays to the only open call that can own them. */
export function pairCalls(transcript: Transcript, rules: Rules): Pairing {
  const { notable, messages } = transcript
  if (notable.length === messages.length) return pairAll(transcript, rules, false)
  const pairing = pairAll(transcript, rules, true)
  // What is owned by no call may still belong to one in a plain exchange.
  return pairing.hasStrays ? pairAll(transcript, rules, false) : pairing
}

function pairAll(transcript: Transcript, rules: Rules, skipPlain: boolean): PairingResult {
  const pairer = new Pairer(rules)
  for (const turn of transcript.turns) {
    if (turn.role === 'assistant') {
      pairer.close()
      for (const message of turn.messages) {
        if (rules.results === 'own-messages') pairer.close()
        if (!skipPlain || !message.plain) pairer.readMessage(message, true)
      }
    } else {
      for (const message of turn.messages) {
        if (!skipPlain || !message.plain) pairer.readMessage(message, false)
      }
      if (rules.results !== 'items' && turn.index < transcript.turns.length - 1) pairer.close()
    }
  }
  return pairer.finish(transcript)
}

type PairingLists = Omit<Pairing, 'resultOf' | 'owned'>

class PairingResult implements Pairing {
  readonly #occurrences: readonly Occurrence[]
  readonly #server: ReadonlyMap<Block, Block>
  /** Results that stood where no call could own them, wherever they went then. */
  readonly hasStrays: boolean
  #resultOf: Map<Block, Block> | undefined
  #owned: Map<Block, Block> | undefined
  readonly unanswered: readonly Block[]
  readonly frontier: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
  readonly repeated: readonly RepeatedCall[]
  readonly elsewhere: readonly Block[]

  constructor(
    occurrences: readonly Occurrence[],
    server: ReadonlyMap<Block, Block>,
    hasStrays: boolean,
    lists: PairingLists,
  ) {
    this.hasStrays = hasStrays
    this.#occurrences = occurrences
    this.#server = server
    this.unanswered = lists.unanswered
    this.frontier = lists.frontier
    this.orphans = lists.orphans
    this.displaced = lists.displaced
    this.duplicates = lists.duplicates
    this.repeated = lists.repeated
    this.elsewhere = lists.elsewhere
  }

  get resultOf(): ReadonlyMap<Block, Block> {
    return (this.#resultOf ??= new Map(this.#pairs()))
  }

  get owned(): ReadonlyMap<Block, Block> {
    return (this.#owned ??= new Map(this.#pairs().map(([call, result]) => [result, call])))
  }

  #pairs(): [call: Block, result: Block][] {
    const client = this.#occurrences.flatMap(({ call, result }): [Block, Block][] => (result ? [[call, result]] : []))
    return [...client, ...this.#server]
  }
}

class Pairer {
  readonly #rules: Rules
  #open: Occurrence[] = []
  readonly #unanswered: Occurrence[] = []
  readonly #answered: Occurrence[] = []
  readonly #strays: Block[] = []
  /** Results in their place that no id and no name assigns. */
  #unmatched: Block[] = []
  readonly #duplicates: DuplicateResult[] = []
  readonly #repeated: Occurrence[] = []
  readonly #server: Block[] = []
  readonly #firstWithId = new Map<string, Block>()
  readonly #copies = new Map<Message, boolean>()
  readonly #openById: OccurrenceIndex
  #firstPointer = Infinity
  #lastPointer = -1

  constructor(rules: Rules) {
    this.#rules = rules
    this.#openById = new OccurrenceIndex(rules)
  }

  readMessage(message: Message, assistant: boolean): void {
    for (const block of message.blocks) {
      if (block.shape.pointer === true) this.#seePointer(block)
      if (block.kind !== 'tool_call' && block.kind !== 'tool_result') continue
      if (block.shape.server) this.#readServerBlock(block)
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
    if (this.#rules.results === 'items') return
    if (this.#rules.callIdScope === 'turn' && this.#firstWithId.size > 0) this.#firstWithId.clear()
    if (this.#open.length === 0) return
    if (this.#unmatched.length > 0) this.#takeInOrder()
    for (const occurrence of this.#open) {
      if (occurrence.result === undefined) this.#unanswered.push(occurrence)
      else this.#answered.push(occurrence)
    }
    this.#open = []
    this.#openById.clear()
  }

  finish(transcript: Transcript): PairingResult {
    if (this.#unmatched.length > 0) this.#takeInOrder()
    const repeated = this.#repeated.map((occurrence) => this.#toRepeated(occurrence))
    const server = pairServerCalls(this.#server, repeated, transcript)
    const tail = this.#open.filter((occurrence) => occurrence.result === undefined)
    const spoken = tail.length === 0 ? -1 : lastSpokenTurn(transcript)
    const live = tail.filter(({ call }) => call.message.turnIndex >= spoken)
    for (const open of tail) if (open.call.message.turnIndex < spoken) this.#unanswered.push(open)
    this.#answered.push(...this.#open.filter((occurrence) => occurrence.result !== undefined))
    const displaced: DisplacedResult[] = []
    const orphans: Block[] = []
    const candidates = [...this.#unanswered, ...live]
    if (this.#rules.resultsLookAlike) this.#strays.push(...server.orphans)
    if (this.#strays.length > 0) this.#settle(candidates, displaced, orphans)
    const isOpen = (open: Occurrence): boolean => isPlainlyOpen(open) && !this.#isAnsweredElsewhere(open.call)
    const { elsewhere, lost } = this.#lookElsewhere(orphans)
    return new PairingResult(
      [...this.#unanswered, ...this.#answered, ...live],
      server.answers,
      this.#strays.length > 0,
      {
        unanswered: [
          ...this.#unanswered.filter(isOpen).map((open) => open.call),
          ...(this.#rules.serverResults === 'optional' ? [] : server.unanswered),
        ],
        frontier: live.filter(isOpen).map((open) => open.call),
        elsewhere,
        orphans: [...lost, ...(this.#rules.resultsLookAlike ? [] : server.orphans)],
        displaced: [...displaced, ...server.displaced],
        duplicates: [...this.#duplicates, ...server.duplicates],
        repeated: repeated.map((again) => ({ ...again, result: again.result ?? server.answers.get(again.call) })),
      },
    )
  }

  /** Calls of the client and of the provider share one space of ids. */
  #readServerBlock(block: Block): void {
    this.#server.push(block)
    if (block.kind === 'tool_call') this.#occurrence(block)
  }

  #occurrence(call: Block): Occurrence {
    const id = call.callId
    const scoped = id !== undefined && this.#rules.callIdScope !== 'none'
    const first = scoped ? this.#firstWithId.get(id) : undefined
    const occurrence: Occurrence = { call, result: undefined, repeats: first }
    if (first !== undefined) this.#repeated.push(occurrence)
    else if (scoped) this.#firstWithId.set(id, call)
    return occurrence
  }

  #toRepeated({ call, repeats, result }: Occurrence): RepeatedCall {
    return { call, first: repeats!, result, inCopy: this.#isCopy(call.message, repeats!.message) }
  }

  #isCopy(message: Message, first: Message): boolean {
    if (message === first) return false
    const known = this.#copies.get(message)
    if (known !== undefined) return known
    const copy = isEqual(message.raw, first.raw)
    this.#copies.set(message, copy)
    return copy
  }

  #openCall(call: Block): void {
    const occurrence = this.#occurrence(call)
    this.#open.push(occurrence)
    this.#openById.add(occurrence)
    if (this.#rules.results === 'same-block' && call.message.blocks.some((block) => ownsSameRaw(block, call))) {
      occurrence.result = call
    }
  }

  #takeResult(result: Block): void {
    if (this.#rules.results === 'same-block') return
    let answered: Occurrence | undefined
    let otherKind: Occurrence | undefined
    for (const occurrence of this.#openById.ownersOf(result)) {
      if (occurrence.result !== undefined) answered = occurrence
      else if (!isOfKind(occurrence.call, result)) otherKind ??= occurrence
      else {
        occurrence.result = result
        return
      }
    }
    if (otherKind) {
      otherKind.result = result
      return
    }
    if (answered) this.#duplicate(answered, result)
    else if (this.#rules.callIdsOptional && this.#open.length > 0) this.#unmatched.push(result)
    else this.#strays.push(result)
  }

  /** Where ids are optional, what stands in the right place belongs to the calls that are still open, in their order. */
  #takeInOrder(): void {
    const unmatched = this.#unmatched
    this.#unmatched = []
    for (const result of unmatched) {
      const next = this.#open.find((open) => open.result === undefined && isLooselyNamed(open.call, result))
      if (next === undefined) this.#strays.push(result)
      else next.result = result
    }
  }

  /** Strays go to the only open call that can own them, else to an answered one before them as a further result. */
  #settle(candidates: readonly Occurrence[], displaced: DisplacedResult[], orphans: Block[]): void {
    const open = new OccurrenceIndex(this.#rules, candidates)
    const answered = new OccurrenceIndex(this.#rules, this.#answered)
    const byTurn = Map.groupBy(candidates, ({ call }) => call.message.turnIndex)
    for (const result of this.#strays) {
      if (!result.callId && !this.#rules.callIdsOptional) {
        const near = this.#rules.results === 'items' ? candidates : byTurn.get(result.message.turnIndex - 1)
        if (!this.#takeNameless(result, near ?? nobody)) orphans.push(result)
        continue
      }
      const owners = open.ownersOf(result).filter((owner) => owner.result === undefined)
      const former = answered.ownersOf(result).findLast((owner) => isBefore(owner.call, result))
      if (owners.length === 1) {
        owners[0]!.result = result
        displaced.push({ result, call: owners[0]!.call })
      } else if (former && owners.length === 0) this.#duplicate(former, result)
      else orphans.push(result)
    }
  }

  /** A result without an id belongs to the only call that is open before it. */
  #takeNameless(result: Block, candidates: readonly Occurrence[]): boolean {
    const mayOwn = ({ call, result: own }: Occurrence): boolean =>
      own === undefined && isBefore(call, result) && isOfKind(call, result)
    const owners = candidates.filter(mayOwn)
    if (owners.length !== 1) return false
    owners[0]!.result = result
    return true
  }

  #seePointer({ message }: Block): void {
    this.#firstPointer = Math.min(this.#firstPointer, message.index)
    this.#lastPointer = message.index
  }

  /** Parts the orphans whose call may be on the server from the others; a second one of the same call is a duplicate. */
  #lookElsewhere(orphans: readonly Block[]): { readonly elsewhere: readonly Block[]; readonly lost: readonly Block[] } {
    const elsewhere = new Map<string, Block>()
    const lost = orphans.filter((result) => {
      if (!this.#mayBeElsewhere(result)) return true
      const key = `${result.shape.type} ${result.callId}`
      const kept = elsewhere.get(key)
      if (kept) this.#duplicates.push({ call: kept, kept, loser: result })
      else elsewhere.set(key, result)
      return false
    })
    return { elsewhere: [...elsewhere.values()], lost }
  }

  /** The call may be in the history that the request continues, or be an item that the list only refers to. */
  #mayBeElsewhere(result: Block): boolean {
    if (result.callId === undefined || result.callId === '') return false
    const lost = this.#rules.lostElsewhere
    if (lost === 'all' || lost?.has(result.callId) === true) return false
    return this.#rules.historyElsewhere === true || this.#firstPointer < result.message.index
  }

  #isAnsweredElsewhere(call: Block): boolean {
    return call.shape.answerOptional === true || this.#lastPointer > call.message.index
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

const nobody: readonly Occurrence[] = []

/** Occurrences by what a result can name them with: the id, or the name where ids are optional. Thousands in one turn stay cheap. */
class OccurrenceIndex {
  readonly #rules: Rules
  readonly #byId = new Map<string, Occurrence[]>()
  readonly #byName = new Map<string, Occurrence[]>()

  constructor(rules: Rules, occurrences: readonly Occurrence[] = nobody) {
    this.#rules = rules
    for (const occurrence of occurrences) this.add(occurrence)
  }

  add(occurrence: Occurrence): void {
    const { callId, name } = occurrence.call
    if (callId !== undefined) append(this.#byId, callId, occurrence)
    if (this.#rules.callIdsOptional && name !== undefined) append(this.#byName, name, occurrence)
  }

  ownersOf(result: Block): readonly Occurrence[] {
    const byId = result.callId === undefined ? nobody : (this.#byId.get(result.callId) ?? nobody)
    if (!this.#rules.callIdsOptional || result.name === undefined) return byId
    const byName = (this.#byName.get(result.name) ?? nobody).filter(
      ({ call }) => call.callId === undefined || result.callId === undefined,
    )
    return byName.length === 0 ? byId : [...byId, ...byName]
  }

  clear(): void {
    if (this.#byId.size > 0) this.#byId.clear()
    if (this.#byName.size > 0) this.#byName.clear()
  }
}

function append(map: Map<string, Occurrence[]>, key: string, occurrence: Occurrence): void {
  const known = map.get(key)
  if (known) known.push(occurrence)
  else map.set(key, [occurrence])
}

/** Two ids that differ say that two blocks do not belong together; a missing one says nothing. */
function isLooselyNamed(call: Block, result: Block): boolean {
  return call.callId === undefined || result.callId === undefined || !result.name
}

/** A result of one kind may answer calls of that kind only; one of another kind is repaired where it stands. */
function isOfKind(call: Block, result: Block): boolean {
  return result.shape.answers === undefined || result.shape.answers.has(call.shape.type)
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

/** The last turn that holds anything but results: the caller may still answer the calls of that turn, and of none before. */
function lastSpokenTurn({ turns }: Transcript): number {
  return turns.findLastIndex((turn) =>
    turn.messages.some((message) => message.blocks.some((block) => block.kind !== 'tool_result')),
  )
}
