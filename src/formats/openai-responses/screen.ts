import { isLegalSignature } from '../is-legal-signature.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { readItem } from './read-item.ts'

/** Proves messages of text, function calls with their outputs, and reasoning that an item of the model follows. */
export function responsesReader(rules: Rules): RoundReader | null {
  if (rules.historyElsewhere === true) return null
  let reader = readers.get(rules)
  if (reader === undefined) readers.set(rules, (reader = new ResponsesReader(rules)))
  return reader
}

/** One reader per row of rules: it keeps no state of a list. */
const readers = new WeakMap<Rules, RoundReader>()

class ResponsesReader implements RoundReader {
  readonly #rules: Rules
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #itemIds: LegalToken | null
  /** The prefix of item ids, by type; undefined when an item of that type may have no id. */
  readonly #message: readonly number[] | undefined
  readonly #reasoning: readonly number[] | undefined
  readonly #call: readonly number[] | undefined
  readonly #output: readonly number[] | undefined

  constructor(rules: Rules) {
    this.#rules = rules
    this.#ids = LegalToken.of(rules.callIds)
    this.#names = LegalToken.of(rules.toolNames)
    const { itemIdForm: form, itemIds } = rules
    this.#itemIds = form === undefined || itemIds !== 'prefixed' ? null : LegalToken.of(form)
    // Precomputed as character codes: a lookup by a string from outside has to intern that string first, and comparing two strings runs a
    // generic routine.
    this.#message = unitsOf(form?.prefixes['message'])
    this.#reasoning = unitsOf(form?.prefixes['reasoning'])
    this.#call = unitsOf(form?.prefixes['function_call'])
    this.#output = unitsOf(form?.prefixes['function_call_output'])
  }

  kindOf(raw: unknown): number {
    const form = formOf(raw)
    return form === itemForm.other && readItem(raw, 0).role === 'assistant' ? itemForm.otherSpeech : form
  }

  speech(raw: unknown, round: Round, form: number): number {
    const item = raw as Fields
    round.awaitsItem = form === itemForm.reasoning
    const isPlain =
      form === itemForm.reasoning
        ? this.#isPlainReasoning(item, round)
        : form === itemForm.call
          ? this.#isPlainCall(item, round)
          : form === itemForm.spoken && this.#isPlainMessage(item, 'output_text', round)
    return isPlain ? found.speaks : found.strange
  }

  reply(raw: unknown, round: Round, form: number): number {
    if (form === itemForm.output) return this.#isPlainOutput(raw as Fields, round) ? found.answers : found.strange
    const isPlain =
      form === itemForm.told &&
      (raw as Fields)['role'] === 'user' &&
      this.#isPlainMessage(raw as Fields, 'input_text', round)
    return isPlain ? found.asks : found.strange
  }

  // Each form reads its own fields: a shared function with all of them as parameters would look each field up again.

  #isPlainCall(item: Fields, round: Round): boolean {
    const { arguments: input, call_id: callId, id, name, status } = item
    const others = countFields(item) - 4 - optionals(id, status)
    if (others !== 0 && (others !== 1 || !isPlainText(item['namespace']))) return false
    // Only another round shows whether the call needs a namespace: a tool search loads it there.
    if (others === 0 && this.#rules.toolSpaces?.alone.has(name) === false) return false
    if (typeof input !== 'string' || !input.isWellFormed()) return false
    if (!this.#ids.takes(callId) || !this.#names.takesName(name)) return false
    return this.#isPlainId(id, status, this.#call, round) && round.call(callId)
  }

  #isPlainOutput(item: Fields, round: Round): boolean {
    const { call_id: callId, id, output, status } = item
    if (countFields(item) !== 3 + optionals(id, status) || typeof output !== 'string' || !output.isWellFormed())
      return false
    return typeof callId === 'string' && this.#isPlainId(id, status, this.#output, round) && round.answer(callId)
  }

  #isPlainReasoning(item: Fields, round: Round): boolean {
    const { encrypted_content: sealed, id, status, summary } = item
    if (countFields(item) !== 2 + optionals(id, status) + (sealed === undefined ? 0 : 1)) return false
    if (sealed === undefined ? this.#rules.itemsKept === false : !this.#isPlainSeal(sealed)) return false
    if (!Array.isArray(summary) || !isEachPlain(summary, 'summary_text')) return false
    return this.#isPlainId(id, status, this.#reasoning, round)
  }

  #isPlainSeal(sealed: unknown): boolean {
    if (typeof sealed !== 'string' || sealed === '' || !sealed.isWellFormed()) return false
    return isLegalSignature(sealed, this.#rules.signaturePattern)
  }

  #isPlainMessage(item: Fields, partType: string, round: Round): boolean {
    const { content } = item
    const fields = countFields(item)
    // A message of role and text alone has no other field to check.
    if (fields === 2 && typeof content === 'string') return isPlainText(content)
    const { id, status, type } = item
    if (fields !== 2 + optionals(id, status) + (type === undefined ? 0 : 1)) return false
    if (type !== undefined && type !== 'message') return false
    const isPlain =
      typeof content === 'string'
        ? isPlainText(content)
        : Array.isArray(content) && content.length > 0 && isEachPlain(content, partType)
    return isPlain && this.#isPlainId(id, status, this.#message, round)
  }

  /** Checks the id of an item, which must be as unique as that of a call. */
  #isPlainId(id: unknown, status: unknown, prefix: readonly number[] | undefined, round: Round): boolean {
    if (status !== undefined && status !== 'completed') return false
    if (id === undefined) return true
    if (prefix === undefined || this.#itemIds?.takes(id) !== true) return false
    return beginsWith(id, prefix) && round.name(id)
  }
}

/** The form of an item by its type and role; forms above 0 are the model's. */
const itemForm = {
  none: 0,
  other: -1,
  output: -2,
  told: -3,
  otherOutput: -4,
  spoken: 1,
  reasoning: 2,
  call: 3,
  otherCall: 4,
  otherSpeech: 5,
} as const

/** Compares the length first: strings of a parsed body are not interned, so comparing them reads every character. */
function formOf(raw: unknown): number {
  const item = fieldsOf(raw)
  if (item === null) return itemForm.none
  const { type } = item
  if (typeof type !== 'string') return type === undefined ? formOfMessage(item) : itemForm.other
  switch (type.length) {
    case 7:
      return type === 'message' ? formOfMessage(item) : itemForm.other
    case 9:
      return type === 'reasoning' ? itemForm.reasoning : itemForm.other
    case 13:
      return type === 'function_call' ? itemForm.call : itemForm.other
    case 16:
      return type === 'custom_tool_call' ? itemForm.otherCall : itemForm.other
    case 20:
      return type === 'function_call_output' ? itemForm.output : itemForm.other
    case 23:
      return type === 'custom_tool_call_output' ? itemForm.otherOutput : itemForm.other
    default:
      return itemForm.other
  }
}

function formOfMessage({ role, type }: Fields): number {
  if (role === 'assistant') return itemForm.spoken
  return type !== undefined || typeof role === 'string' ? itemForm.told : itemForm.other
}

function unitsOf(prefix: string | undefined): readonly number[] | undefined {
  return prefix === undefined ? undefined : Array.from(prefix, (letter) => letter.charCodeAt(0))
}

function beginsWith(id: string, units: readonly number[]): boolean {
  for (let at = 0; at < units.length; at += 1) if (id.charCodeAt(at) !== units[at]) return false
  return true
}

/** The number of optional fields that any item may have: id and status. */
function optionals(id: unknown, status: unknown): number {
  return (id === undefined ? 0 : 1) + (status === undefined ? 0 : 1)
}

function isEachPlain(parts: readonly unknown[], type: string): boolean {
  for (let index = 0; index < parts.length; index += 1) if (!isPlainPart(parts[index], type)) return false
  return true
}

function isPlainPart(raw: unknown, type: string): boolean {
  const part = fieldsOf(raw)
  if (part === null || part['type'] !== type || !isPlainText(part['text'])) return false
  const fields = countFields(part)
  if (fields === 2) return true
  const { annotations, logprobs } = part
  if (!isAbsentOrEmpty(annotations) || !isAbsentOrEmpty(logprobs)) return false
  return fields === 2 + (annotations === undefined ? 0 : 1) + (logprobs === undefined ? 0 : 1)
}

function isAbsentOrEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0)
}
