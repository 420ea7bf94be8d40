import { isWellFormed } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { ToldOptions } from './told-options.ts'

/** Proves texts, reasoning, steps, and tool parts that hold their output. */
export function uiMessageReader(rules: Rules): RoundReader {
  return new UiMessageReader(rules)
}

class UiMessageReader implements RoundReader {
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #thinkingLeads: boolean
  readonly #told: ToldOptions
  /** The last legal type: most calls use the tool of the call before, and cutting out its name allocates a string each time. */
  #toolType: string | undefined

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
    const parts = partsOf(raw)
    if (parts === null) return found.strange
    this.#told.begin()
    let leads = true
    let calls = round.callCount
    for (let index = 0; index < parts.length; index += 1) {
      const part = fieldsOf(parts[index])
      if (part === null || !this.#isPlainPart(part, round)) return found.strange
      const { type } = part
      // The results of a step are sent before the next step; a step without calls may be joined with it.
      if (type === 'step-start') {
        leads ||= round.callCount > calls
        calls = round.callCount
      } else if (type !== 'reasoning') leads = false
      else if (!leads && this.#thinkingLeads) return found.strange
      if (!this.#told.nameItem(round, type === 'reasoning')) return found.strange
    }
    return found.speaks
  }

  reply(raw: unknown): number {
    const parts = partsOf(raw)
    if (parts === null || (raw as Fields)['role'] !== 'user') return found.strange
    for (let index = 0; index < parts.length; index += 1) {
      const part = fieldsOf(parts[index])
      if (part === null || part['type'] !== 'text' || !this.#isPlainSaying(part)) return found.strange
      if (this.#told.item !== undefined) return found.strange
    }
    return found.asks
  }

  #isPlainPart(part: Fields, round: Round): boolean {
    const { type } = part
    if (type === 'text' || type === 'reasoning') return this.#isPlainSaying(part)
    if (type === 'step-start') return this.#isPlainBeside(part, 1, undefined)
    if (typeof type !== 'string' || !this.#isToolType(type) || part['state'] !== 'output-available') return false
    const { callProviderMetadata: told, input, output, toolCallId: id } = part
    if (!this.#isPlainBeside(part, 5, told) || !this.#ids.takes(id)) return false
    if (fieldsOf(input) === null || output === undefined || !isWellFormed(input, 1) || !isWellFormed(output, 1))
      return false
    return round.call(id) && round.answer(id)
  }

  /** Whether it is the type of a tool whose name is legal. */
  #isToolType(type: string): boolean {
    if (type === this.#toolType) return true
    if (!type.startsWith('tool-') || !this.#names.takesName(type.slice(5))) return false
    this.#toolType = type
    return true
  }

  /** A text with no fields beside `state: 'done'` and provider metadata; reasoning that the provider keeps may have empty text. */
  #isPlainSaying(part: Fields): boolean {
    const { providerMetadata: told, state, text, type } = part
    if (!this.#isPlainBeside(part, state === 'done' ? 3 : 2, told)) return false
    return isPlainText(text) || (type === 'reasoning' && text === '' && this.#told.carriesReasoning)
  }

  /** Whether the part has exactly that many fields apart from its provider metadata. */
  #isPlainBeside(part: Fields, fields: number, told: unknown): boolean {
    this.#told.clear()
    if (told === undefined) return countFields(part) === fields
    return countFields(part) === fields + 1 && this.#told.read(told)
  }
}

function partsOf(raw: unknown): readonly unknown[] | null {
  const message = fieldsOf(raw)
  if (message === null || countFields(message) !== 3) return null
  const { id, parts } = message
  if (typeof id !== 'string' || !id.isWellFormed()) return null
  return Array.isArray(parts) && parts.length > 0 ? parts : null
}
