import type { Format, RequestBody } from '../format.ts'
import { providerApi } from '../provider-rules.ts'
import { baseFormat } from './base-format.ts'
import { forAnthropic } from './for-anthropic.ts'
import { forConverse } from './for-converse.ts'
import { forGoogle } from './for-google.ts'
import { forChat, forOpenAI, forResponses } from './for-openai.ts'
import { forGroq, forMistral, forOllama } from './for-vendors.ts'
import { areStored, isStored } from './message-fields.ts'
import { meantRole } from './message-mends.ts'
import { askedOf, isGenai } from './rules.ts'

/** Messages of @langchain/core 1: class instances, and every other form that LangChain coerces into them. */
export const langchain: Format = {
  ...baseFormat,
  bind: (messages, request) => (areMixed(messages) ? amongSent(readerOf(request)) : readerOf(request)),
}

/** A list of stored messages is read by what loads it; among others that is nobody. */
function areMixed(messages: readonly unknown[]): boolean {
  for (const raw of messages) if (isStored(raw)) return !areStored(messages)
  return false
}

function amongSent(format: Format): Format {
  return {
    ...format,
    meantFields: (message, ...context) => ({ ...format.meantFields?.(message, ...context), ...meantRole(message) }),
    reader: () => null,
  }
}

/** Who reads the messages otherwise than the others do. */
function readerOf(request: RequestBody): Format {
  const asked = askedOf(request)
  switch (providerApi(asked)) {
    case 'messages':
      return forAnthropic
    case 'converse':
      return forConverse
    case 'gemini':
      return isGenai(asked) ? forGoogle : baseFormat
    case 'responses':
      return forResponses
    case 'chat':
      return asked === request ? forOpenAI : forChat
    case 'mistral':
      return forMistral
    case 'groq':
      return forGroq
    case 'ollama':
      return forOllama
    default:
      return baseFormat
  }
}
