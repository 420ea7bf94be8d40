import type { Rules } from '../../formats/rules.ts'
import { appendAll } from '../../json/append-all.ts'
import { speaksAsTool } from '../../transcript/speaks-as-tool.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import type { CallsElsewhere, PartedOrphans } from './calls-elsewhere.ts'
import { MessageOfItems } from './message-of-items.ts'
import { NamedIndex } from './named-index.ts'
import { isLooselyNamed, isNamedOtherwise, type Occurrence } from './occurrence.ts'
import { OccurrenceIndex } from './occurrence-index.ts'
import { Pairer } from './pairer.ts'
import type { DisplacedResult, DuplicateResult } from './pairing.ts'
import { shareResults } from './share-results.ts'
import type { PairingLists, PairingResult } from './pairing-result.ts'

/** Pairs where results have a role of their own, stand in the block of their call, may lack an id, are counted, or may wait. */
export class PairerOfForms extends Pairer {
  /** Results in their place that no id and no name assigns. */
  #unmatched: Block[] = []

  readonly #elsewhere: CallsElsewhere | undefined

  /** Where items go out as messages. */
  readonly #written = new MessageOfItems()

  constructor(rules: Rules, elsewhere: CallsElsewhere | undefined) {
    super(rules, rules.callIdsOptional ? NamedIndex : OccurrenceIndex)
    this.#elsewhere = elsewhere
  }

  override read(transcript: Transcript): PairingResult {
    if (this.#elsewhere !== undefined)
      for (const { blocks } of transcript.messages)
        for (const block of blocks) if (block.shape.pointer === true) this.#elsewhere.seePointer(block)
    return super.read(transcript)
  }

  protected override mayHoldResults(message: Message, assistant: boolean): boolean {
    const { resultRole, results } = this.rules
    return resultRole === undefined ? !assistant || results !== 'next-turn' : message.role === resultRole
  }

  protected override endsCalls(message: Message, assistant: boolean): boolean {
    if (this.rules.itemsAsMessages === true) return this.#written.add(message, assistant)
    if (this.rules.results !== 'own-messages') return super.endsCalls(message, assistant)
    return assistant || speaksAsTool(message)
  }

  /** An item may be answered anywhere behind it. */
  protected override close(): void {
    if (this.rules.results !== 'items' || this.rules.itemsAsMessages === true) super.close()
  }

  protected override openCall(call: Block): Occurrence {
    const occurrence = super.openCall(call)
    if (this.rules.results === 'same-block' && call.message.blocks.some((block) => ownsSameRaw(block, call)))
      occurrence.result = call
    return occurrence
  }

  protected override takeResult(result: Block): void {
    if (this.rules.results !== 'same-block') super.takeResult(result)
  }

  protected override takeFurther(result: Block, answered: Occurrence | undefined): void {
    const { callIdsOptional, resultsCounted } = this.rules
    if (answered && resultsCounted === undefined) this.duplicate(answered, result)
    else if (callIdsOptional && this.open.length > 0) this.#unmatched.push(result)
    else this.strays.push(result)
  }

  /** Where ids are optional, what stands in the right place belongs to the calls that are still open, in their order. */
  protected override takeInOrder(): void {
    const unmatched = this.#unmatched
    this.#unmatched = []
    const { resultsCounted } = this.rules
    const isEnough = resultsCounted !== undefined && this.#isEnough(unmatched)
    let from = 0
    for (const result of unmatched) {
      while (this.open[from]?.result !== undefined) from += 1
      const next = findFrom(
        this.open,
        from,
        ({ call, result: own }) =>
          own === undefined &&
          // Where names are compared, what a tool has found under ids and names of its own becomes the result of no other.
          (isLooselyNamed(call, result) ||
            (isEnough && (resultsCounted === 'alone' || !isNamedOtherwise(call, result)))),
      )
      const answered = next === undefined ? this.openById.lastAnsweredOf(result) : undefined
      if (next !== undefined) next.result = result
      else if (answered !== undefined) this.duplicate(answered, result)
      else this.strays.push(result)
    }
  }

  /** Are there as many results as calls, none of them one that an earlier call still waits for? */
  #isEnough(unmatched: readonly Block[]): boolean {
    const open = this.open.filter(({ result }) => result === undefined)
    if (open.length !== unmatched.length) return false
    const waiting = new this.index().addAll(this.unanswered)
    return unmatched.every((result) => waiting.openOwnersOf(result).next().done === true)
  }

  protected override sharedOut(
    answered: readonly Occurrence[],
    duplicates: DuplicateResult[],
  ): readonly DisplacedResult[] {
    return this.unanswered.length === 0 || duplicates.length === 0
      ? []
      : shareResults(this.unanswered, answered, duplicates)
  }

  /** They may answer calls of the client, where they look like results of the client. */
  protected override lostOfServer(orphans: readonly Block[]): readonly Block[] {
    if (this.rules.resultsLookAlike !== true) return orphans
    appendAll(this.strays, orphans)
    return []
  }

  protected override parted(orphans: readonly Block[], transcript: Transcript): PartedOrphans {
    if (this.#elsewhere === undefined) return super.parted(orphans, transcript)
    this.#elsewhere.explain(orphans)
    return this.#elsewhere.part(
      orphans,
      transcript.turns.findIndex(({ role }) => role === 'assistant'),
    )
  }

  protected override mayBeAnswered(call: Block): boolean {
    return this.#elsewhere?.mayBeAnswered(call) === true
  }

  protected override told(lists: PairingLists): PairingLists {
    const { resultsMayWait, serverResults } = this.rules
    return {
      ...lists,
      ...(serverResults === 'optional' && { unanswered: lists.unanswered.filter(({ shape }) => !shape.server) }),
      ...(resultsMayWait === true && { displaced: lists.displaced.filter((away) => !this.#mayWait(away)) }),
    }
  }

  #mayWait({ call, overtaken, result }: DisplacedResult): boolean {
    if (overtaken === true) return false
    const { role, turnIndex } = result.message
    const turns = turnIndex - call.message.turnIndex
    return call.shape.server
      ? turns > 0 && role === 'assistant'
      : turns === 1 && role === (this.rules.resultRole ?? 'user')
  }
}

function findFrom<Item>(items: readonly Item[], from: number, matches: (item: Item) => boolean): Item | undefined {
  for (let index = from; index < items.length; index += 1) if (matches(items[index]!)) return items[index]
  return undefined
}

function ownsSameRaw(block: Block, call: Block): boolean {
  return block.kind === 'tool_result' && block.raw === call.raw
}
