import type { FormatName } from '../../formats/format-name.ts'
import { anthropicAnswer } from './anthropic-answer.ts'
import type { AnswerReader } from './answer.ts'
import { awsEventStream } from './aws-event-stream.ts'
import { bedrockAnswer } from './bedrock-answer.ts'
import type { EventDecoder } from './event-decoder.ts'
import { geminiAnswer } from './gemini-answer.ts'
import { invokeAnswer } from './invoke-answer.ts'
import { openAIChatAnswer } from './openai-chat-answer.ts'
import { openAIResponsesAnswer } from './openai-responses-answer.ts'
import { serverSentEvents } from './server-sent-events.ts'

/** One endpoint that takes a conversation. */
export interface Endpoint {
  /** Matches the end of the URL's path, whatever the base URL. A group `model` gives the model when the body does not name it. */
  readonly path: RegExp
  readonly format: FormatName
  readonly answers: AnswerReader
  /** Where beta values that a repair needs are added: a header, or a field of the body. */
  readonly betaHeader?: string
  readonly betaField?: string
  /** A field that bodies of this format have, and those of other vendors behind the same path lack. */
  readonly markField?: string
}

/** The endpoints that are recognised; everything else passes untouched. The body must hold the format's list of messages too. */
export const endpoints: readonly Endpoint[] = [
  {
    path: /\/v1\/messages$/,
    format: 'anthropic-messages',
    answers: anthropicAnswer,
    betaHeader: 'anthropic-beta',
  },
  {
    path: /\/publishers\/anthropic\/models\/(?!count-tokens:)(?<model>[^/:]+):(?:streamR|r)awPredict$/,
    format: 'anthropic-messages',
    answers: anthropicAnswer,
    // That server ignores a lone `anthropic_beta` field, but reads the header (https://github.com/BerriAI/litellm/pull/22321).
    betaHeader: 'anthropic-beta',
  },
  {
    path: /\/chat\/completions$|\/publishers\/mistralai\/models\/[^/:]+:(?:streamR|r)awPredict$/,
    format: 'openai-chat',
    answers: openAIChatAnswer,
  },
  { path: /\/responses$/, format: 'openai-responses', answers: openAIResponsesAnswer },
  {
    // Tuned models have collections of their own.
    path: /\/(?:models|tunedModels|endpoints)\/(?<model>[^/:]+):(?:streamGenerateContent|generateContent)$/,
    format: 'gemini',
    answers: geminiAnswer,
  },
  {
    path: /\/model\/(?<model>[^/]+)\/invoke(?:-with-response-stream)?$/,
    format: 'anthropic-messages',
    answers: invokeAnswer,
    betaField: 'anthropic_beta',
    markField: 'anthropic_version',
  },
  { path: /\/model\/(?<model>[^/]+)\/converse(?:-stream)?$/, format: 'bedrock-converse', answers: bedrockAnswer },
]

/** The decoders that split a stream into events, by media type. */
export const eventDecoders: Readonly<Record<string, () => EventDecoder>> = {
  'text/event-stream': serverSentEvents,
  'application/vnd.amazon.eventstream': awsEventStream,
}

/** `text/event-stream` of `Text/Event-Stream; charset=utf-8`. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]!.trim().toLowerCase()
}

/** The endpoint that a path belongs to. */
export function findEndpoint(path: string): Endpoint | null {
  return endpoints.find((endpoint) => endpoint.path.test(path)) ?? null
}
