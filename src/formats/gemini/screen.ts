import { isLegalSignature } from '../is-legal-signature.ts'
import { isWellFormed } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'

/** Proves texts, thoughts, and calls whose results all stand in the content right behind them, in the documented spelling. */
export function geminiReader(rules: Rules): RoundReader {
  return new GeminiReader(rules)
}

class GeminiReader implements RoundReader {
  readonly #rules: Rules
  readonly #ids: LegalToken
  readonly #names: LegalToken
  /** The names of the round's calls, where results must repeat them; else null. */
  readonly #called: unknown[] | null

  constructor(rules: Rules) {
    this.#rules = rules
    this.#ids = LegalToken.of(rules.callIds)
    this.#names = LegalToken.of(rules.toolNames)
    this.#called = rules.resultsCounted === 'compared' ? [] : null
  }

  kindOf(raw: unknown): number {
    return Number(fieldsOf(raw)?.['role'] === 'model')
  }

  speech(raw: unknown, round: Round): number {
    const parts = partsOf(raw)
    // All calls of a turn must stand in one content.
    if (parts === null || round.callCount > 0 || round.otherSeen) return found.strange
    round.otherSeen = true
    let kind: number = found.speaks
    for (let index = 0; index < parts.length; index += 1) {
      const part = fieldsOf(parts[index])
      if (part === null) return found.strange
      const fields = countFields(part)
      // A part of text alone has no other field to check.
      if (fields === 1 && isPlainText(part['text'])) continue
      const { functionCall: call, thoughtSignature: signature } = part
      if (signature !== undefined && !this.#isPlainSignature(signature)) return found.strange
      const signed = signature === undefined ? 0 : 1
      if (call === undefined) {
        const isThought = part['thought'] === true
        if (fields !== 1 + signed + Number(isThought) || !isPlainText(part['text'])) return found.strange
        continue
      }
      if (signed === 0 && round.callCount === 0 && this.#rules.signatures === 'first-call') kind |= found.unsigned
      if (fields !== 1 + signed || !this.#isPlainCall(fieldsOf(call), round)) return found.strange
    }
    return kind
  }

  reply(raw: unknown, round: Round): number {
    const parts = partsOf(raw)
    if (parts === null || (raw as Fields)['role'] !== 'user') return found.strange
    const first = fieldsOf(parts[0])
    if (first?.['functionResponse'] !== undefined)
      return this.#isPlainAnswer(parts, round) ? found.answers : found.strange
    if (!round.isSettled) return found.strange
    for (let index = 0; index < parts.length; index += 1) {
      const part = fieldsOf(parts[index])
      if (part === null || countFields(part) !== 1 || !isPlainText(part['text'])) return found.strange
    }
    return found.asks
  }

  #isPlainSignature(signature: unknown): boolean {
    return (
      typeof signature === 'string' && signature !== '' && isLegalSignature(signature, this.#rules.signaturePattern)
    )
  }

  #isPlainCall(call: Fields | null, round: Round): boolean {
    if (call === null) return false
    const { args, id, name } = call
    const fields = 1 + (id === undefined ? 0 : 1) + (args === undefined ? 0 : 1)
    if (countFields(call) !== fields || !this.#names.takesName(name)) return false
    if (args !== undefined && (fieldsOf(args) === null || !isWellFormed(args, 1))) return false
    if (id !== undefined && !this.#ids.takes(id)) return false
    // Calls with and without ids pair in different ways, so a mixture is left to the full lint.
    const first = round.firstCall
    if (first !== undefined && isNameless(first) !== (id === undefined)) return false
    if (this.#called !== null) this.#called[round.callCount] = name
    if (id !== undefined) return !isNameless(id) && round.call(id)
    for (let count = 0; count <= round.callCount; count += 1) if (round.call(standIn(name, count))) return true
    return false
  }

  /** Whether the parts are all results of the turn, in the order of the calls. */
  #isPlainAnswer(parts: readonly unknown[], round: Round): boolean {
    const called = this.#called
    for (let index = 0; index < parts.length; index += 1) {
      const part = fieldsOf(parts[index])
      const result = fieldsOf(part?.['functionResponse'])
      if (part === null || result === null || countFields(part) !== 1) return false
      const { id, name, response } = result
      if (countFields(result) !== (id === undefined ? 2 : 3) || typeof name !== 'string' || name === '') return false
      if (!name.isWellFormed() || fieldsOf(response) === null || !isWellFormed(response, 1)) return false
      if (id === undefined) {
        if (!answerNameless(name, round)) return false
        continue
      }
      if (typeof id !== 'string') return false
      const place = round.placeOf(id)
      if (!round.answerAt(place) || (called !== null && called[place] !== name)) return false
    }
    return round.isSettled
  }
}

function answerNameless(name: string, round: Round): boolean {
  for (let count = 0; count < round.callCount; count += 1) if (round.answer(standIn(name, count))) return true
  return false
}

const nameless = '\0'

function standIn(name: string, count: number): string {
  return `${nameless}${name}${nameless}${count}`
}

function isNameless(id: string): boolean {
  return id.startsWith(nameless)
}

function partsOf(raw: unknown): readonly unknown[] | null {
  const content = fieldsOf(raw)
  if (content === null || countFields(content) !== 2) return null
  const { parts } = content
  return Array.isArray(parts) && parts.length > 0 ? parts : null
}
