import type { Rules } from '../formats/rules.ts'
import { found, Round, type RoundReader } from '../formats/round.ts'

/**
 * A conversation cut into rounds: what stands before the assistant's first word, then each turn of the assistant with what
 * follows it.
 */
export interface Rounds {
  /** Where each round begins. */
  readonly starts: readonly number[]
  /** Which of them are plainly right. */
  readonly proven: readonly boolean[]
  /** The last proven round in which a person speaks; -1: none. */
  readonly prompt: number
  /** The ids in proven rounds, and the round of each. */
  readonly ids: readonly string[]
  readonly idRounds: readonly number[]
}

/**
 * Cuts a list into rounds and tells which are plainly right: calls that are answered in place, texts, thinking that leads.
 * No strategy can report anything there, whatever stands in other rounds, as long as no id and no stray result reaches over.
 */
export function screenRounds(messages: readonly unknown[], reader: RoundReader, rules: Rules): Rounds {
  const screen = new Screen(reader, rules)
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
  readonly #ids: string[] = []
  readonly #idRounds: number[] = []
  readonly #round = new Round()
  /** The opener is kept whatever it holds. */
  #fine = false
  #isUnsigned = false
  #last: number = found.strange
  #prompt = -1
  /** The last round behind whose calls a person speaks in a message that answers nothing. */
  #purePrompt = -1
  #wasAssistant = false
  #asked = false
  #pureAsked = false

  constructor(reader: RoundReader, rules: Rules) {
    this.#reader = reader
    this.#single = rules.alternation === 'required'
    this.#bridged = rules.assistantAfterTool
    // Results stand right behind the message of their call, or behind the turn.
    this.#closes = rules.results === 'own-messages' || rules.answersWhole === true
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
      proven: this.#proven,
      prompt: this.#prompt,
      ids: this.#ids,
      idRounds: this.#idRounds,
    }
  }

  #begin(index: number): void {
    if (index > 0) {
      this.#end()
      this.#starts.push(index)
    }
    this.#round.reset()
    this.#fine = true
    this.#isUnsigned = this.#asked = this.#pureAsked = false
    this.#last = found.strange
  }

  #end(): void {
    const proven = this.#fine && this.#round.isSettled && !this.#round.awaitsItem
    const round = this.#proven.push(proven) - 1
    if (!proven) return
    this.#note(this.#round.calls, round)
    this.#note(this.#round.names, round)
    if (this.#isUnsigned) this.#unsigned.push(round)
    if (this.#asked) this.#prompt = round
    if (this.#pureAsked) this.#purePrompt = round
  }

  #note(ids: readonly string[], round: number): void {
    for (let index = 0; index < ids.length; index += 1) {
      this.#ids.push(ids[index]!)
      this.#idRounds.push(round)
    }
  }

  #takeSpeech(raw: unknown): boolean {
    const again = this.#wasAssistant
    if (again && (this.#single || (this.#closes && !this.#round.isSettled))) return false
    const kind = this.#reader.speech(raw, this.#round)
    if ((kind & found.unsigned) !== 0) this.#isUnsigned = true
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
