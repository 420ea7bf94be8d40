import type { Rules } from '../formats/rules.ts'
import { found, Round, type RoundReader } from '../formats/round.ts'
import type { UniqueIds } from './unique-ids.ts'

/**
 * A conversation cut into rounds: what stands before the assistant's first word, then each turn of the assistant with what
 * follows it.
 */
export interface Rounds {
  /** How many there are; the lists may have room for more. */
  readonly count: number
  /** Where each round begins, and behind the last where the conversation ends. */
  readonly starts: Int32Array
  /** 1 for each of them that is plainly right. */
  readonly proven: Uint8Array
  /** What stands before the assistant's first word are plain prompts, without ids of their own. */
  readonly opens: boolean
  /** All rounds behind the opener are plainly right, and it is not the model that spoke last. */
  readonly isClosed: boolean
  /** The last proven round in which a person speaks; 0: none behind the opener. */
  readonly prompt: number
  /** 1 for each of the proven ones in which the model thinks. */
  readonly thinks: Uint8Array
  /** The ids in proven rounds, in order, and how many of them there are up to the end of each round. */
  readonly ids: readonly string[]
  readonly idEnds: Int32Array
  /** Where ids must be unique in the list: whether they are, and where one stands; null where they need not be. */
  readonly unique: UniqueIds | null
}

/**
 * Cuts a list into rounds and tells which are plainly right: calls that are answered in place, texts, thinking that leads.
 * No strategy can report anything there, whatever stands in other rounds, as long as no id and no stray result reaches over.
 *
 * @param uniqueIds tells whether ids repeat, where {@link areIdsUnique}; null where they may
 */
export function screenRounds(
  messages: readonly unknown[],
  reader: RoundReader,
  rules: Rules,
  uniqueIds: typeof UniqueIds | null,
): Rounds {
  return new Screen(reader, rules, uniqueIds, messages.length).read(messages)
}

/** Whether an id of one round says something of another: of a call, or of an item that the provider keeps. */
export function areIdsUnique({ callIdScope, itemIdsUnique }: Rules): boolean {
  return callIdScope === 'transcript' || itemIdsUnique === true
}

/** In a round, beside what is {@link found}: a person speaks in a message that answers nothing. */
const asksOnly = 256

/**
 * Of so many messages the ids are hashed in a row, while their letters are near: between what is read of other messages, each waited
 * for what stood before it and took twice as long.
 */
const hashedAtOnce = 32

class Screen {
  readonly #reader: RoundReader
  readonly #single: boolean
  readonly #joined: boolean
  readonly #bridged: boolean
  readonly #closes: boolean
  // Lists of a known length are written without a look at their end.
  readonly #starts: Int32Array
  readonly #proven: Uint8Array
  readonly #thinks: Uint8Array
  readonly #idEnds: Int32Array
  readonly #unsigned: number[] = []
  readonly #ids: string[] = []
  readonly #unique: UniqueIds | null
  readonly #round: Round
  /** How many rounds have ended. */
  #count = 0
  /** All rounds behind the first are proven. */
  #isWhole = true
  #opens = false
  #prompt = 0
  /** The last round behind whose calls a person speaks in a message that answers nothing. */
  #purePrompt = -1

  constructor(reader: RoundReader, rules: Rules, uniqueIds: typeof UniqueIds | null, length: number) {
    this.#reader = reader
    this.#single = rules.alternation === 'required'
    this.#joined = rules.turnsJoined !== undefined
    this.#bridged = rules.assistantAfterTool
    // Results stand right behind the message of their call, or behind the turn.
    this.#closes = rules.results === 'own-messages' || rules.answersWhole === true
    // A message of some parts may have several.
    this.#unique = uniqueIds && new uniqueIds(this.#ids, 2 * length)
    // There nearly every message has one: their list need not grow.
    if (this.#unique !== null) this.#ids.length = length
    this.#round = new Round(this.#ids)
    // Each round but the first and the last has two messages or more; and where the last one ends.
    const most = (length >> 1) + 2
    // One piece of memory for all of them: to ask for another costs more than a message.
    const memory = new ArrayBuffer(10 * most)
    this.#starts = new Int32Array(memory, 0, most)
    this.#idEnds = new Int32Array(memory, 4 * most, most)
    this.#proven = new Uint8Array(memory, 8 * most, most)
    this.#thinks = new Uint8Array(memory, 9 * most, most)
  }

  read(messages: readonly unknown[]): Rounds {
    const reader = this.#reader
    const round = this.#round
    let wasAssistant = false
    let isOpener = true
    let isFine = true
    let last: number = found.strange
    let all = 0
    for (let index = 0; index < messages.length; index += 1) {
      if (index % hashedAtOnce === 0) this.#unique?.take(round.idStart)
      const raw = messages[index]
      const kind = reader.kindOf(raw)
      const isAssistant = kind > 0
      if (isAssistant && !wasAssistant) {
        if (index > 0) this.#end(index, isFine, all, isOpener)
        isOpener = false
        isFine = true
        all = 0
      }
      if (isFine) {
        const before = last
        if (isAssistant) last = wasAssistant && !this.#mayGoOn() ? found.strange : reader.speech(raw, round, kind)
        else last = round.awaitsItem ? found.strange : reader.reply(raw, round, kind)
        isFine = isAssistant ? last !== found.strange : this.#follows(last, before)
        all |= last === found.asks ? last | asksOnly : last
      }
      wasAssistant = isAssistant
    }
    this.#end(messages.length, isFine, all, isOpener)
    this.#ids.length = round.idStart
    this.#unique?.take(round.idStart)
    for (const unsigned of this.#unsigned) if (unsigned > this.#purePrompt) this.#disprove(unsigned)
    return {
      count: this.#count,
      starts: this.#starts,
      opens: this.#opens,
      proven: this.#proven,
      isClosed: !wasAssistant && this.#isWhole,
      prompt: this.#prompt,
      thinks: this.#thinks,
      ids: this.#ids,
      idEnds: this.#idEnds,
      unique: this.#unique,
    }
  }

  /** Ends a round where the next one begins, or the conversation ends. */
  #end(next: number, isFine: boolean, all: number, isOpener: boolean): void {
    const round = this.#round
    const place = this.#count
    const isProven = isFine && round.isSettled && !round.awaitsItem
    this.#count = place + 1
    this.#starts[place + 1] = next
    if ((all & found.thinks) !== 0) this.#thinks[place] = 1
    // The opener is kept whatever it holds.
    if (isOpener) this.#opens = isProven && (all & found.asks) !== 0 && round.idCount === 0
    else if (isProven) this.#take(place, all)
    else this.#disprove(place)
    round.next(isProven && !isOpener)
    this.#idEnds[place] = round.idStart
  }

  #take(place: number, all: number): void {
    this.#proven[place] = 1
    if ((all & found.unsigned) !== 0) this.#unsigned.push(place)
    if ((all & found.asks) !== 0) this.#prompt = place
    if ((all & asksOnly) !== 0) this.#purePrompt = place
  }

  #disprove(place: number): void {
    this.#proven[place] = 0
    if (place > 0) this.#isWhole = false
  }

  /** Whether the model may speak again in its turn. */
  #mayGoOn(): boolean {
    return !this.#single && !this.#joined && (!this.#closes || this.#round.isSettled)
  }

  /** Whether a reply of this kind may stand behind a message of that kind. */
  #follows(kind: number, before: number): boolean {
    if (kind === found.strange) return false
    if ((kind & found.asks) === 0) return !this.#single || this.#closes || (before & found.speaks) !== 0
    if (!this.#round.isSettled || (this.#single && (before & found.asks) !== 0)) return false
    if ((before & found.answers) === 0) return true
    return !this.#bridged && (!this.#single || this.#closes)
  }
}
