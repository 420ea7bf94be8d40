import type { Model } from '@openai/agents'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Answer } from '../wire/answer.ts'
import { begunMessage } from '../wire/begun-message.ts'
import { toResponses } from './protocol-items.ts'

export type StreamEvent = ReturnType<Model['getStreamedResponse']> extends AsyncIterable<infer Event> ? Event : never

/** Collects the answer in a model's events: complete with the last event, until then the finished items and the text behind them. */
export class HeardEvents {
  readonly #items: unknown[] = []
  #text = ''
  #whole: Answer | undefined
  /** Chunks of Chat Completions have come, none of them with a finish reason. */
  #isCut = false
  /** Raw events of the API have come; some models emit none. */
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

  /** The Responses API sends each finished item as an event: a call in it has its arguments. */
  #addRaw(raw: unknown): void {
    this.#isHeard = true
    // The SDK makes a complete answer even of a Chat Completions stream that just stops.
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
