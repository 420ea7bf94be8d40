/**
 * The middleware on the official SDK: a broken history is repaired before it is sent, or after the provider has refused it, and
 * the application adopts the repair.
 *
 * Run: node examples/anthropic-middleware.ts
 */
import Anthropic from '@anthropic-ai/sdk'
import { createMemoryStore, type RecoveryReport } from 'session-recovery'
import { adoptRepair, sessionRecovery } from 'session-recovery/anthropic'
import { createAnthropicEmulator } from 'session-recovery/testing'

const emulator = createAnthropicEmulator()
const server = await emulator.listen()
const reports: RecoveryReport[] = []

const client = new Anthropic({
  apiKey: 'example',
  baseURL: server.url,
  middleware: [sessionRecovery({ store: createMemoryStore(), onRepair: (report) => reports.push(report) })],
})

let messages: Anthropic.MessageParam[] = [
  { role: 'user', content: 'Which files are there?' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'list_files', input: {} }] },
  { role: 'user', content: 'Hello? Did you stop?' },
]

try {
  emulator.respondWith({ text: 'I was interrupted. Shall I list them again?' })
  const answer = await client.messages.create({
    model: 'claude-opus-4-6',
    max_tokens: 500,
    tools: [{ name: 'list_files', input_schema: { type: 'object' } }],
    messages,
  })
  for (const report of reports) {
    console.log(`${report.outcome}: ${report.faults.map((fault) => fault.type).join(', ')} (loss: ${report.loss})`)
    messages = adoptRepair(messages, report)
  }
  console.log(JSON.stringify(messages[2], null, 2))
  console.log(answer.content.map((block) => (block.type === 'text' ? block.text : block.type)).join(''))
  if (reports.length !== 1 || emulator.requests.length !== 1) throw new Error('Expected one repair and one request.')
} finally {
  await server.close()
}
