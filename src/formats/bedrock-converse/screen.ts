import { isEqual } from '../../json/is-equal.ts'
import { isWellFormed } from '../../transcript/well-formed.ts'
import { isLegalSignature } from '../is-legal-signature.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken, onlyFieldOf } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'

/** Proves texts, leading signed reasoning, and calls answered in place. */
export function converseReader(rules: Rules): RoundReader | null {
  const { blankInResults, callsAlone, resultsAlone, toolsTaken } = rules
  const isStrict = resultsAlone === true || callsAlone === true || blankInResults === true || toolsTaken === false
  return isStrict ? null : new ConverseReader(rules)
}

class ConverseReader implements RoundReader {
  readonly #rules: Rules
  readonly #ids: LegalToken
  readonly #names: LegalToken

  constructor(rules: Rules) {
    this.#rules = rules
    this.#ids = LegalToken.of(rules.callIds)
    this.#names = LegalToken.of(rules.toolNames)
  }

  kindOf(raw: unknown): number {
    return Number(fieldsOf(raw)?.['role'] === 'assistant')
  }

  speech(raw: unknown, round: Round): number {
    const content = contentOf(raw)
    if (content === null) return found.strange
    let leads = true
    let kind: number = found.speaks
    for (let index = 0; index < content.length; index += 1) {
      const block = fieldsOf(content[index])
      switch (block && onlyFieldOf(block)) {
        case 'text':
          if (!isPlainText(block!['text'])) return found.strange
          break
        case 'toolUse':
          if (!this.#isPlainCall(fieldsOf(block!['toolUse']), round)) return found.strange
          break
        case 'reasoningContent':
          if (!leads || !this.#isPlainReasoning(fieldsOf(block!['reasoningContent']))) return found.strange
          // Where thinking is bound, a copy of the preceding block is not the model's.
          if (this.#rules.thinkingBound && index > 0 && isEqual(block, content[index - 1])) return found.strange
          kind |= found.thinks
          continue
        default:
          return found.strange
      }
      leads = false
    }
    return leads ? found.strange : kind
  }

  reply(raw: unknown, round: Round): number {
    const content = contentOf(raw)
    if (content === null || (raw as Fields)['role'] !== 'user') return found.strange
    let kind: number = found.strange
    for (let index = 0; index < content.length; index += 1) {
      const block = fieldsOf(content[index])
      switch (block && onlyFieldOf(block)) {
        case 'text':
          if (!isPlainText(block!['text'])) return found.strange
          round.otherSeen = true
          kind |= found.asks
          break
        case 'toolResult':
          if (round.otherSeen || !isPlainResult(fieldsOf(block!['toolResult']), round, this.#rules))
            return found.strange
          kind |= found.answers
          break
        default:
          return found.strange
      }
    }
    return kind
  }

  #isPlainCall(call: Fields | null, round: Round): boolean {
    if (call === null) return false
    const { input, name, toolUseId: id } = call
    if (countFields(call) !== 3 || !this.#ids.takes(id) || !this.#names.takesName(name)) return false
    return round.call(id) && fieldsOf(input) !== null && isWellFormed(input, 1)
  }

  #isPlainReasoning(outer: Fields | null): boolean {
    const { signaturePattern, signatures, thinking } = this.#rules
    const inner = fieldsOf(outer?.['reasoningText'])
    if (thinking !== 'allowed' || outer === null || inner === null || countFields(outer) !== 1) return false
    const { signature, text } = inner
    if (countFields(inner) !== (signature === undefined ? 1 : 2) || !isPlainText(text)) return false
    if (signature === undefined) return signatures === 'ignored'
    if (typeof signature !== 'string' || signature === '' || !signature.isWellFormed()) return false
    return isLegalSignature(signature, signaturePattern)
  }
}

function contentOf(raw: unknown): readonly unknown[] | null {
  const message = fieldsOf(raw)
  if (message === null || countFields(message) !== 2) return null
  const { content } = message
  return Array.isArray(content) && content.length > 0 ? content : null
}

function isPlainResult(result: Fields | null, round: Round, { resultStatus }: Rules): boolean {
  if (result === null) return false
  const { content, status, toolUseId: id } = result
  if (countFields(result) !== (status === undefined ? 2 : 3) || !Array.isArray(content) || content.length === 0)
    return false
  if (status !== undefined && (resultStatus === 'refused' || (status !== 'success' && status !== 'error'))) return false
  for (let index = 0; index < content.length; index += 1) {
    const part = fieldsOf(content[index])
    switch (part && onlyFieldOf(part)) {
      case 'text':
        if (!isPlainText(part!['text'])) return false
        break
      case 'json':
        if (fieldsOf(part!['json']) === null || !isWellFormed(part!['json'], 1)) return false
        break
      default:
        return false
    }
  }
  return typeof id === 'string' && round.answer(id)
}
