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
  /** What the ids of items begin with; undefined where an item of that type may have none. */
  readonly #message: string | undefined
  readonly #reasoning: string | undefined
  readonly #call: string | undefined
  readonly #output: string | undefined

  constructor(rules: Rules) {
    this.#rules = rules
    this.#ids = LegalToken.of(rules.callIds)
    this.#names = LegalToken.of(rules.toolNames)
    const { itemIdForm: form, itemIds } = rules
    this.#itemIds = form === undefined || itemIds !== 'prefixed' ? null : LegalToken.of(form)
    // Looked up once: an object that is asked with a text from outside has to find the one copy of that text first.
    this.#message = form?.prefixes['message']
    this.#reasoning = form?.prefixes['reasoning']
    this.#call = form?.prefixes['function_call']
    this.#output = form?.prefixes['function_call_output']
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
    const isPlain = this.#isPlainItem(item, round)
    round.awaitsItem = item['type'] === 'reasoning'
    return isPlain ? found.speaks : found.strange
  }

  reply(raw: unknown, round: Round): number {
    const item = fieldsOf(raw)
    if (item === null) return found.strange
    const { call_id: id, output, type } = item
    if (type === 'function_call_output') {
      if (countFields(item) !== 3 + optionals(item) || typeof output !== 'string' || !output.isWellFormed())
        return found.strange
      const isPlain = typeof id === 'string' && this.#hasPlainId(item, this.#output, round) && round.answer(id)
      return isPlain ? found.answers : found.strange
    }
    const isPlain = item['role'] === 'user' && isPlainMessage(item, 'input_text')
    return isPlain && this.#hasPlainId(item, this.#message, round) ? found.asks : found.strange
  }

  #isPlainItem(item: Fields, round: Round): boolean {
    switch (item['type']) {
      case 'function_call': {
        const { arguments: input, call_id: id, name } = item
        if (countFields(item) !== 4 + optionals(item) || typeof input !== 'string' || !input.isWellFormed())
          return false
        if (!this.#ids.takes(id) || !this.#names.takesName(name)) return false
        return this.#hasPlainId(item, this.#call, round) && round.call(id)
      }
      case 'reasoning':
        return this.#isPlainReasoning(item) && this.#hasPlainId(item, this.#reasoning, round)
      default:
        if (item['role'] !== 'assistant' || !isPlainMessage(item, 'output_text')) return false
        return this.#hasPlainId(item, this.#message, round)
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
  #hasPlainId({ id, status }: Fields, prefix: string | undefined, round: Round): boolean {
    if (status !== undefined && status !== 'completed') return false
    if (id === undefined) return true
    if (prefix === undefined || this.#itemIds?.takes(id) !== true) return false
    return id.startsWith(prefix) && round.name(id)
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
