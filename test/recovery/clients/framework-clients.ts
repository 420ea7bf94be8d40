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
import { aiSdkKit, type Kit, langchainKit, uiMessagesKit } from '../../../src/testing.ts'
import { type ModelProvider, modelProviders } from './model-provider.ts'
import type { RealClient } from './real-client.ts'

const schema = { type: 'object' as const, properties: {} }
const toolNames = ['read_file', 'search']

const aiSdkTools = Object.fromEntries(
  toolNames.map((name) => [name, { inputSchema: jsonSchema<object>(schema), execute: async () => 'found' }]),
)

const langchainTools = toolNames.map((name) => tool(() => 'found', { name, description: name, schema }))

/** What LangChain makes messages of before any middleware or model sees them. */
const uncoerced = {
  'call-is-null': "Cannot read properties of null (reading 'id')",
  'no-list-beside-raw-calls': "Cannot read properties of null (reading 'length')",
  'unknown-role': 'Unable to coerce message from array',
}

/**
 * The packages of the providers know no bytes of an unknown kind, and some fetch an address themselves; what was approved last, `ai` runs
 * before it sends anything. What a search gave back as text the package for Claude leaves out with a warning; of JSON that is no list of
 * its results it throws itself (`validateTypes`) while it writes the request, behind every middleware, and other providers accept it.
 */
function suits(messages: readonly unknown[]): boolean {
  const isUnsuited = /application\/octet-stream|"web_search","output":\{"type":"(?!error-json)|example\.com\/a\.pdf/
  const last = JSON.stringify(messages.at(-1))
  return !isUnsuited.test(JSON.stringify(messages)) && !/approval-respon/.test(last)
}

function clientsOver({ emulator, name, ofAiSdk, ofLangchain }: ModelProvider): readonly RealClient<never[]>[] {
  const byAiSdk = (url: string, messages: ModelMessage[]): Promise<unknown> => {
    const model = wrapLanguageModel({ model: ofAiSdk(url), middleware: onAiSdk({ allow: 'lossy' }) })
    return generateText({ model, tools: aiSdkTools, messages, maxRetries: 0, allowSystemInMessages: true })
  }
  return [
    {
      name: `the AI SDK with model messages over ${name}`,
      emulator,
      kit: aiSdkKit as Kit,
      suits,
      send: (url, messages) => byAiSdk(url, repairModelMessages<ModelMessage>(messages, { allow: 'lossy' })),
    },
    {
      name: `the AI SDK with UI messages over ${name}`,
      emulator,
      kit: uiMessagesKit as Kit,
      suits,
      send: async (url, messages) =>
        byAiSdk(url, await convertToModelMessages(repairUIMessages<UIMessage>(messages, { allow: 'lossy' }))),
    },
    {
      name: `an agent of LangChain over ${name}`,
      emulator,
      kit: langchainKit as Kit,
      unsent: { ...uncoerced, 'removal-in-history': "Attempting to delete a message with an ID that doesn't exist" },
      send: (url, messages) =>
        createAgent({
          model: ofLangchain(url),
          tools: langchainTools,
          middleware: [onLangchain({ allow: 'lossy' })],
        }).invoke({ messages }),
    },
    {
      name: `a recovering model of LangChain over ${name}`,
      emulator,
      kit: langchainKit as Kit,
      unsent: uncoerced,
      send: (url, messages: BaseMessage[]) =>
        recoveringModel(ofLangchain(url), { allow: 'lossy' }).bindTools!(langchainTools).invoke(messages),
    },
  ]
}

/** Every framework over every provider that it has a package for. */
export const frameworkClients: readonly RealClient[] = modelProviders.flatMap(
  (provider) => clientsOver(provider) as unknown as readonly RealClient[],
)
