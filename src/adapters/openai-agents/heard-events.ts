import type { Model } from '@openai/agents'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Answer } from '../wire/answer.ts'
import { begunMessage } from '../wire/begun-message.ts'
import { toResponses } from './protocol-items.ts'

export type StreamEvent = ReturnType<Model['getStreamedResponse']> extends AsyncIterable<infer Event> ? Event : never

/** What a model's events say of its answer: whole with the last one, and until then the items that are done and the text after them. */
export class HeardEvents {
  readonly #items: unknown[] = []
  #text = ''
  #whole: Answer | undefined
  /** Chunks of Chat Completions have come, and none has said why it is the last. */
  #isCut = false
  /** The model's own events have come: some models hand out none. */
  #isHeard = false
  /** Events so far. */
  count = 0

  add(event: StreamEvent): void {
    this.count += 1
    if (event.type === 'output_text_delta') this.#text += event.delta
    else if (event.type === 'response_done') this.#whole = answerOf(event.response.output, event.response.id)
    else if (event.type === 'model') this.#addRaw(event.event)
  }

  answer(): Answer {
    if (this.#whole) {
      const isNothing = !this.#isHeard && this.#whole.messages.length === 0
      return this.#isCut || isNothing ? { ...this.#whole, complete: false } : this.#whole
    }
    return { messages: [...this.#items, ...begunMessage(this.#text)], complete: false }
  }

  /** The Responses API tells of each item when it is done: a call among them has its arguments. */
  #addRaw(raw: unknown): void {
    this.#isHeard = true
    // Of a stream of Chat Completions that just stops the SDK makes a whole answer.
    const [choice] = isRecord(raw) ? listOf(raw['choices']) : []
    if (isRecord(choice)) this.#isCut = typeof choice['finish_reason'] !== 'string'
    if (!isRecord(raw) || raw['type'] !== 'response.output_item.done' || !isRecord(raw['item'])) return
    this.#items.push(raw['item'])
    if (raw['item']['type'] === 'message') this.#text = ''
  }
}

/** A whole answer, as the items that the runner sends back. */
export function answerOf(output: readonly unknown[], responseID: string | undefined): Answer {
  return { messages: toResponses(output), complete: true, ...(responseID !== undefined && { responseID }) }
}
