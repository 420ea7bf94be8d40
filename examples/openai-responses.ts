/**
 * The official OpenAI client with the Responses API: a list whose function call never got its output is refused without the
 * adapter, and answered with it.
 *
 * Run: node examples/openai-responses.ts
 */
import OpenAI, { BadRequestError } from 'openai'
import { sessionRecovery } from 'session-recovery/openai'
import { createResponsesEmulator } from 'session-recovery/testing'

const emulator = createResponsesEmulator()
const server = await emulator.listen()
const options = { apiKey: 'example', baseURL: `${server.url}/v1`, maxRetries: 0 }

const client = new OpenAI(options)
const recovering = new OpenAI({
  ...options,
  ...sessionRecovery({
    onRepair: ({ faults, loss }) => console.log(`repair: ${faults.map(({ type }) => type).join()} (loss: ${loss})`),
  }),
})

/** The process died while the tool ran; then the user wrote again. */
const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
  model: 'gpt-5',
  store: false,
  tools: [{ type: 'function', name: 'list_files', parameters: { type: 'object', properties: {} }, strict: false }],
  input: [
    { role: 'user', content: 'Which files are there?' },
    { type: 'function_call', call_id: 'call_1', name: 'list_files', arguments: '{}' },
    { role: 'user', content: 'Hello? Did you stop?' },
  ],
}

try {
  const refusal = await client.responses.create(body).catch((error: unknown) => error)
  console.log(`before: ${refusal instanceof Error ? refusal.message : 'accepted'}`)
  const { output_text: text } = await recovering.responses.create(body)
  console.log(`after: ${text}`)
  if (!(refusal instanceof BadRequestError) || text === '') throw new Error('Expected a refusal, then an answer.')
} finally {
  await server.close()
}
