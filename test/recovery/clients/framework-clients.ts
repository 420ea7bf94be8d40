import { createAnthropic } from '@ai-sdk/anthropic'
import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import {
  convertToModelMessages,
  generateText,
  jsonSchema,
  type ModelMessage,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { createAgent } from 'langchain'
import { repairModelMessages, repairUIMessages, sessionRecovery as onAiSdk } from '../../../src/ai-sdk.ts'
import { recoveringModel, sessionRecovery as onLangchain } from '../../../src/langchain.ts'
import { aiSdkKit, createAnthropicEmulator, type Kit, langchainKit, uiMessagesKit } from '../../../src/testing.ts'
import type { RealClient } from './real-client.ts'

const schema = { type: 'object' as const, properties: {} }
const toolNames = ['read_file', 'search']
const claude = 'claude-opus-4-6'

const aiSdkTools = Object.fromEntries(
  toolNames.map((name) => [name, { inputSchema: jsonSchema<object>(schema), execute: async () => 'found' }]),
)

function byAiSdk(url: string, messages: ModelMessage[]): Promise<unknown> {
  const model = createAnthropic({ apiKey: 'test', baseURL: `${url}/v1` })(claude)
  const guarded = wrapLanguageModel({ model, middleware: onAiSdk({ allow: 'lossy' }) })
  return generateText({ model: guarded, tools: aiSdkTools, messages, maxRetries: 0, allowSystemInMessages: true })
}

const langchainTools = toolNames.map((name) => tool(() => 'found', { name, description: name, schema }))

const chatAnthropic = (anthropicApiUrl: string): ChatAnthropic =>
  new ChatAnthropic({ model: claude, apiKey: 'test', anthropicApiUrl, maxRetries: 0, maxTokens: 100 })

/** What LangChain makes messages of before any middleware or model sees them. */
const uncoerced = {
  'call-is-null': "Cannot read properties of null (reading 'id')",
  'unknown-role': 'Unable to coerce message from array',
}

const frameworks: readonly RealClient<never[]>[] = [
  {
    name: 'the AI SDK with model messages',
    kit: aiSdkKit as Kit,
    // The package of Anthropic knows no bytes of an unknown kind, and leaves out what a search gave back as text.
    suits: (messages) =>
      !/application\/octet-stream|"web_search","output":\{"type":"(?!json|error-json)/.test(JSON.stringify(messages)),
    send: (url, messages) => byAiSdk(url, repairModelMessages<ModelMessage>(messages, { allow: 'lossy' })),
  },
  {
    name: 'the AI SDK with UI messages',
    kit: uiMessagesKit as Kit,
    send: async (url, messages) =>
      byAiSdk(url, await convertToModelMessages(repairUIMessages<UIMessage>(messages, { allow: 'lossy' }))),
  },
  {
    name: 'an agent of LangChain',
    kit: langchainKit as Kit,
    unsent: { ...uncoerced, 'removal-in-history': "Attempting to delete a message with an ID that doesn't exist" },
    send: (url, messages) =>
      createAgent({
        model: chatAnthropic(url),
        tools: langchainTools,
        middleware: [onLangchain({ allow: 'lossy' })],
      }).invoke({ messages }),
  },
  {
    name: 'a recovering model of LangChain',
    kit: langchainKit as Kit,
    unsent: uncoerced,
    send: (url, messages: BaseMessage[]) =>
      recoveringModel(chatAnthropic(url), { allow: 'lossy' }).bindTools(langchainTools).invoke(messages),
  },
]

/** All of them over Anthropic, the strictest of the providers. */
export const frameworkClients: readonly RealClient[] = frameworks.map((client): RealClient => ({
  ...(client as unknown as RealClient),
  emulator: createAnthropicEmulator,
}))
