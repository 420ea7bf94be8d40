/**
 * Tools that are recorded under the session of their request. An adapter cannot know whose conversation a request belongs to: you
 * name it once, around the turn, and both the client and the tools find the name there. The tool has run, the process dies before its
 * result is in the conversation, and the next request gets the real output, not a placeholder.
 *
 * Run: node examples/track-tool-calls.ts
 */
import Anthropic from '@anthropic-ai/sdk'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createMemoryStore, trackToolCall } from 'session-recovery'
import { sessionRecovery } from 'session-recovery/anthropic'
import { createAnthropicEmulator } from 'session-recovery/testing'

/** In a program: createSqliteStore('sessions.db'), which outlives the process. */
const store = createMemoryStore()
const conversation = new AsyncLocalStorage<string>()

const emulator = createAnthropicEmulator()
const server = await emulator.listen()
const client = new Anthropic({
  apiKey: 'example',
  baseURL: server.url,
  maxRetries: 0,
  middleware: [
    sessionRecovery({
      store,
      session: () => conversation.getStore(),
      onRepair: ({ faults, loss }) => console.log(`repair: ${faults.map(({ type }) => type).join()} (loss: ${loss})`),
    }),
  ],
})

const tools: Anthropic.Tool[] = [{ name: 'list_files', input_schema: { type: 'object' } }]
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Which files are there?' }]
const send = (): Promise<Anthropic.Message> =>
  client.messages.create({ model: 'claude-opus-4-6', max_tokens: 500, tools, messages: structuredClone(messages) })

try {
  emulator.respondWith({ toolUse: [{ name: 'list_files', input: {} }] }, { text: 'There is notes.txt.' })
  await conversation.run('user 7, chat 3', async () => {
    const { content } = await send()
    const call = content.find((block) => block.type === 'tool_use')
    if (call === undefined) throw new Error('Expected a call.')
    messages.push({ role: 'assistant', content })
    const { id: callId, input, name } = call
    await trackToolCall(store, { sessionID: conversation.getStore()!, callId, name, input }, () => 'notes.txt')
    // Here the process dies: the output is in the store, and not in the conversation.
  })

  messages.push({ role: 'user', content: 'Hello? Did you stop?' })
  await conversation.run('user 7, chat 3', send)
  const sent = JSON.stringify(emulator.requests.at(-1)?.body)
  console.log(`the model was told: ${sent.includes('"content":"notes.txt"') ? 'notes.txt' : 'a placeholder'}`)
  if (!sent.includes('notes.txt')) throw new Error('Expected the recorded output.')
} finally {
  await server.close()
}
