import type { Rules } from '../formats/rules.ts'
import { found, Round, type RoundReader } from '../formats/round.ts'
import { UniqueIds } from './unique-ids.ts'

/**
 * A conversation cut into rounds: what stands before the assistant's first word, then each turn of the assistant with what
 * follows it.
 */
export interface Rounds {
  /** Where each round begins. */
  readonly starts: readonly number[]
  /** Which of them are plainly right. */
  readonly proven: readonly boolean[]
  /** What stands before the assistant's first word are plain prompts, without ids of their own. */
  readonly opens: boolean
  /** All rounds behind the opener are plainly right, and it is not the model that spoke last. */
  readonly isClosed: boolean
  /** The last proven round in which a person speaks; -1: none. */
  readonly prompt: number
  /** In which of the proven ones the model thinks. */
  readonly thinks: readonly boolean[]
  /** The ids in proven rounds, in order, and how many of them there are up to the end of each round. */
  readonly ids: readonly string[]
  readonly idEnds: readonly number[]
  /** Where ids must be unique in the list: finds one among them; null where they need not be. */
  readonly unique: UniqueIds | null
  /** Ids repeat where they must be unique. */
  readonly repeats: boolean
}

/**
 * Cuts a list into rounds and tells which are plainly right: calls that are answered in place, texts, thinking that leads.
 * No strategy can report anything there, whatever stands in other rounds, as long as no id and no stray result reaches over.
 */
export function screenRounds(messages: readonly unknown[], reader: RoundReader, rules: Rules): Rounds {
  return new Screen(reader, rules, messages.length).read(messages)
}

/** In a round, beside what is {@link found}: a person speaks in a message that answers nothing. */
const asksOnly = 256

class Screen {
  readonly #reader: RoundReader
  readonly #single: boolean
  readonly #bridged: boolean
  readonly #closes: boolean
  readonly #starts: number[] = [0]
  readonly #proven: boolean[] = []
  readonly #unsigned: number[] = []
  readonly #thinks: boolean[] = []
  readonly #ids: string[] = []
  readonly #idEnds: number[] = []
  readonly #unique: UniqueIds | null
  readonly #round = new Round()
  #idCount = 0
  #repeats = false
  #opens = false
  #prompt = -1
  /** The last round behind whose calls a person speaks in a message that answers nothing. */
  #purePrompt = -1

  constructor(reader: RoundReader, rules: Rules, length: number) {
    this.#reader = reader
    this.#single = rules.alternation === 'required'
    this.#bridged = rules.assistantAfterTool
    // Results stand right behind the message of their call, or behind the turn.
    this.#closes = rules.results === 'own-messages' || rules.answersWhole === true
    this.#unique = rules.callIdScope === 'transcript' ? new UniqueIds(this.#ids, length) : null
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
      const raw = messages[index]
      const isAssistant = reader.isAssistant(raw)
      if (isAssistant && !wasAssistant) {
        if (index > 0) {
          this.#end(isFine, all, isOpener)
          this.#starts.push(index)
        }
        round.reset()
        isOpener = false
        isFine = true
        all = 0
      }
      if (isFine) {
        const before = last
        if (isAssistant) last = wasAssistant && !this.#mayGoOn() ? found.strange : reader.speech(raw, round)
        else last = round.awaitsItem ? found.strange : reader.reply(raw, round)
        isFine = isAssistant ? last !== found.strange : this.#follows(last, before)
        all |= last === found.asks ? last | asksOnly : last
      }
      wasAssistant = isAssistant
    }
    this.#end(isFine, all, isOpener)
    for (const unsigned of this.#unsigned) if (unsigned > this.#purePrompt) this.#proven[unsigned] = false
    return {
      starts: this.#starts,
      opens: this.#opens,
      proven: this.#proven,
      isClosed: !wasAssistant && !this.#proven.includes(false, 1),
      prompt: this.#prompt,
      thinks: this.#thinks,
      ids: this.#ids,
      idEnds: this.#idEnds,
      unique: this.#unique,
      repeats: this.#repeats,
    }
  }

  #end(isFine: boolean, all: number, isOpener: boolean): void {
    const round = this.#round
    const isProven = isFine && round.isSettled && !round.awaitsItem
    this.#thinks.push((all & found.thinks) !== 0)
    if (isOpener) {
      this.#opens = isProven && (all & found.asks) !== 0 && round.idCount === 0
      // The opener is kept whatever it holds.
      this.#proven.push(false)
      this.#idEnds.push(0)
      return
    }
    const place = this.#proven.push(isProven) - 1
    if (isProven) this.#takeIds()
    this.#idEnds.push(this.#idCount)
    if (!isProven) return
    if ((all & found.unsigned) !== 0) this.#unsigned.push(place)
    if ((all & found.asks) !== 0) this.#prompt = place
    if ((all & asksOnly) !== 0) this.#purePrompt = place
  }

  #takeIds(): void {
    const { idCount } = this.#round
    for (let index = 0; index < idCount; index += 1) {
      // There are more ids than messages, and a store costs less than a push.
      const at = this.#idCount
      this.#ids[at] = this.#round.idAt(index)
      this.#idCount = at + 1
      if (this.#unique?.take(at) === false) this.#repeats = true
    }
  }

  /** Whether the model may speak again in its turn. */
  #mayGoOn(): boolean {
    return !this.#single && (!this.#closes || this.#round.isSettled)
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
