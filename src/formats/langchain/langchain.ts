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

/** Whether stored messages are mixed with others: only a list that is stored as a whole gets loaded. */
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

/** The format for the package that will send the messages. */
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
