import { Agent, type AgentInputItem, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents'
import OpenAI from 'openai'
import { fromResponses } from '../../../src/adapters/openai-agents/protocol-items.ts'
import { sessionRecovery as onOpenAI } from '../../../src/openai.ts'
import { sessionRecovery as onAgents } from '../../../src/openai-agents.ts'
import { generateResponsesTranscript, type Kit, openaiResponsesKit } from '../../../src/testing.ts'
import type { RealClient } from './real-client.ts'

setTracingDisabled(true)

/** What the agents SDK has items for, and all of it in the list. */
const kit: Kit = {
  ...(openaiResponsesKit as Kit),
  generate: (options) =>
    generateResponsesTranscript({ ...options, store: false, features: ['chat', 'tools', 'thinking', 'interrupted'] }),
}

/** The SDK's own items know no custom tools and local shells. */
const suits: RealClient['suits'] = ({ input }) =>
  (input as Record<string, unknown>[]).every(({ type }) => !/^(?:custom|local)_/.test(String(type)))

/** Both halves that the adapter asks for: the runner's filter before a call, the client's `fetch` after a refusal. */
export const agentsClient: RealClient = {
  name: 'an agent of OpenAI Agents',
  kit,
  unsent: { 'null-item': "Cannot read properties of null (reading 'type')" },
  suits,
  send: (url, { input, request }) => {
    const openAIClient = new OpenAI({
      apiKey: 'test',
      baseURL: `${url}/v1`,
      maxRetries: 0,
      ...onOpenAI({ allow: 'lossy', dialect: 'openai' }),
    })
    const runner = new Runner({
      ...onAgents({ allow: 'lossy' }),
      modelProvider: new OpenAIProvider({ openAIClient, useResponses: true }),
    })
    const agent = new Agent({ name: 'tester', model: String(request['model']), modelSettings: { store: false } })
    return runner.run(agent, fromResponses(input) as AgentInputItem[])
  },
}
