import { isWellFormed, isWellFormedName } from '../../transcript/well-formed.ts'
import { countFields, type Fields, fieldsOf, isPlainText, LegalToken } from '../plain.ts'
import { found, type Round, type RoundReader } from '../round.ts'
import type { Rules } from '../rules.ts'
import { fieldOf, kindOf } from './message-fields.ts'

/** Proves messages of text, entries of `tool_calls`, and text tool messages right behind them, in any form of a message. */
export function langchainReader(rules: Rules): RoundReader {
  return new LangchainReader(rules)
}

class LangchainReader implements RoundReader {
  readonly #ids: LegalToken
  readonly #names: LegalToken
  readonly #markField: string | null
  /** The last opened message: its role and its content are asked for one after the other. */
  #raw: unknown
  #kind: unknown
  #fields: Fields = {}

  constructor({ cacheMarks, callIds, toolNames }: Rules) {
    this.#markField = cacheMarks.field
    this.#ids = LegalToken.of(callIds)
    this.#names = LegalToken.of(toolNames)
  }

  kindOf(raw: unknown): number {
    this.#open(raw)
    return Number(this.#kind === 'assistant' || this.#kind === 'ai')
  }

  speech(raw: unknown, round: Round): number {
    this.#open(raw)
    const { additional_kwargs: beside, content, tool_calls: calls } = this.#fields
    if (!isPlainBeside(this.#fields)) return found.strange
    if (calls !== undefined && !Array.isArray(calls)) return found.strange
    const hasCalls = calls !== undefined && calls.length > 0
    if (!hasCalls && fieldsOf(beside)?.['tool_calls'] !== undefined) return found.strange
    if (!this.#isPlainContent(content) && !(hasCalls && content === '')) return found.strange
    if (hasCalls)
      for (let index = 0; index < calls.length; index += 1)
        if (!this.#isPlainCall(fieldsOf(calls[index]), round)) return found.strange
    return this.#isWhole(raw, hasCalls ? 'tool_calls' : '') ? found.speaks : found.strange
  }

  reply(raw: unknown, round: Round): number {
    this.#open(raw)
    const { content, name, tool_call_id: id } = this.#fields
    if (!this.#isPlainContent(content) || !isPlainBeside(this.#fields)) return found.strange
    if (this.#kind === 'user' || this.#kind === 'human') return this.#isWhole(raw, '') ? found.asks : found.strange
    // A result may name its tool, but the name must not be empty.
    const isResult = this.#kind === 'tool' && name !== '' && typeof id === 'string' && typeof content === 'string'
    return isResult && round.answer(id) && this.#isWhole(raw, 'tool_call_id') ? found.answers : found.strange
  }

  #open(raw: unknown): void {
    if (raw === this.#raw && raw !== undefined) return
    this.#raw = raw
    const fields = fieldsOf(raw)
    // Instances and plain messages hold their fields directly; only the two serialised forms do not.
    if (fields !== null && fields['lc'] !== 1 && fields['data'] === undefined) {
      const { role, type } = fields
      this.#fields = fields
      this.#kind = type === 'generic' || typeof type !== 'string' ? role : type
    } else {
      this.#fields = {
        content: fieldOf(raw, 'content'),
        additional_kwargs: fieldOf(raw, 'additional_kwargs'),
        name: fieldOf(raw, 'name'),
        response_metadata: fieldOf(raw, 'response_metadata'),
        tool_calls: fieldOf(raw, 'tool_calls'),
        tool_call_id: fieldOf(raw, 'tool_call_id'),
      }
      this.#kind = kindOf(raw)
    }
  }

  #isPlainCall(call: Fields | null, round: Round): boolean {
    if (call === null) return false
    const { args, id, name, type } = call
    if (countFields(call) !== (type === undefined ? 3 : 4)) return false
    if (!this.#ids.takes(id) || !this.#names.takesName(name) || !round.call(id)) return false
    return fieldsOf(args) !== null && isWellFormed(args, 3) && (type === 'tool_call' || isWellFormed(type, 3))
  }

  /** Whether all fields are well-formed Unicode; text, role and the field that was checked otherwise are skipped. */
  #isWhole(raw: unknown, seen: 'tool_calls' | 'tool_call_id' | ''): boolean {
    const fields = this.#fields
    if (raw !== fields) return isWellFormed(raw)
    for (const key in fields) {
      if (key === seen) continue
      const value = fields[key]
      if (typeof value === 'string') {
        if (key === 'content' || ((key === 'role' || key === 'type') && value === this.#kind)) continue
        if (key === 'name' && isWellFormedName(value)) continue
      }
      if (!isWellFormedName(key) || !isWellFormed(value, 1)) return false
    }
    return true
  }

  #isPlainContent(content: unknown): boolean {
    if (typeof content === 'string') return isPlainText(content)
    if (!Array.isArray(content) || content.length === 0) return false
    for (let index = 0; index < content.length; index += 1)
      if (!this.#isPlainBlock(fieldsOf(content[index]))) return false
    return true
  }

  #isPlainBlock(block: Fields | null): boolean {
    // Some packages do not send first-generation data of LangChain unchanged, and it may be text too.
    if (block?.['type'] !== 'text' || block['source_type'] !== undefined || !isPlainText(block['text'])) return false
    return this.#markField === null || block[this.#markField] === undefined
  }
}

/** Whether the fields that chat models read in every message are plain. */
function isPlainBeside({ additional_kwargs: beside, name, response_metadata: metadata }: Fields): boolean {
  if (name !== undefined && name !== null && typeof name !== 'string') return false
  return isPlainHolder(metadata, 'output') && isPlainHolder(beside, 'reasoning')
}

/** Items of a Responses answer may be sent in place of the message's content. */
function isPlainHolder(holder: unknown, item: string): boolean {
  const fields = fieldsOf(holder)
  return holder === undefined || (fields !== null && fields[item] === undefined)
}
