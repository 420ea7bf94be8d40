import { isWellFormed } from '../../transcript/well-formed.ts'
import type { Rules } from '../rules.ts'

const visible = /\S/
/** More parallel calls than this are left to the full lint. */
const maxOpen = 16

/**
 * Marks the messages of plain exchanges: from a person's message to the next one, nothing but texts, signed thinking that
 * leads, and calls that are answered in place, without any rarer field. No strategy can report anything there, so the lint
 * needs no view of them (1: a user's, 2: an assistant's). It proves health, never a fault: what it does not mark is linted in full (test/properties/screen).
 * The last exchange is never marked, for the rules of the end hold there.
 *
 * @param from a message that is known to open an exchange
 */
export function screen(messages: readonly unknown[], rules: Rules, from: number, plain: Uint8Array): number {
  // Plain by itself is not plain beside others where ids are compared across exchanges, or results may be lost within a turn.
  if (rules.callIdScope === 'transcript' || rules.answersWhole === true) return from
  const exchange = new Exchange(rules)
  let start = from
  for (let index = from; index < messages.length; index += 1) {
    if (index > start && exchange.closedBy(messages[index])) {
      if (exchange.fine) mark(messages, start, index, plain)
      start = index
      exchange.reset()
    }
    exchange.take(messages[index])
  }
  return start
}

function mark(messages: readonly unknown[], start: number, end: number, plain: Uint8Array): void {
  for (let index = start; index < end; index += 1) plain[index] = (messages[index] as Fields)['role'] === 'user' ? 1 : 2
}

class Exchange {
  readonly #rules: Rules
  /** Ids of the calls of the current turn, and how many of them have their result. */
  readonly #calls: string[] = []
  readonly #answered = new Set<string>()
  fine = true
  #role: unknown = undefined
  #otherSeen = false

  constructor(rules: Rules) {
    this.#rules = rules
  }

  reset(): void {
    this.fine = true
    this.#role = undefined
    this.#otherSeen = false
    if (this.#calls.length > 0) this.#calls.length = 0
    if (this.#answered.size > 0) this.#answered.clear()
  }

  /** A person speaks after the assistant, and nothing waits for an answer. */
  closedBy(raw: unknown): boolean {
    if (this.#role !== 'assistant' || (this.fine && this.#calls.length > 0)) return false
    const { role, content } = (raw ?? noFields) as Fields
    if (role !== 'user') return false
    if (typeof content === 'string') return content !== ''
    return Array.isArray(content) && content.length > 0 && ((content[0] ?? noFields) as Fields)['type'] === 'text'
  }

  take(raw: unknown): void {
    if (typeof raw !== 'object' || raw === null) {
      this.fine = false
      this.#role = undefined
      return
    }
    const { role, content } = raw as Fields
    if (this.fine) {
      if (role !== this.#role) this.#turn(role)
      this.fine &&= countFields(raw) === 2 && this.#isPlain(role, content)
    }
    this.#role = role
  }

  #turn(role: unknown): void {
    if (role === 'assistant') {
      if (this.#answered.size < this.#calls.length || this.#role === undefined) this.fine = false
      if (this.#calls.length > 0) this.#calls.length = 0
      if (this.#answered.size > 0) this.#answered.clear()
    } else if (role === 'user') this.#otherSeen = false
    else this.fine = false
  }

  #isPlain(role: unknown, content: unknown): boolean {
    if (typeof content === 'string') {
      this.#otherSeen = true
      return isPlainText(content)
    }
    if (!Array.isArray(content) || content.length === 0) return false
    for (let index = 0; index < content.length; index += 1) {
      const block = content[index] as Fields | null
      if (typeof block !== 'object' || block === null) return false
      if (!(role === 'user' ? this.#isPlainOfUser(block) : this.#isPlainOfAssistant(block, index, content)))
        return false
    }
    return true
  }

  #isPlainOfUser(block: Fields): boolean {
    if (block['type'] === 'text') {
      this.#otherSeen = true
      return countFields(block) === 2 && isPlainText(block['text'])
    }
    if (block['type'] !== 'tool_result' || this.#otherSeen) return false
    const id = block['tool_use_id']
    if (typeof id !== 'string' || !this.#calls.includes(id) || this.#answered.has(id)) return false
    this.#answered.add(id)
    const fields = typeof block['is_error'] === 'boolean' ? 4 : 3
    return countFields(block) === fields && isPlainOutput(block['content'])
  }

  #isPlainOfAssistant(block: Fields, index: number, content: readonly unknown[]): boolean {
    switch (block['type']) {
      case 'text':
        return countFields(block) === 2 && isPlainText(block['text'])
      case 'tool_use':
        return countFields(block) === 4 && this.#isPlainCall(block)
      case 'thinking':
        return countFields(block) === 3 && (index === 0 || isThinking(content[index - 1])) && isPlainThinking(block)
      default:
        return false
    }
  }

  #isPlainCall({ id, input, name }: Fields): boolean {
    const { callIds, toolNames } = this.#rules
    if (typeof id !== 'string' || id.length > callIds.maxLength || !callIds.pattern.test(id)) return false
    if (typeof name !== 'string' || name.length > toolNames.maxLength || !toolNames.pattern.test(name)) return false
    if (this.#calls.length >= maxOpen || this.#calls.includes(id)) return false
    this.#calls.push(id)
    return typeof input === 'object' && input !== null && !Array.isArray(input) && isWellFormed(input)
  }
}

type Fields = Readonly<Record<string, unknown>>

const noFields: Fields = {}

function countFields(value: object): number {
  let count = 0
  for (const _ in value) count += 1
  return count
}

function isPlainText(text: unknown): boolean {
  if (typeof text !== 'string') return false
  const first = text.charCodeAt(0)
  return ((first > 32 && first < 127) || visible.test(text)) && text.isWellFormed()
}

function isPlainOutput(content: unknown): boolean {
  if (typeof content === 'string') return content.isWellFormed()
  if (!Array.isArray(content)) return false
  return content.every(
    (part: Fields | null) => part?.['type'] === 'text' && countFields(part) === 2 && isPlainText(part['text']),
  )
}

function isPlainThinking({ signature, thinking }: Fields): boolean {
  if (typeof signature !== 'string' || signature === '' || !signature.isWellFormed()) return false
  return thinking === '' || isPlainText(thinking)
}

function isThinking(block: unknown): boolean {
  return (block as Fields | null)?.['type'] === 'thinking'
}
