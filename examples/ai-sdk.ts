/**
 * The AI SDK with recovery: a stored chat is repaired before it is converted, and a language model middleware repairs what
 * the provider refuses.
 *
 * Run: node examples/ai-sdk.ts
 */
import { createAnthropic } from '@ai-sdk/anthropic'
import { convertToModelMessages, generateText, jsonSchema, type UIMessage, wrapLanguageModel } from 'ai'
import { repairUIMessages, sessionRecovery } from 'session-recovery/ai-sdk'
import { createAnthropicEmulator } from 'session-recovery/testing'

const emulator = createAnthropicEmulator()
const server = await emulator.listen()
const anthropic = createAnthropic({ apiKey: 'example', baseURL: `${server.url}/v1` })
const model = wrapLanguageModel({ model: anthropic('claude-opus-4-6'), middleware: sessionRecovery() })
const tools = { list_files: { inputSchema: jsonSchema({ type: 'object' }), execute: () => 'notes.txt' } }

/** The process died while the tool ran, and one answer is nothing but white space. */
const chat: UIMessage[] = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'text', text: '  ' },
      { type: 'text', text: 'Hi.' },
    ],
  },
  { id: '3', role: 'user', parts: [{ type: 'text', text: 'Which files are there?' }] },
  {
    id: '4',
    role: 'assistant',
    parts: [{ type: 'tool-list_files', toolCallId: 'toolu_1', state: 'input-available', input: {} }],
  },
  { id: '5', role: 'user', parts: [{ type: 'text', text: 'Hello? Did you stop?' }] },
]

try {
  emulator.respondWith({ text: 'I was interrupted. Shall I list them again?' })
  const before = await generateText({ model, tools, messages: await convertToModelMessages(chat), maxRetries: 0 }).then(
    () => 'accepted',
    (error: Error) => error.message,
  )
  console.log(`before: ${before}`)

  const repaired = repairUIMessages(chat, {
    onRepair: ({ faults, loss }) =>
      console.log(`repair: ${faults.map((fault) => fault.type).join(', ')} (loss: ${loss})`),
  })
  console.log(JSON.stringify(repaired[3]?.parts[0], null, 2))
  const { text } = await generateText({ model, tools, messages: await convertToModelMessages(repaired), maxRetries: 0 })
  console.log(`after: ${text}`)
  if (before === 'accepted' || emulator.requests.some(({ status }) => status !== 200))
    throw new Error('Expected an error before the repair, and none after it.')
} finally {
  await server.close()
}
