import { isRecord } from '../../json/is-record.ts'
import type { Answer, AnswerBuilder, AnswerReader } from './answer.ts'

type Part = Record<string, unknown>

/** generateContent: the first candidate. Each event is a response of its own, with some more parts. */
export const geminiAnswer: AnswerReader = {
  whole(body) {
    const builder = new ContentBuilder()
    // Without `alt=sse`, streamGenerateContent answers with an array of responses.
    for (const response of Array.isArray(body) ? body : [body]) builder.add(response)
    return builder.answer()
  },
  build: () => new ContentBuilder(),
}

class ContentBuilder implements AnswerBuilder {
  readonly #parts: Part[] = []
  #complete = false

  add(event: unknown): void {
    const candidates = isRecord(event) && Array.isArray(event['candidates']) ? event['candidates'] : []
    const [candidate] = candidates
    if (!isRecord(candidate)) return
    if (typeof candidate['finishReason'] === 'string') this.#complete = true
    const content = candidate['content']
    const parts = isRecord(content) && Array.isArray(content['parts']) ? content['parts'] : []
    for (const part of parts) if (isRecord(part)) this.#append(part)
  }

  answer(): Answer {
    const messages = this.#parts.length > 0 ? [{ role: 'model', parts: this.#parts }] : []
    return { messages, complete: this.#complete }
  }

  /** Text continues the part before, unless a signature stands between: a signature belongs to the part that it came with. */
  #append(part: Part): void {
    const last = this.#parts.at(-1)
    if (last && isPlainText(last) && isPlainText(part) && last['thought'] === part['thought'])
      last['text'] = String(last['text']) + String(part['text'])
    else this.#parts.push({ ...part })
  }
}

function isPlainText(part: Part): boolean {
  return typeof part['text'] === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought')
}
