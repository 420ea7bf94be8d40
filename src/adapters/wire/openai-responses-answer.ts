import { isRecord } from '../../json/is-record.ts'
import type { Answer, AnswerBuilder, AnswerReader } from './answer.ts'
import { begunMessage } from './begun-message.ts'

/** Responses: the output items, ready to be sent back as input items. */
export const openAIResponsesAnswer: AnswerReader = {
  whole: (body) => toAnswer(isRecord(body) ? body : {}, []),
  build: () => new ResponseBuilder(),
}

/** A background response answers at once, without its items: nothing is complete then. */
const ended: ReadonlySet<unknown> = new Set(['completed', 'incomplete'])

/** Dropped reasoning is a loss, except at the end of a turn, where it is always dropped. */
const isLoss = (transformation: unknown): boolean =>
  isRecord(transformation) && transformation['reason'] !== 'turn_boundary'

function toAnswer(response: Record<string, unknown>, items: readonly unknown[]): Answer {
  const { id, input_transformations: transformations, output, status } = response
  const listed: readonly unknown[] = Array.isArray(output) && output.length > 0 ? output : items
  return {
    messages: listed,
    complete: ended.has(status),
    ...(typeof id === 'string' && { responseID: id }),
    ...(Array.isArray(transformations) && { transformations: transformations.filter(isLoss) }),
  }
}

/**
 * The last event carries the whole response; some backends leave its items out, so they are collected as they are done, and the text
 * of one that is not for an answer that is cut.
 */
class ResponseBuilder implements AnswerBuilder {
  readonly #items: unknown[] = []
  #text = ''
  #response: Record<string, unknown> = {}

  add(event: unknown): void {
    if (!isRecord(event)) return
    if (event['type'] === 'response.output_text.delta') this.#text += String(event['delta'])
    if (event['type'] === 'response.output_item.done') {
      this.#items.push(event['item'])
      this.#text = ''
    }
    if (isRecord(event['response'])) this.#response = event['response']
  }

  answer(): Answer {
    return toAnswer(this.#response, [...this.#items, ...begunMessage(this.#text)])
  }
}
