import type { Format, RequestBody } from '../formats/format.ts'
import { found, Round, type RoundReader } from '../formats/round.ts'
import { isOwnRules } from '../formats/own-rules.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { foreignIds } from '../lint/foreign-tools.ts'
import { createGap, type Gap } from '../lint/gap.ts'
import { itemIdOf } from '../lint/pairing/item-id.ts'
import { areIdsUnique, type Rounds, screenRounds } from '../lint/screen-rounds.ts'
import type { UniqueIds } from '../lint/unique-ids.ts'

/** What of a list has to be looked at: the rounds that are not plainly right, with the rounds beside them. */
export interface Excerpt {
  readonly messages: readonly unknown[]
  /** Where each message stands in the whole list. */
  readonly places: readonly number[]
  /** What is left out, in order. */
  readonly gaps: readonly Gap[]
  /** Ids of the messages that are left out; asked for by few. */
  readonly otherIds: () => readonly string[]
  /** Whether a message that is left out has this id, or that is not known: asked where ids are unique in the list. */
  readonly isLeftOut: (id: string) => boolean
}

/** The format of a list. */
export interface Forms {
  /** Reads messages as they are sent. */
  readonly format: Format
  /** The same without that: what a screen proves is sent as its fields say. */
  readonly bound: Format
  /** Tells whether ids repeat; without it a list in which they must not is read whole. */
  readonly uniqueIds?: typeof UniqueIds | undefined
}

/** Shorter lists are read as fast as they are cut. */
const shortest = 8

/** A list that is cut into rounds, from which excerpts are made. */
export class ExcerptSource {
  readonly #messages: readonly unknown[]
  readonly #forms: Forms
  readonly #rules: Rules
  readonly #reader: RoundReader
  /** What the screen has told. */
  readonly rounds: Rounds
  /** The rounds that {@link cut} kept last. */
  #cut: Uint8Array | undefined

  private constructor(
    messages: readonly unknown[],
    forms: Forms,
    rules: Rules,
    reader: RoundReader,
    uniqueIds: typeof UniqueIds | null,
  ) {
    this.#messages = messages
    this.#forms = forms
    this.#reader = reader
    this.#rules = rules
    this.rounds = screenRounds(messages, reader, rules, uniqueIds)
  }

  /** Screens a list; null where every message has to be looked at. */
  static of(messages: readonly unknown[], request: RequestBody, forms: Forms, rules: Rules): ExcerptSource | null {
    if (!isOwnRules(rules)) return null
    // Names of all calls are needed to define their tools.
    if (rules.toolsDemanded && (forms.bound.toolNames(request)?.size ?? 0) === 0) return null
    const reader = forms.bound.reader?.(rules) ?? null
    if (reader === null) return null
    const uniqueIds = areIdsUnique(rules) ? forms.uniqueIds : null
    if (uniqueIds === undefined) return null
    const source = new ExcerptSource(messages, forms, rules, reader, uniqueIds)
    return source.rounds.unique?.repeats === true ? null : source
  }

  /** Something of it may be worth leaving out. */
  get isLong(): boolean {
    return this.#messages.length >= shortest
  }

  /** Nothing in the list can be wrong: it need not be read at all. */
  get isPlain(): boolean {
    return this.rounds.opens && this.#isProven && this.#rules.firstRoles.includes('user')
  }

  /** Nothing behind the opener can be wrong by itself. */
  get #isProven(): boolean {
    // Where thinking is demanded, how the last turn begins depends on the whole loop.
    return this.rounds.isClosed && !this.#rules.thinkingDemanded
  }

  /** The opener alone, where nothing behind it can be wrong; null where that takes more to tell. What is found in it is not all. */
  opener(): Excerpt | null {
    const { count, starts } = this.rounds
    if (!this.#isProven) return null
    // A list that ends with a plain prompt is whole as it stands.
    const prompt = this.#messages[starts[1]! - 1]
    if (this.#reader.reply(prompt, new Round(), this.#reader.kindOf(prompt)) !== found.asks) return null
    const kept = new Uint8Array(count)
    kept[0] = 1
    if (this.isCutLinked) this.#link(kept)
    return kept.includes(1, 1) ? null : this.excerpt(kept)
  }

  /** What cannot be right or wrong by itself; null when that is the whole list. */
  cut(): Excerpt | null {
    const kept = this.#unproven()
    // Where ids are unique in the list, the same id in another round is a fault of its own.
    if (this.isCutLinked) this.#link(kept)
    this.#cut = kept
    return this.excerpt(kept)
  }

  /** Whether {@link cut} leaves nothing to {@link cutLinked}. */
  get isCutLinked(): boolean {
    return areIdsUnique(this.#rules)
  }

  /**
   * The same with every round that an id of an unproven one names: a stray result may belong to a call there. Undefined where they
   * name none that was left out.
   */
  cutLinked(): Excerpt | null | undefined {
    const cut = this.#cut ?? this.#unproven()
    const kept = cut.slice()
    this.#link(kept)
    return Buffer.compare(kept, cut) === 0 ? undefined : this.excerpt(kept)
  }

  #unproven(): Uint8Array {
    const { count, proven } = this.rounds
    const kept = this.always()
    for (let round = 1; round < count; round += 1) if (proven[round] === 0) keepWithNeighbours(kept, round)
    return kept
  }

  /** The opener, the end, and the last prompt where the rules of a running loop begin with it. */
  always(): Uint8Array {
    const { count, opens, prompt } = this.rounds
    const { signatures, thinkingDemanded, userDemanded } = this.#rules
    const last = count - 1
    const kept = new Uint8Array(count)
    kept[0] = kept[last] = 1
    // An opener that is none may turn out to be the assistant's, and then goes on in the round behind it. Behind the last round
    // this writes nothing.
    if (!opens) kept[1] = 1
    if (prompt > 0 && (thinkingDemanded || userDemanded || signatures === 'first-call')) {
      kept[prompt] = kept[prompt + 1] = 1
    }
    return kept
  }

  #link(kept: Uint8Array): void {
    const { idEnds, ids, proven, starts, unique } = this.rounds
    const wanted = new Set<unknown>()
    for (let round = 0; round < kept.length; round += 1) {
      // The ids of proven rounds are all different.
      if (kept[round] === 0 || proven[round] === 1) continue
      const end = starts[round + 1]!
      for (let index = starts[round]!; index < end; index += 1) this.#collectIds(index, wanted)
    }
    if (unique === null) {
      for (let round = 1; round < kept.length; round += 1)
        for (let at = idEnds[round - 1]!; at < idEnds[round]!; at += 1)
          if (wanted.has(ids[at])) keepWithNeighbours(kept, round)
      return
    }
    for (const id of wanted) {
      const round = typeof id === 'string' ? unique.roundOf(id, idEnds, kept.length) : -1
      if (round >= 0) keepWithNeighbours(kept, round)
    }
  }

  #collectIds(index: number, into: Set<unknown>): void {
    const { format } = this.#forms
    const message = format.read(this.#messages[index], index, this.#rules)
    const itemId = itemIdOf(message, this.#rules)
    if (itemId !== undefined) into.add(itemId)
    for (const id of foreignIds(message, format)) into.add(id)
    for (const block of message.blocks) {
      if (block.callId !== undefined) into.add(block.callId)
      if (this.#rules.itemIdsUnique === true) into.add(format.itemId?.(block))
      // A request for approval names its call.
      if (isRecord(block.raw)) into.add(block.raw['toolCallId'])
    }
  }

  /** The rounds that are kept; null when that is the whole list. */
  excerpt(kept: Uint8Array): Excerpt | null {
    if (!kept.includes(0)) return null
    const { idEnds, ids, starts, thinks, unique } = this.rounds
    const messages: unknown[] = []
    const places: number[] = []
    const gaps: Gap[] = []
    for (let round = 0; round < kept.length; round += 1) {
      if (kept[round] === 0) {
        // The last round is never left out.
        if (kept[round + 1] === 1) {
          const begin = kept.lastIndexOf(1, round) + 1
          gaps.push(createGap(starts[round + 1]! - places.length, thinks.subarray(begin, round + 1).includes(1)))
        }
        continue
      }
      const end = starts[round + 1]!
      for (let index = starts[round]!; index < end; index += 1) {
        messages.push(this.#messages[index])
        places.push(index)
      }
    }
    const otherIds = (): readonly string[] =>
      Array.from(kept).flatMap((isKept, round) => (isKept === 0 ? ids.slice(idEnds[round - 1], idEnds[round]) : []))
    const isLeftOut = (id: string): boolean => unique === null || kept[unique.roundOf(id, idEnds, kept.length)] === 0
    return { messages, places, gaps, otherIds, isLeftOut }
  }
}

/** A round behind the opener; what is written behind the last one is dropped. */
function keepWithNeighbours(kept: Uint8Array, round: number): void {
  kept[round - 1] = kept[round] = kept[round + 1] = 1
}
