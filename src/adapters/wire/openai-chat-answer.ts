import { isRecord } from '../../json/is-record.ts'
import { type Answer, type AnswerBuilder, type AnswerReader, noAnswer } from './answer.ts'

type Fields = Record<string, unknown>

/** Chat Completions: the first choice. Of several choices only one becomes the next turn, and which one is not known here. */
export const openAIChatAnswer: AnswerReader = {
  whole(body) {
    const choices = isRecord(body) && Array.isArray(body['choices']) ? body['choices'] : []
    const [choice] = choices
    if (!isRecord(choice) || !isRecord(choice['message'])) return noAnswer
    return { messages: [withoutNulls(choice['message'])], complete: true }
  },
  build: () => new CompletionBuilder(),
}

/** Responses write absent fields as null (`refusal: null`), which requests must not. `content` is required even when it is null. */
function withoutNulls(message: Fields): Fields {
  return Object.fromEntries(Object.entries(message).filter(([field, value]) => value !== null || field === 'content'))
}

/** Text that grows with each chunk. `reasoning` is what OpenRouter and newer servers call `reasoning_content`. */
const growing: readonly string[] = ['content', 'refusal', 'reasoning_content', 'reasoning']

class CompletionBuilder implements AnswerBuilder {
  readonly #calls: Fields[] = []
  #message: Fields = { role: 'assistant', content: null }
  #complete = false
  #seen = false

  add(event: unknown): void {
    const choices = isRecord(event) && Array.isArray(event['choices']) ? event['choices'] : []
    const choice: unknown = choices.find((item) => isRecord(item) && (item['index'] ?? 0) === 0)
    if (!isRecord(choice)) return
    this.#seen = true
    if (typeof choice['finish_reason'] === 'string') this.#complete = true
    if (!isRecord(choice['delta'])) return
    for (const [field, value] of Object.entries(choice['delta'])) this.#grow(field, value)
  }

  answer(): Answer {
    if (!this.#seen) return noAnswer
    const calls = this.#calls.filter(Boolean)
    const message = calls.length > 0 ? { ...this.#message, tool_calls: calls } : this.#message
    return { messages: [message], complete: this.#complete }
  }

  #grow(field: string, value: unknown): void {
    if (value === null || value === undefined) return
    if (field === 'tool_calls' && Array.isArray(value)) return value.forEach((part, at) => this.#growCall(part, at))
    const former = this.#message[field]
    if (growing.includes(field) && typeof value === 'string') {
      this.#message[field] = typeof former === 'string' ? former + value : value
    } else if (Array.isArray(value) && Array.isArray(former)) this.#message[field] = [...former, ...value]
    else if (isRecord(value) && isRecord(former)) {
      // `function_call` and `audio` come in pieces too.
      const grown = { ...former }
      extend(grown, value)
      this.#message[field] = { ...value, ...grown }
    } else this.#message[field] = value
  }

  #growCall(part: unknown, at: number): void {
    if (!isRecord(part)) return
    const index = typeof part['index'] === 'number' ? part['index'] : at
    const { index: _index, ...fields } = part
    const call = this.#calls[index]
    if (call === undefined) {
      this.#calls[index] = structuredClone({ type: 'function', ...fields })
      return
    }
    for (const kind of ['function', 'custom']) {
      const grown = call[kind]
      const delta = fields[kind]
      if (isRecord(grown) && isRecord(delta)) extend(grown, delta)
    }
    if (typeof fields['id'] === 'string' && fields['id'] !== '') call['id'] = fields['id']
  }
}

/** Fields that every chunk repeats in full. */
const whole: ReadonlySet<string> = new Set(['id', 'name'])

/** Arguments arrive in pieces; some servers repeat the name in every chunk. */
function extend(grown: Fields, delta: Fields): void {
  for (const [field, value] of Object.entries(delta)) {
    if (typeof value !== 'string') continue
    const former = grown[field]
    grown[field] = whole.has(field) || typeof former !== 'string' ? value || former : former + value
  }
}
