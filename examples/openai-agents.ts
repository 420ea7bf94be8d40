/**
 * A runner of the OpenAI Agents SDK: items whose tool call was never answered are refused without the filter, and answered with it.
 *
 * Run: node examples/openai-agents.ts
 */
import { Agent, type AgentInputItem, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { sessionRecovery } from 'session-recovery/openai-agents'
import { createResponsesEmulator } from 'session-recovery/testing'

setTracingDisabled(true)
const emulator = createResponsesEmulator()
const server = await emulator.listen()
const openAIClient = new OpenAI({ apiKey: 'example', baseURL: `${server.url}/v1`, maxRetries: 0 })
const modelProvider = new OpenAIProvider({ openAIClient, useResponses: true })

const listFiles = tool({
  name: 'list_files',
  description: 'Lists files.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  strict: false,
  execute: () => 'a.txt',
})
const agent = new Agent({ name: 'example', model: 'gpt-5', tools: [listFiles] })
const items: AgentInputItem[] = [
  { role: 'user', content: 'Which files are there?' },
  { type: 'function_call', callId: 'call_1', name: 'list_files', arguments: '{}', status: 'completed' },
  { role: 'user', content: 'Hello? Did you stop?' },
]

try {
  const refusal = await new Runner({ modelProvider }).run(agent, items).catch((error: unknown) => error)
  console.log(`before: ${refusal instanceof Error ? refusal.message : 'accepted'}`)
  const onRepair = ({ faults }: { faults: readonly { type: string }[] }): void =>
    console.log(`repaired: ${faults.map(({ type }) => type).join(', ')}`)
  const runner = new Runner({ modelProvider, ...sessionRecovery({ onRepair }) })
  const { finalOutput } = await runner.run(agent, items)
  console.log(`after: ${finalOutput}`)
  if (!(refusal instanceof Error) || !finalOutput) throw new Error('Expected a refusal, then an answer.')
} finally {
  await server.close()
}
