import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAI } from '@langchain/openai'
import type { wrapLanguageModel } from 'ai'
import {
  createAnthropicEmulator,
  createOpenAIChatEmulator,
  createResponsesEmulator,
  type Emulator,
} from '../../../src/testing.ts'

/** A provider behind a framework: its emulator, and the framework's own packages for it. */
export interface ModelProvider {
  readonly name: string
  readonly emulator: () => Emulator
  readonly ofAiSdk: (url: string) => Parameters<typeof wrapLanguageModel>[0]['model']
  readonly ofLangchain: (url: string) => BaseChatModel
}

const apiKey = 'test'
const claude = 'claude-opus-4-6'
const gpt = 'gpt-5'

const openAI = (url: string): ReturnType<typeof createOpenAI> => createOpenAI({ apiKey, baseURL: `${url}/v1` })

const chatOpenAI = (url: string, useResponsesApi: boolean): BaseChatModel =>
  new ChatOpenAI({ model: gpt, apiKey, useResponsesApi, maxRetries: 0, configuration: { baseURL: `${url}/v1` } })

/** Each demands other things of the same conversation; Anthropic is the strictest of them. */
export const modelProviders: readonly ModelProvider[] = [
  {
    name: 'Anthropic',
    emulator: createAnthropicEmulator,
    ofAiSdk: (url) => createAnthropic({ apiKey, baseURL: `${url}/v1` })(claude),
    ofLangchain: (anthropicApiUrl) =>
      new ChatAnthropic({ model: claude, apiKey, anthropicApiUrl, maxRetries: 0, maxTokens: 100 }),
  },
  {
    name: 'OpenAI Chat',
    emulator: createOpenAIChatEmulator,
    ofAiSdk: (url) => openAI(url).chat(gpt),
    ofLangchain: (url) => chatOpenAI(url, false),
  },
  {
    name: 'OpenAI Responses',
    emulator: createResponsesEmulator,
    ofAiSdk: (url) => openAI(url).responses(gpt),
    ofLangchain: (url) => chatOpenAI(url, true),
  },
]
