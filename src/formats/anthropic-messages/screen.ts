import { isWellFormed } from '../../transcript/well-formed.ts'
import { isLegalSignature } from '../is-legal-signature.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'

/** Proves texts, leading signed thinking, and calls answered in place, when no rarer field is present. */
export function anthropicReader(rules: Rules): RoundReader {
  return new AnthropicReader(rules)
}

class AnthropicReader implements RoundReader {
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #signatures: RegExp | undefined
  /** Whether each call has the thinking that it needs is left to the full lint. */
  readonly #isReasoningDemanded: boolean

  constructor({ callIds, reasoningText, signaturePattern, toolNames }: Rules) {
    this.#isReasoningDemanded = reasoningText === 'required'
    this.#signatures = signaturePattern
    this.#ids = LegalToken.of(callIds)
    this.#names = LegalToken.of(toolNames)
  }

  kindOf(raw: unknown): number {
    return Number(fieldsOf(raw)?.['role'] === 'assistant')
  }

  speech(raw: unknown, round: Round): number {
    const message = raw as Fields
    const { content } = message
    if (countFields(message) !== 2) return found.strange
    if (typeof content === 'string') return isPlainText(content) ? found.speaks : found.strange
    if (!Array.isArray(content) || content.length === 0) return found.strange
    let leads = true
    let seal: unknown
    let kind: number = found.speaks
    for (let index = 0; index < content.length; index += 1) {
      const block = fieldsOf(content[index])
      if (block === null) return found.strange
      const { type } = block
      if (type === 'thinking') {
        if (!leads || countFields(block) !== 3 || !this.#isPlainThinking(block)) return found.strange
        // A copy of the preceding block is not the model's.
        if (block['signature'] === seal) return found.strange
        seal = block['signature']
        kind |= found.thinks
        continue
      }
      leads = false
      if (type === 'text') {
        if (countFields(block) !== 2 || !isPlainText(block['text'])) return found.strange
      } else if (type !== 'tool_use' || this.#isReasoningDemanded) return found.strange
      else if (countFields(block) !== 4 || !this.#isPlainCall(block, round)) return found.strange
    }
    // A message of thinking alone is not legal for every vendor.
    return leads ? found.strange : kind
  }

  reply(raw: unknown, round: Round): number {
    const message = fieldsOf(raw)
    if (message === null || message['role'] !== 'user' || countFields(message) !== 2) return found.strange
    const { content } = message
    if (typeof content === 'string') {
      round.otherSeen = true
      return isPlainText(content) ? found.asks : found.strange
    }
    if (!Array.isArray(content) || content.length === 0) return found.strange
    let kind: number = found.strange
    for (let index = 0; index < content.length; index += 1) {
      const block = fieldsOf(content[index])
      const what = block === null ? found.strange : this.#kindOfUsers(block, round)
      if (what === found.strange) return found.strange
      kind |= what
    }
    return kind
  }

  #kindOfUsers(block: Fields, round: Round): number {
    if (block['type'] === 'text') {
      round.otherSeen = true
      return countFields(block) === 2 && isPlainText(block['text']) ? found.asks : found.strange
    }
    if (block['type'] !== 'tool_result' || round.otherSeen) return found.strange
    const id = block['tool_use_id']
    if (typeof id !== 'string' || !round.answer(id)) return found.strange
    const isError = block['is_error']
    if (countFields(block) !== (typeof isError === 'boolean' ? 4 : 3) || !isPlainOutput(block['content']))
      return found.strange
    // An error result must say something.
    return isError === true && block['content'].length === 0 ? found.strange : found.answers
  }

  #isPlainCall({ id, input, name }: Fields, round: Round): boolean {
    if (!this.#ids.takes(id) || !this.#names.takesName(name) || !round.call(id)) return false
    return fieldsOf(input) !== null && isWellFormed(input, 1)
  }

  #isPlainThinking({ signature, thinking }: Fields): boolean {
    if (typeof signature !== 'string' || signature === '' || !signature.isWellFormed()) return false
    return isLegalSignature(signature, this.#signatures) && (thinking === '' || isPlainText(thinking))
  }
}

function isPlainOutput(content: unknown): content is string | readonly unknown[] {
  if (typeof content === 'string') return content.isWellFormed()
  if (!Array.isArray(content)) return false
  for (let index = 0; index < content.length; index += 1) {
    const part = fieldsOf(content[index])
    if (part?.['type'] !== 'text' || countFields(part) !== 2 || !isPlainText(part['text'])) return false
  }
  return true
}
