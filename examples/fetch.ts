/**
 * A wrapped `fetch`: the same broken request is refused without it and answered with it, by any client that takes a `fetch`.
 *
 * Run: node examples/fetch.ts
 */
import { recoveringFetch } from 'session-recovery/fetch'
import { createAnthropicEmulator } from 'session-recovery/testing'

const emulator = createAnthropicEmulator()
const server = await emulator.listen()

const body = JSON.stringify({
  model: 'claude-opus-4-6',
  max_tokens: 500,
  tools: [{ name: 'list_files', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Which files are there?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'list_files', input: {} }] },
    { role: 'user', content: 'Hello? Did you stop?' },
  ],
})
const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'example' }

const recovering = recoveringFetch({
  onRepair: ({ outcome, faults, loss }) =>
    console.log(`${outcome}: ${faults.map(({ type }) => type).join(', ')} (loss: ${loss})`),
})(fetch)

try {
  const url = `${server.url}/v1/messages`
  const before = await fetch(url, { method: 'POST', headers, body })
  console.log(`before: ${before.status}`)
  const after = await recovering(url, { method: 'POST', headers, body })
  console.log(`after: ${after.status}`)
  if (before.status !== 400 || after.status !== 200) throw new Error('Expected a refusal before, and an answer after.')
} finally {
  await server.close()
}
