/**
 * The Bedrock runtime client: a conversation whose tool never answered is refused without the middleware, and answered with it.
 *
 * Run: node examples/bedrock.ts
 */
import { BedrockRuntimeClient, ConverseCommand, type ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime'
import { sessionRecovery } from 'session-recovery/bedrock'
import { createConverseEmulator } from 'session-recovery/testing'

const emulator = createConverseEmulator()
const server = await emulator.listen()

interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Carries requests to the emulator: the client's own handler speaks nothing but HTTP/2. */
const requestHandler = {
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async ({ method, path, headers, body }: Outgoing) => {
    const answer = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) })
    const response = { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body }
    return { response }
  },
}

function createClient(): BedrockRuntimeClient {
  const credentials = { accessKeyId: 'example', secretAccessKey: 'example' }
  const handler = requestHandler as never
  return new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials,
    endpoint: server.url,
    maxAttempts: 1,
    requestHandler: handler,
  })
}

const input: ConverseCommandInput = {
  modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  toolConfig: { tools: [{ toolSpec: { name: 'list_files', inputSchema: { json: { type: 'object' } } } }] },
  messages: [
    { role: 'user', content: [{ text: 'Which files are there?' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'list_files', input: {} } }] },
    { role: 'user', content: [{ text: 'Hello? Did you stop?' }] },
  ],
}

try {
  const refusal = await createClient()
    .send(new ConverseCommand(input))
    .catch((error: unknown) => error)
  console.log(`before: ${refusal instanceof Error ? refusal.message : 'accepted'}`)
  const client = createClient()
  client.middlewareStack.use(
    sessionRecovery({
      onRepair: ({ faults }) => console.log(`repaired: ${faults.map(({ type }) => type).join(', ')}`),
    }),
  )
  const { output } = await client.send(new ConverseCommand(input))
  console.log(`after: ${output?.message?.content?.[0]?.text}`)
  if (!(refusal instanceof Error) || !output?.message) throw new Error('Expected a refusal, then an answer.')
} finally {
  await server.close()
}
