import { isWellFormed } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isLegalToken, isPlainText } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { fieldOf, kindOf } from './message-fields.ts'

/** Messages of text, entries of `tool_calls`, and tool messages of text right behind them, in any form of a message. */
export function langchainReader(rules: Rules): RoundReader {
  return new LangchainReader(rules)
}

class LangchainReader implements RoundReader {
  readonly #rules: Rules

  constructor(rules: Rules) {
    this.#rules = rules
  }

  isAssistant(raw: unknown): boolean {
    const kind = kindOf(raw)
    return kind === 'ai' || kind === 'assistant'
  }

  speech(raw: unknown, round: Round): number {
    const calls = fieldOf(raw, 'tool_calls')
    const hasCalls = Array.isArray(calls) && calls.length > 0
    if (calls !== undefined && !Array.isArray(calls)) return found.strange
    const content = fieldOf(raw, 'content')
    if (!this.#isPlainContent(content) && !(hasCalls && content === '')) return found.strange
    for (const call of hasCalls ? calls : []) if (!this.#isPlainCall(fieldsOf(call), round)) return found.strange
    return isWellFormed(raw) ? found.speaks : found.strange
  }

  reply(raw: unknown, round: Round): number {
    const kind = kindOf(raw)
    const content = fieldOf(raw, 'content')
    if (!this.#isPlainContent(content) || !isWellFormed(raw)) return found.strange
    if (kind === 'human' || kind === 'user') return found.asks
    const id = kind === 'tool' ? fieldOf(raw, 'tool_call_id') : undefined
    return typeof id === 'string' && typeof content === 'string' && round.answer(id) ? found.answers : found.strange
  }

  #isPlainCall(call: Fields | null, round: Round): boolean {
    if (call === null || call['function'] !== undefined) return false
    const { args, id, name, type } = call
    if (countFields(call) !== (type === undefined ? 3 : 4)) return false
    const { callIds, toolNames } = this.#rules
    if (!isLegalToken(id, callIds) || !isLegalToken(name, toolNames) || !round.call(id)) return false
    return fieldsOf(args) !== null
  }

  #isPlainContent(content: unknown): boolean {
    if (typeof content === 'string') return isPlainText(content)
    return Array.isArray(content) && content.length > 0 && content.every((block) => this.#isPlainBlock(fieldsOf(block)))
  }

  #isPlainBlock(block: Fields | null): boolean {
    const { field } = this.#rules.cacheMarks
    if (block?.['type'] !== 'text' || !isPlainText(block['text'])) return false
    return field === null || block[field] === undefined
  }
}
