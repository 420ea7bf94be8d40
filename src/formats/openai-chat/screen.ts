import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import { unparsedInputs } from '../tool-inputs.ts'
import type { Rules } from '../rules.ts'

/** Proves plain text, function calls, and text tool messages right behind them. */
export function chatReader(rules: Rules): RoundReader | null {
  // When reasoning is missed, any message may lack it, so every round is linted.
  return rules.results === 'own-messages' && rules.reasoningMissed === undefined ? new ChatReader(rules) : null
}

class ChatReader implements RoundReader {
  readonly #rules: Rules
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #mayBeSilent: boolean
  /** The fields that assistant messages may have; those of text and calls are looked up once. */
  readonly #spoken: ReadonlySet<string> | null
  readonly #takesAnyText: boolean
  readonly #takesCalls: boolean
  readonly #takesResults: boolean
  readonly #unsigned: number

  constructor(rules: Rules) {
    this.#rules = rules
    this.#ids = LegalToken.of(rules.callIds)
    this.#names = LegalToken.of(rules.toolNames)
    this.#mayBeSilent = rules.emptyBesideCalls !== 'refused' && rules.absentContent !== 'refused'
    this.#spoken = fieldsFor('assistant', rules)
    this.#takesAnyText = unparsedInputs.has(rules.toolInput)
    this.#takesCalls = callFields.every((field) => this.#isTaken(field))
    this.#unsigned = rules.signatures === 'first-call' ? found.unsigned : 0
    this.#takesResults = fieldsFor('tool', rules)?.has('tool_call_id') !== false
  }

  kindOf(raw: unknown): number {
    return Number(fieldsOf(raw)?.['role'] === 'assistant')
  }

  speech(raw: unknown, round: Round): number {
    const message = raw as Fields
    let reasons = false
    for (const field in message) {
      const isOfCalls = field === 'role' || field === 'content' || field === 'tool_calls'
      if (!(isOfCalls && this.#takesCalls) && !this.#isTaken(field)) return found.strange
      if (isOfCalls) continue
      if (field === 'reasoning_content') reasons = isPlainText(message[field])
      if (field === 'reasoning_content' ? !reasons : field !== 'refusal' || message[field] !== null)
        return found.strange
    }
    const { content, tool_calls: calls } = message
    const spoken = isPlainText(content)
    if (calls === undefined) return spoken && !reasons ? found.speaks : found.strange
    if (!spoken && !(this.#mayBeSilent && (content === null || content === undefined || content === '')))
      return found.strange
    if (this.#rules.reasoningText === 'required' && !reasons) return found.strange
    if (!Array.isArray(calls) || calls.length === 0 || calls.length > this.#rules.maxCallsPerMessage)
      return found.strange
    for (let index = 0; index < calls.length; index += 1)
      if (!this.#isPlainCall(fieldsOf(calls[index]), round)) return found.strange
    return found.speaks | this.#unsigned
  }

  reply(raw: unknown, round: Round): number {
    const message = fieldsOf(raw)
    if (message === null) return found.strange
    const { content, role, tool_call_id: id } = message
    if (role === 'user') return countFields(message) === 2 && isPlainText(content) ? found.asks : found.strange
    if (role !== 'tool' || countFields(message) !== 3 || !this.#takesResults) return found.strange
    if (typeof id !== 'string' || !isPlainText(content)) return found.strange
    return round.answer(id) ? found.answers : found.strange
  }

  #isTaken(field: string): boolean {
    return this.#spoken?.has(field) !== false && !this.#rules.refusedFields.has(field)
  }

  #isPlainCall(call: Fields | null, round: Round): boolean {
    const inner = fieldsOf(call?.['function'])
    if (call === null || inner === null || call['type'] !== 'function') return false
    if (countFields(call) !== 3 || countFields(inner) !== 2) return false
    const { arguments: input, name } = inner
    if (!this.#ids.takes(call['id']) || !this.#names.takesName(name) || !round.call(call['id'])) return false
    if (typeof input !== 'string' || !input.isWellFormed()) return false
    return this.#takesAnyText || isObjectText(input)
  }
}

const callFields = ['role', 'content', 'tool_calls']

function fieldsFor(role: 'assistant' | 'tool', { messageFields, messageFieldsOf }: Rules): ReadonlySet<string> | null {
  return messageFieldsOf?.[role] ?? messageFields
}

function isObjectText(text: string): boolean {
  try {
    return fieldsOf(JSON.parse(text)) !== null
  } catch {
    // Cut or invalid JSON: `tool_call_input_invalid` decides which.
    return false
  }
}
