import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Answer, AnswerBuilder, AnswerReader } from './answer.ts'
import { parseInput } from './parse-input.ts'

type Fields = Record<string, unknown>

/** Messages API: one message whose blocks arrive by start and deltas. */
export const anthropicAnswer: AnswerReader = {
  whole: (body) => toAnswer(isRecord(body) ? body : {}, isRecord(body) ? body['content'] : [], true),
  build: () => new MessageBuilder(),
}

function toAnswer(message: Fields, content: unknown, complete: boolean): Answer {
  const { id, input_transformations: transformations } = message
  const blocks = listOf(content)
  return {
    messages: blocks.length > 0 ? [{ role: 'assistant', content: blocks }] : [],
    complete,
    ...(typeof id === 'string' && { responseID: id }),
    ...(Array.isArray(transformations) && { transformations }),
  }
}

/** Fields of a block that grow by deltas, by the type of the delta. */
const growing: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  compaction_delta: 'content',
}

class MessageBuilder implements AnswerBuilder {
  readonly #blocks: Fields[] = []
  readonly #inputs = new Map<number, string>()
  #message: Fields = {}
  #complete = false

  add(event: unknown): void {
    if (!isRecord(event)) return
    const index = typeof event['index'] === 'number' ? event['index'] : -1
    const { type, message, delta, content_block: block } = event
    if (type === 'message_start' && isRecord(message)) this.#message = message
    if (type === 'message_delta' && isRecord(delta)) this.#message = { ...this.#message, ...delta }
    if (type === 'content_block_start' && isRecord(block)) this.#blocks[index] = { ...block }
    if (type === 'content_block_delta' && isRecord(delta)) this.#grow(this.#blocks[index], delta, index)
    if (type === 'message_stop') this.#complete = true
  }

  answer(): Answer {
    for (const [index, json] of this.#inputs) {
      const block = this.#blocks[index]
      if (block) block['input'] = parseInput(json)
    }
    return toAnswer(this.#message, this.#blocks.filter(Boolean), this.#complete)
  }

  #grow(block: Fields | undefined, delta: Fields, index: number): void {
    if (block === undefined) return
    const type = String(delta['type'])
    if (type === 'input_json_delta')
      this.#inputs.set(index, (this.#inputs.get(index) ?? '') + String(delta['partial_json'] ?? ''))
    if (type === 'citations_delta')
      block['citations'] = [...((block['citations'] as unknown[] | null) ?? []), delta['citation']]
    const field = growing[type]
    if (field !== undefined) block[field] = String(block[field] ?? '') + String(delta[field] ?? '')
  }
}
