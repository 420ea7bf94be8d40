/**
 * A LangChain agent with recovery: the broken messages of its thread are repaired and persisted once.
 *
 * Run: node examples/langchain.ts
 */
import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { sessionRecovery } from 'session-recovery/langchain'
import { createAnthropicEmulator } from 'session-recovery/testing'

const emulator = createAnthropicEmulator()
const server = await emulator.listen()
const model = new ChatAnthropic({
  model: 'claude-opus-4-6',
  apiKey: 'example',
  anthropicApiUrl: server.url,
  maxTokens: 500,
  maxRetries: 0,
})
const listFiles = tool(() => 'notes.txt', {
  name: 'list_files',
  description: 'Lists the files',
  schema: { type: 'object', properties: {} },
})
const thread = { configurable: { thread_id: 'example' } }

/** The process died while the tool ran; then the user wrote again. */
const interrupted = (): BaseMessage[] => [
  new HumanMessage('Which files are there?'),
  new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: 'toolu_1', name: 'list_files', args: {} }] }),
  new HumanMessage('Hello? Did you stop?'),
]

try {
  emulator.respondWith({ text: 'I was interrupted. Shall I list them again?' }, { text: 'Yes, still here.' })
  const before = await model
    .bindTools([listFiles])
    .invoke(interrupted())
    .then(
      () => 'accepted',
      (error: Error) => error.message.slice(0, 120),
    )
  console.log(`before: ${before}`)

  let repairs = 0
  const recovery = sessionRecovery({
    onRepair: ({ faults, loss }) => {
      repairs += 1
      console.log(`repair: ${faults.map((fault) => fault.type).join(', ')} (loss: ${loss})`)
    },
  })
  const agent = createAgent({ model, tools: [listFiles], checkpointer: new MemorySaver(), middleware: [recovery] })
  const first = await agent.invoke({ messages: interrupted() }, thread)
  for (const message of first.messages) console.log(`  ${message.getType()}: ${message.text}`)
  const second = await agent.invoke({ messages: [new HumanMessage('And now?')] }, thread)
  console.log(`after: ${second.messages.at(-1)?.text}`)
  if (before === 'accepted' || repairs !== 1) throw new Error('Expected an error before the repair, and one repair.')
} finally {
  await server.close()
}
