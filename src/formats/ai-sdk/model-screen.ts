import { isWellFormed } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { isTypedOutput } from './tool-output.ts'

/** Texts, reasoning, and calls that the client ran, with typed outputs in the tool message behind them. */
export function modelMessageReader(rules: Rules): RoundReader {
  return new ModelMessageReader(rules)
}

class ModelMessageReader implements RoundReader {
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #thinkingLeads: boolean

  constructor({ callIds, thinkingLeads, toolNames }: Rules) {
    this.#thinkingLeads = thinkingLeads
    this.#ids = LegalToken.of(callIds)
    this.#names = LegalToken.of(toolNames)
  }

  isAssistant(raw: unknown): boolean {
    return fieldsOf(raw)?.['role'] === 'assistant'
  }

  speech(raw: unknown, round: Round): number {
    const message = raw as Fields
    if (countFields(message) !== 2) return found.strange
    const { content } = message
    if (typeof content === 'string') return isPlainText(content) ? found.speaks : found.strange
    if (!Array.isArray(content) || content.length === 0) return found.strange
    let leads = true
    let kind: number = found.speaks
    for (let index = 0; index < content.length; index += 1) {
      const part = fieldsOf(content[index])
      if (part === null) return found.strange
      if (part['type'] !== 'reasoning') leads = false
      else if (!leads && this.#thinkingLeads) return found.strange
      else kind |= found.thinks
      if (!this.#isPlainOfAssistant(part, round)) return found.strange
    }
    return kind
  }

  reply(raw: unknown, round: Round): number {
    const message = fieldsOf(raw)
    if (message === null || countFields(message) !== 2) return found.strange
    const { content, role } = message
    if (role === 'user') return isPlainSaying(content) ? found.asks : found.strange
    if (role !== 'tool' || !Array.isArray(content) || content.length === 0) return found.strange
    for (let index = 0; index < content.length; index += 1) {
      const part = fieldsOf(content[index])
      if (part === null || !isPlainResult(part, round)) return found.strange
    }
    return found.answers
  }

  #isPlainOfAssistant(part: Fields, round: Round): boolean {
    switch (part['type']) {
      case 'text':
        return isPlainTextPart(part)
      case 'reasoning':
        return isPlainReasoning(part)
      case 'tool-call': {
        const { input, toolCallId: id, toolName: name } = part
        if (countFields(part) !== 4 || !this.#ids.takes(id) || !this.#names.takesName(name)) return false
        return round.call(id) && fieldsOf(input) !== null && isWellFormed(input)
      }
      default:
        return false
    }
  }
}

/** Plain text, or a list of text parts. */
function isPlainSaying(content: unknown): boolean {
  if (typeof content === 'string') return isPlainText(content)
  if (!Array.isArray(content) || content.length === 0) return false
  for (let index = 0; index < content.length; index += 1) {
    const part = fieldsOf(content[index])
    if (part === null || !isPlainTextPart(part)) return false
  }
  return true
}

function isPlainTextPart(part: Fields): boolean {
  return part['type'] === 'text' && countFields(part) === 2 && isPlainText(part['text'])
}

/** Reasoning may carry what its provider sealed it with. */
function isPlainReasoning(part: Fields): boolean {
  const { providerOptions: options, text } = part
  if (countFields(part) !== (options === undefined ? 2 : 3) || !isPlainText(text)) return false
  return options === undefined || (fieldsOf(options) !== null && isWellFormed(options))
}

function isPlainResult(part: Fields, round: Round): boolean {
  const { output, toolCallId: id, toolName: name, type } = part
  if (type !== 'tool-result' || countFields(part) !== 4 || typeof name !== 'string' || name === '') return false
  const typed = fieldsOf(output)
  if (typed === null || !isPlainOutput(typed)) return false
  return name.isWellFormed() && typeof id === 'string' && round.answer(id)
}

function isPlainOutput(output: Fields): boolean {
  const { type, value } = output
  if (countFields(output) !== 2) return false
  if (type === 'text') return typeof value === 'string' && value.isWellFormed()
  return type !== 'content' && isTypedOutput(output) && isWellFormed(value)
}
