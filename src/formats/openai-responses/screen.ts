import { countFields, type Fields, fieldsOf, isLegalToken, isPlainText } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { readItem } from './read-item.ts'

/** Messages of text, function calls with their outputs, and reasoning that an item of the model follows. */
export function responsesReader(rules: Rules): RoundReader | null {
  return rules.historyElsewhere === true ? null : new ResponsesReader(rules)
}

const assistantTypes: ReadonlySet<unknown> = new Set(['reasoning', 'function_call', 'custom_tool_call'])

class ResponsesReader implements RoundReader {
  readonly #rules: Rules

  constructor(rules: Rules) {
    this.#rules = rules
  }

  isAssistant(raw: unknown): boolean {
    const item = fieldsOf(raw)
    if (item === null) return false
    const { role, type } = item
    if (assistantTypes.has(type)) return true
    if (type === 'function_call_output' || type === 'custom_tool_call_output') return false
    if (type === 'message') return role === 'assistant'
    return readItem(raw, 0).role === 'assistant'
  }

  speech(raw: unknown, round: Round): number {
    const item = raw as Fields
    const isPlain = this.#hasPlainId(item, round) && this.#isPlainItem(item, round)
    round.awaitsItem = item['type'] === 'reasoning'
    return isPlain ? found.speaks : found.strange
  }

  reply(raw: unknown, round: Round): number {
    const item = fieldsOf(raw)
    if (item === null || !this.#hasPlainId(item, round)) return found.strange
    const { call_id: id, output, type } = item
    if (type === 'function_call_output') {
      const isPlain = countFields(item) === 3 + optionals(item) && typeof output === 'string' && output.isWellFormed()
      return isPlain && typeof id === 'string' && round.answer(id) ? found.answers : found.strange
    }
    return item['role'] === 'user' && isPlainMessage(item, 'input_text') ? found.asks : found.strange
  }

  #isPlainItem(item: Fields, round: Round): boolean {
    switch (item['type']) {
      case 'function_call': {
        const { arguments: input, call_id: id, name } = item
        const { callIds, toolNames } = this.#rules
        if (countFields(item) !== 4 + optionals(item) || typeof input !== 'string' || !input.isWellFormed())
          return false
        return isLegalToken(id, callIds) && isLegalToken(name, toolNames) && round.call(id)
      }
      case 'reasoning':
        return this.#isPlainReasoning(item)
      default:
        return item['role'] === 'assistant' && isPlainMessage(item, 'output_text')
    }
  }

  #isPlainReasoning(item: Fields): boolean {
    const { encrypted_content: sealed, summary } = item
    if (countFields(item) !== 2 + optionals(item) + (sealed === undefined ? 0 : 1)) return false
    if (sealed === undefined ? this.#rules.itemsKept === false : typeof sealed !== 'string' || !sealed.isWellFormed())
      return false
    return Array.isArray(summary) && summary.every((part) => isPlainPart(part, 'summary_text'))
  }

  /** The id of an item is as unique as that of a call. */
  #hasPlainId({ id, status, type }: Fields, round: Round): boolean {
    if (status !== undefined && status !== 'completed') return false
    if (id === undefined) return true
    const { itemIdForm: form, itemIds } = this.#rules
    if (form === undefined || itemIds !== 'prefixed' || !isLegalToken(id, form)) return false
    const prefix = form.prefixes[typeof type === 'string' ? type : 'message']
    return prefix !== undefined && id.startsWith(prefix) && round.name(id)
  }
}

/** Fields that any item may have: its id and its status. */
function optionals({ id, status }: Fields): number {
  return (id === undefined ? 0 : 1) + (status === undefined ? 0 : 1)
}

function isPlainMessage(item: Fields, type: string): boolean {
  const { content } = item
  if (countFields(item) !== 2 + optionals(item) + (item['type'] === undefined ? 0 : 1)) return false
  if (item['type'] !== undefined && item['type'] !== 'message') return false
  if (typeof content === 'string') return isPlainText(content)
  return Array.isArray(content) && content.length > 0 && content.every((part) => isPlainPart(part, type))
}

function isPlainPart(raw: unknown, type: string): boolean {
  const part = fieldsOf(raw)
  if (part === null || part['type'] !== type || !isPlainText(part['text'])) return false
  let fields = 2
  for (const list of [part['annotations'], part['logprobs']]) {
    if (list === undefined) continue
    if (!Array.isArray(list) || list.length > 0) return false
    fields += 1
  }
  return countFields(part) === fields
}
