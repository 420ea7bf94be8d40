import { isRecord } from '../../json/is-record.ts'
import { anthropicAnswer } from './anthropic-answer.ts'
import type { AnswerReader } from './answer.ts'

/** InvokeModel of Bedrock: the answer of the model's own API, its events one in each frame, as base64. */
export const invokeAnswer: AnswerReader = {
  whole: anthropicAnswer.whole,
  build: () => {
    const builder = anthropicAnswer.build()
    return { add: (frame) => builder.add(eventIn(frame)), answer: () => builder.answer() }
  },
}

function eventIn(frame: unknown): unknown {
  const chunk = isRecord(frame) ? frame['chunk'] : undefined
  const bytes = isRecord(chunk) ? chunk['bytes'] : undefined
  // What is no JSON throws, and the tap that listens passes it over.
  return typeof bytes === 'string' ? JSON.parse(Buffer.from(bytes, 'base64').toString('utf8')) : undefined
}
