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
  /** The ids in proven rounds, and the round of each. */
  readonly ids: readonly string[]
  readonly idRounds: readonly number[]
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
  const screen = new Screen(reader, rules, messages.length)
  for (let index = 0; index < messages.length; index += 1) screen.take(messages[index], index)
  return screen.finish()
}

class Screen {
  readonly #reader: RoundReader
  readonly #single: boolean
  readonly #bridged: boolean
  readonly #closes: boolean
  readonly #starts: number[] = [0]
  readonly #proven: boolean[] = []
  readonly #unsigned: number[] = []
  readonly #thinking: boolean[] = []
  readonly #ids: string[] = []
  readonly #idRounds: number[] = []
  readonly #unique: UniqueIds | null
  #repeats = false
  readonly #round = new Round()
  #fine = true
  #opens = false
  #isOpener = true
  #isUnsigned = false
  #thinks = false
  #last: number = found.strange
  #prompt = -1
  /** The last round behind whose calls a person speaks in a message that answers nothing. */
  #purePrompt = -1
  #wasAssistant = false
  #asked = false
  #pureAsked = false

  constructor(reader: RoundReader, rules: Rules, length: number) {
    this.#reader = reader
    this.#single = rules.alternation === 'required'
    this.#bridged = rules.assistantAfterTool
    // Results stand right behind the message of their call, or behind the turn.
    this.#closes = rules.results === 'own-messages' || rules.answersWhole === true
    this.#unique = rules.callIdScope === 'transcript' ? new UniqueIds(this.#ids, length) : null
  }

  take(raw: unknown, index: number): void {
    const assistant = this.#reader.isAssistant(raw)
    if (assistant && !this.#wasAssistant) this.#begin(index)
    if (this.#fine) this.#fine = assistant ? this.#takeSpeech(raw) : this.#takeReply(raw)
    this.#wasAssistant = assistant
  }

  finish(): Rounds {
    this.#end()
    for (const round of this.#unsigned) if (round > this.#purePrompt) this.#proven[round] = false
    return {
      starts: this.#starts,
      opens: this.#opens,
      proven: this.#proven,
      isClosed: !this.#wasAssistant && !this.#proven.includes(false, 1),
      prompt: this.#prompt,
      thinks: this.#thinking,
      ids: this.#ids,
      idRounds: this.#idRounds,
      unique: this.#unique,
      repeats: this.#repeats,
    }
  }

  #begin(index: number): void {
    if (index === 0) this.#isOpener = false
    else {
      this.#end()
      this.#starts.push(index)
    }
    this.#round.reset()
    this.#fine = true
    this.#isUnsigned = this.#thinks = this.#asked = this.#pureAsked = false
    this.#last = found.strange
  }

  #end(): void {
    const proven = this.#fine && this.#round.isSettled && !this.#round.awaitsItem
    this.#thinking.push(this.#thinks)
    if (this.#isOpener) {
      this.#opens = proven && this.#asked && this.#round.idCount === 0
      this.#isOpener = false
      // The opener is kept whatever it holds.
      this.#proven.push(false)
      return
    }
    const round = this.#proven.push(proven) - 1
    if (!proven) return
    this.#takeIds(round)
    if (this.#isUnsigned) this.#unsigned.push(round)
    if (this.#asked) this.#prompt = round
    if (this.#pureAsked) this.#purePrompt = round
  }

  #takeIds(round: number): void {
    const { idCount } = this.#round
    for (let index = 0; index < idCount; index += 1) {
      const place = this.#ids.push(this.#round.idAt(index)) - 1
      this.#idRounds.push(round)
      if (this.#unique?.take(place) === false) this.#repeats = true
    }
  }

  #takeSpeech(raw: unknown): boolean {
    const again = this.#wasAssistant
    if (again && (this.#single || (this.#closes && !this.#round.isSettled))) return false
    const kind = this.#reader.speech(raw, this.#round)
    if ((kind & found.unsigned) !== 0) this.#isUnsigned = true
    if ((kind & found.thinks) !== 0) this.#thinks = true
    this.#last = kind
    return kind !== found.strange
  }

  #takeReply(raw: unknown): boolean {
    if (this.#round.awaitsItem) return false
    const before = this.#last
    const kind = this.#reader.reply(raw, this.#round)
    this.#last = kind
    if (kind === found.strange) return false
    if ((kind & found.asks) === 0) return !this.#single || this.#closes || (before & found.speaks) !== 0
    if (!this.#round.isSettled || (this.#single && (before & found.asks) !== 0)) return false
    if (this.#single && !this.#closes && (before & found.answers) !== 0) return false
    if (this.#bridged && (before & found.answers) !== 0) return false
    this.#asked = true
    if ((kind & found.answers) === 0) this.#pureAsked = true
    return true
  }
}
