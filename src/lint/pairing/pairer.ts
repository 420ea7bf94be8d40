import { isSynthetic } from '../../faults/synthetic-text.ts'
import type { Rules } from '../../formats/rules.ts'
import { isEqual } from '../../json/is-equal.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import type { PartedOrphans } from './calls-elsewhere.ts'
import { isNamedOtherwise, isOfKind, isPlainlyOpen, Occurrence } from './occurrence.ts'
import { OccurrenceIndex } from './occurrence-index.ts'
import { pairServerCalls } from './pair-server-calls.ts'
import type { DisplacedResult, DuplicateResult, RepeatedCall } from './pairing.ts'
import { type PairingLists, type PairingResult, pairingResult } from './pairing-result.ts'
import { type SettledStrays, settleStrays } from './settle-strays.ts'

const nothingSettled: SettledStrays = { displaced: [], further: [], orphans: [] }

/**
 * Reads a transcript front to back: opens calls, gives them the results that stand in their place, keeps the strays for the end. What
 * results may be beside what the Messages API makes of them, `PairerOfForms` knows.
 */
export class Pairer {
  protected readonly rules: Rules
  protected open: Occurrence[] = []
  protected readonly unanswered: Occurrence[] = []
  readonly #answered: Occurrence[] = []
  protected readonly strays: Block[] = []
  readonly #duplicates: DuplicateResult[] = []
  readonly #repeated: Occurrence[] = []
  readonly #server: Block[] = []
  readonly #firstWithId = new Map<string, Block>()
  readonly #copies = new Map<Message, boolean>()
  protected readonly index: typeof OccurrenceIndex
  protected readonly openById: OccurrenceIndex

  constructor(rules: Rules, index: typeof OccurrenceIndex = OccurrenceIndex) {
    this.rules = rules
    this.index = index
    this.openById = new index()
  }

  read(transcript: Transcript): PairingResult {
    const { turns } = transcript
    for (const { index, messages, role } of turns) {
      const isAssistants = role === 'assistant'
      for (const message of messages) {
        if (this.endsCalls(message, isAssistants)) this.close()
        this.#readMessage(message, isAssistants)
      }
      if (!isAssistants && index < turns.length - 1) this.close()
    }
    return this.#finish(transcript)
  }

  /** Whether nothing behind the beginning of a message answers the calls before it. */
  protected endsCalls(_message: Message, assistant: boolean): boolean {
    return assistant && this.rules.answersWhole === true
  }

  #readMessage(message: Message, assistant: boolean): void {
    for (const block of message.blocks) {
      if ((block.kind !== 'tool_call' && block.kind !== 'tool_result') || block.shape.unpaired === true) continue
      if (block.shape.server) this.#readServerBlock(block)
      else if (block.kind === 'tool_call') this.openCall(block)
      else if (!this.mayHoldResults(message, assistant)) this.strays.push(block)
      else this.takeResult(block)
    }
  }

  protected mayHoldResults(_message: Message, assistant: boolean): boolean {
    return !assistant
  }

  /** The place where the open calls can be answered has ended. */
  protected close(): void {
    if (this.rules.callIdScope === 'turn') this.#firstWithId.clear()
    if (this.open.length === 0) return
    this.takeInOrder()
    for (const occurrence of this.open) {
      if (occurrence.result === undefined) this.unanswered.push(occurrence)
      else this.#answered.push(occurrence)
    }
    this.open = []
    this.openById.clear()
  }

  #finish(transcript: Transcript): PairingResult {
    this.takeInOrder()
    const shared = this.sharedOut([...this.#answered, ...this.open], this.#duplicates)
    const repeated = this.#repeated.map((occurrence) => this.#toRepeated(occurrence))
    const server = pairServerCalls(this.#server, repeated, transcript, this.rules.unanswered)
    const spoken = lastSpokenTurn(transcript)
    const live: Occurrence[] = []
    for (const open of this.open) {
      if (open.result !== undefined) this.#answered.push(open)
      else if (open.call.message.turnIndex < spoken) this.unanswered.push(open)
      else live.push(open)
    }
    const lostOfServer = this.lostOfServer(server.orphans)
    const { displaced, orphans } = this.#settleStrays([...this.unanswered, ...live])
    const { duplicates, elsewhere, lost } = this.parted(orphans, transcript)
    const isOpen = (open: Occurrence): boolean => isPlainlyOpen(open) && !this.mayBeAnswered(open.call)
    return pairingResult(
      [...this.unanswered, ...this.#answered, ...live],
      server.answers,
      this.strays.length > 0,
      this.told({
        unanswered: [...this.unanswered.filter(isOpen).map((open) => open.call), ...server.unanswered],
        frontier: live.filter(isOpen).map((open) => open.call),
        elsewhere,
        orphans: [...lost, ...lostOfServer],
        displaced: [...shared, ...displaced, ...server.displaced],
        duplicates: [...this.#duplicates, ...duplicates, ...server.duplicates],
        repeated: repeated.map((again) => ({ ...again, result: again.result ?? server.answers.get(again.call) })),
      }),
    )
  }

  /** Calls of the client and of the provider share one space of ids. */
  #readServerBlock(block: Block): void {
    this.#server.push(block)
    if (block.kind === 'tool_call') this.#occurrence(block)
  }

  #occurrence(call: Block): Occurrence {
    const id = call.callId
    const scoped = id !== undefined && this.rules.callIdScope !== 'none'
    const first = scoped ? this.#firstWithId.get(id) : undefined
    const occurrence = new Occurrence(call, first)
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

  protected openCall(call: Block): Occurrence {
    const occurrence = this.#occurrence(call)
    this.open.push(occurrence)
    this.openById.add(occurrence)
    return occurrence
  }

  protected takeResult(result: Block): void {
    let answered = this.openById.lastAnsweredOf(result)
    let other: Occurrence | undefined
    for (const occurrence of this.openById.openOwnersOf(result)) {
      if (occurrence.result !== undefined) answered = occurrence
      else if (!isOfKind(occurrence.call, result) || isNamedOtherwise(occurrence.call, result)) other ??= occurrence
      else {
        occurrence.result = result
        return
      }
    }
    if (other) {
      other.result = result
      return
    }
    this.takeFurther(result, answered)
  }

  /** No call that is open in its place owns it. */
  protected takeFurther(result: Block, answered: Occurrence | undefined): void {
    if (answered) this.duplicate(answered, result)
    else this.strays.push(result)
  }

  /** The results in the place that ends have been read. */
  protected takeInOrder(): void {}

  /** What stands behind the last of several messages, and answers those before it. */
  protected sharedOut(_answered: readonly Occurrence[], _duplicates: DuplicateResult[]): readonly DisplacedResult[] {
    return []
  }

  #settleStrays(open: readonly Occurrence[]): SettledStrays {
    if (this.strays.length === 0) return nothingSettled
    const settled = settleStrays(this.strays, { open, answered: this.#answered }, this.rules, this.index)
    for (const { owner, result } of settled.further) this.duplicate(owner, result)
    return settled
  }

  /** What no call of the list owns: whoever knows nothing of what a server keeps calls nothing lost that it may hold. */
  protected parted(orphans: readonly Block[], _transcript: Transcript): PartedOrphans {
    return { duplicates: [], elsewhere: [], lost: this.rules.historyElsewhere === true ? [] : orphans }
  }

  /** Whether its result may be where the list only points to. */
  protected mayBeAnswered(_call: Block): boolean {
    return false
  }

  /** What is wrong, by these rules. */
  protected told(lists: PairingLists): PairingLists {
    return lists
  }

  /** Strays of the provider's own tools are nobody's. */
  protected lostOfServer(orphans: readonly Block[]): readonly Block[] {
    return orphans
  }

  /** I5: a real result beats a synthetic one, also when it comes late. */
  protected duplicate(occurrence: Occurrence, result: Block): void {
    const kept = occurrence.result!
    if (isSyntheticResult(kept) && !isSyntheticResult(result)) {
      this.#duplicates.push({ call: occurrence.call, kept: result, loser: kept })
      occurrence.result = result
    } else {
      this.#duplicates.push({ call: occurrence.call, kept, loser: result })
    }
  }
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
