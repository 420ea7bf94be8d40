import { isWellFormed } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { ToldOptions } from './told-options.ts'
import { isTypedOutput } from './tool-output.ts'

/** Proves texts, reasoning, and client calls with typed outputs in the tool message behind them. */
export function modelMessageReader(rules: Rules): RoundReader {
  return new ModelMessageReader(rules)
}

class ModelMessageReader implements RoundReader {
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #thinkingLeads: boolean
  readonly #told: ToldOptions

  constructor(rules: Rules) {
    const { callIds, thinkingLeads, toolNames } = rules
    this.#told = new ToldOptions(rules)
    this.#thinkingLeads = thinkingLeads
    this.#ids = LegalToken.of(callIds)
    this.#names = LegalToken.of(toolNames)
  }

  kindOf(raw: unknown): number {
    return Number(fieldsOf(raw)?.['role'] === 'assistant')
  }

  speech(raw: unknown, round: Round): number {
    const message = raw as Fields
    if (countFields(message) !== 2) return found.strange
    const { content } = message
    if (typeof content === 'string') return isPlainText(content) ? found.speaks : found.strange
    if (!Array.isArray(content) || content.length === 0) return found.strange
    let leads = true
    let kind: number = found.speaks
    this.#told.begin()
    for (let index = 0; index < content.length; index += 1) {
      const part = fieldsOf(content[index])
      const type = part?.['type']
      switch (type) {
        case 'text':
          if (!this.#isPlainText(part!)) return found.strange
          leads = false
          break
        case 'tool-call':
          if (!this.#isPlainCall(part!, round)) return found.strange
          leads = false
          break
        case 'reasoning':
          if ((!leads && this.#thinkingLeads) || !this.#isPlainReasoning(part!)) return found.strange
          kind |= found.thinks
          break
        default:
          return found.strange
      }
      if (!this.#told.nameItem(round, type === 'reasoning')) return found.strange
    }
    return kind
  }

  reply(raw: unknown, round: Round): number {
    const message = fieldsOf(raw)
    if (message === null || countFields(message) !== 2) return found.strange
    const { content, role } = message
    if (role === 'user') return this.#isPlainSaying(content) ? found.asks : found.strange
    if (role !== 'tool' || !Array.isArray(content) || content.length === 0) return found.strange
    for (let index = 0; index < content.length; index += 1) {
      const part = fieldsOf(content[index])
      if (part === null || !this.#isPlainResult(part, round)) return found.strange
    }
    return found.answers
  }

  /** Plain text, or a list of plain text parts without item ids. */
  #isPlainSaying(content: unknown): boolean {
    if (typeof content === 'string') return isPlainText(content)
    if (!Array.isArray(content) || content.length === 0) return false
    for (let index = 0; index < content.length; index += 1) {
      const part = fieldsOf(content[index])
      if (part?.['type'] !== 'text' || !this.#isPlainText(part) || this.#told.item !== undefined) return false
    }
    return true
  }

  #isPlainText(part: Fields): boolean {
    return isPlainText(part['text']) && this.#isPlainBeside(part, 2)
  }

  /** Reasoning may have empty text when it carries sealed content or an item id. */
  #isPlainReasoning(part: Fields): boolean {
    const { text } = part
    return this.#isPlainBeside(part, 2) && (isPlainText(text) || (text === '' && this.#told.carriesReasoning))
  }

  #isPlainCall(part: Fields, round: Round): boolean {
    const { input, toolCallId: id, toolName: name } = part
    if (!this.#isPlainBeside(part, 4) || !this.#ids.takes(id) || !this.#names.takesName(name)) return false
    return round.call(id) && fieldsOf(input) !== null && isWellFormed(input, 1)
  }

  /** A result carries no item id, which other parts could share. */
  #isPlainResult(part: Fields, round: Round): boolean {
    const { output, toolCallId: id, toolName: name, type } = part
    if (type !== 'tool-result' || !this.#isPlainBeside(part, 4) || !this.#names.takesName(name)) return false
    if (this.#told.item !== undefined) return false
    const typed = fieldsOf(output)
    if (typed === null || !isPlainOutput(typed)) return false
    return typeof id === 'string' && round.answer(id)
  }

  /** Whether the part has exactly that many fields, apart from options for the provider's package that can be read. */
  #isPlainBeside(part: Fields, fields: number): boolean {
    const count = countFields(part)
    if (count === fields) {
      this.#told.clear()
      return true
    }
    return count === fields + 1 && this.#told.read(part['providerOptions'])
  }
}

function isPlainOutput(output: Fields): boolean {
  const { type, value } = output
  if (countFields(output) !== 2) return false
  if (type === 'text') return isPlainText(value)
  // `execution-denied` does not exist in every version.
  return type !== 'content' && type !== 'execution-denied' && isTypedOutput(output) && isWellFormed(value, 1)
}
