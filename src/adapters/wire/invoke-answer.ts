import { isRecord } from '../../json/is-record.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { anthropicAnswer } from './anthropic-answer.ts'
import type { AnswerReader } from './answer.ts'

/** InvokeModel of Bedrock: the answer of the model's own API; in a stream each frame holds one event as base64. */
export const invokeAnswer: AnswerReader = {
  whole: anthropicAnswer.whole,
  build: () => {
    const builder = anthropicAnswer.build()
    return { add: (frame) => builder.add(eventIn(frame)), answer: () => builder.answer() }
  },
}

/** The event of the model's own API in a frame; undefined where there is none. */
export function eventIn(frame: unknown): unknown {
  const chunk = isRecord(frame) ? frame['chunk'] : undefined
  const bytes = isRecord(chunk) ? chunk['bytes'] : undefined
  return typeof bytes === 'string' ? parsedJson(Buffer.from(bytes, 'base64').toString('utf8')) : undefined
}
