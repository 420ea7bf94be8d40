import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { readItem } from './read-item.ts'

/** Messages of text, function calls with their outputs, and reasoning that an item of the model follows. */
export function responsesReader(rules: Rules): RoundReader | null {
  return rules.historyElsewhere === true ? null : new ResponsesReader(rules)
}

class ResponsesReader implements RoundReader {
  readonly #rules: Rules
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #itemIds: LegalToken | null

  constructor(rules: Rules) {
    this.#rules = rules
    this.#ids = LegalToken.of(rules.callIds)
    this.#names = LegalToken.of(rules.toolNames)
    const form = rules.itemIdForm
    this.#itemIds = form === undefined ? null : LegalToken.of(form)
  }

  isAssistant(raw: unknown): boolean {
    const item = fieldsOf(raw)
    if (item === null) return false
    const { role, type } = item
    if (type === 'function_call' || type === 'reasoning' || type === 'custom_tool_call') return true
    if (type === 'function_call_output' || type === 'custom_tool_call_output') return false
    if (type === 'message' || (typeof role === 'string' && type === undefined)) return role === 'assistant'
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
        if (countFields(item) !== 4 + optionals(item) || typeof input !== 'string' || !input.isWellFormed())
          return false
        return this.#ids.takes(id) && this.#names.takes(name) && round.call(id)
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
    return Array.isArray(summary) && isEachPlain(summary, 'summary_text')
  }

  /** The id of an item is as unique as that of a call. */
  #hasPlainId({ id, status, type }: Fields, round: Round): boolean {
    if (status !== undefined && status !== 'completed') return false
    if (id === undefined) return true
    const { itemIdForm: form, itemIds } = this.#rules
    if (form === undefined || this.#itemIds === null || itemIds !== 'prefixed' || !this.#itemIds.takes(id)) return false
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
  return Array.isArray(content) && content.length > 0 && isEachPlain(content, type)
}

function isEachPlain(parts: readonly unknown[], type: string): boolean {
  for (let index = 0; index < parts.length; index += 1) if (!isPlainPart(parts[index], type)) return false
  return true
}

function isPlainPart(raw: unknown, type: string): boolean {
  const part = fieldsOf(raw)
  if (part === null || part['type'] !== type || !isPlainText(part['text'])) return false
  const { annotations, logprobs } = part
  if (!isAbsentOrEmpty(annotations) || !isAbsentOrEmpty(logprobs)) return false
  return countFields(part) === 2 + (annotations === undefined ? 0 : 1) + (logprobs === undefined ? 0 : 1)
}

function isAbsentOrEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0)
}
