/**
 * The official OpenAI client: a chat whose tool never answered is refused without the adapter, and streams with it.
 *
 * Run: node examples/openai.ts
 */
import OpenAI, { BadRequestError } from 'openai'
import { sessionRecovery } from 'session-recovery/openai'
import { createOpenAIChatEmulator } from 'session-recovery/testing'

const emulator = createOpenAIChatEmulator()
const server = await emulator.listen()
const options = { apiKey: 'example', baseURL: `${server.url}/v1`, maxRetries: 0 }
const repairs: string[] = []

const client = new OpenAI(options)
const recovering = new OpenAI({
  ...options,
  ...sessionRecovery({ onRepair: ({ faults }) => repairs.push(...faults.map(({ type }) => type)) }),
})

const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: 'gpt-5',
  tools: [{ type: 'function', function: { name: 'list_files', parameters: {} } }],
  messages: [
    { role: 'user', content: 'Which files are there?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'list_files', arguments: '{}' } }],
    },
    { role: 'user', content: 'Hello? Did you stop?' },
  ],
}

try {
  const refusal = await client.chat.completions.create(body).catch((error: unknown) => error)
  console.log(`before: ${refusal instanceof Error ? refusal.message : 'accepted'}`)
  const stream = await recovering.chat.completions.create({ ...body, stream: true })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  console.log(`after: ${text} (repaired: ${repairs.join(', ')})`)
  if (!(refusal instanceof BadRequestError) || text === '') throw new Error('Expected a refusal, then a stream.')
} finally {
  await server.close()
}
