import { isWellFormed } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isLegalToken, isPlainText } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { isTypedOutput } from './tool-output.ts'

/** Texts, reasoning, and calls that the client ran, with typed outputs in the tool message behind them. */
export function modelMessageReader(rules: Rules): RoundReader {
  return new ModelMessageReader(rules)
}

class ModelMessageReader implements RoundReader {
  readonly #rules: Rules

  constructor(rules: Rules) {
    this.#rules = rules
  }

  isAssistant(raw: unknown): boolean {
    return fieldsOf(raw)?.['role'] === 'assistant'
  }

  speech(raw: unknown, round: Round): number {
    const message = raw as Fields
    if (countFields(message) !== 2) return found.strange
    let leads = true
    const isPlain = everyPart(message['content'], (part) => {
      const isThinking = part['type'] === 'reasoning'
      if (isThinking && !leads && this.#rules.thinkingLeads) return false
      leads &&= isThinking
      return this.#isPlainOfAssistant(part, round)
    })
    return isPlain ? found.speaks : found.strange
  }

  reply(raw: unknown, round: Round): number {
    const message = fieldsOf(raw)
    if (message === null || countFields(message) !== 2) return found.strange
    const { content, role } = message
    if (role === 'user') return everyPart(content, isPlainTextPart) ? found.asks : found.strange
    if (role !== 'tool' || typeof content === 'string') return found.strange
    return everyPart(content, (part) => isPlainResult(part, round)) ? found.answers : found.strange
  }

  #isPlainOfAssistant(part: Fields, round: Round): boolean {
    switch (part['type']) {
      case 'text':
        return isPlainTextPart(part)
      case 'reasoning':
        return isPlainReasoning(part)
      case 'tool-call': {
        const { input, toolCallId: id, toolName: name } = part
        const { callIds, toolNames } = this.#rules
        if (countFields(part) !== 4 || !isLegalToken(id, callIds) || !isLegalToken(name, toolNames)) return false
        return round.call(id) && fieldsOf(input) !== null && isWellFormed(input)
      }
      default:
        return false
    }
  }
}

/** Whether the content is plain text, or a list of parts that all pass. */
function everyPart(content: unknown, isPlain: (part: Fields) => boolean): boolean {
  if (typeof content === 'string') return isPlainText(content)
  if (!Array.isArray(content) || content.length === 0) return false
  for (let index = 0; index < content.length; index += 1) {
    const part = fieldsOf(content[index])
    if (part === null || !isPlain(part)) return false
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
  if (typed === null || typed['type'] === 'content' || countFields(typed) !== 2 || !isTypedOutput(output)) return false
  return isWellFormed(typed['value']) && name.isWellFormed() && typeof id === 'string' && round.answer(id)
}
