/**
 * The official Gemini client: a history whose call was never answered is refused without the adapter, and streams with it.
 *
 * Run: node examples/google.ts
 */
import { ApiError, type GenerateContentParameters, GoogleGenAI } from '@google/genai'
import { sessionRecovery } from 'session-recovery/google'
import { createGeminiEmulator } from 'session-recovery/testing'

const emulator = createGeminiEmulator()
const server = await emulator.listen()
const repairs: string[] = []

const plain = new GoogleGenAI({ apiKey: 'example', httpOptions: { baseUrl: server.url } })
const recovery = sessionRecovery({ onRepair: ({ faults }) => repairs.push(...faults.map(({ type }) => type)) })
const recovering = new GoogleGenAI({ apiKey: 'example', httpOptions: { baseUrl: server.url, ...recovery } })

const request: GenerateContentParameters = {
  model: 'gemini-2.5-flash',
  config: { tools: [{ functionDeclarations: [{ name: 'list_files' }] }] },
  contents: [
    { role: 'user', parts: [{ text: 'Which files are there?' }] },
    { role: 'model', parts: [{ functionCall: { name: 'list_files', args: {} } }] },
    { role: 'user', parts: [{ text: 'Hello? Did you stop?' }] },
  ],
}

try {
  const refusal = await plain.models.generateContent(request).catch((error: unknown) => error)
  console.log(`before: ${refusal instanceof ApiError ? refusal.status : 'accepted'}`)
  let text = ''
  for await (const part of await recovering.models.generateContentStream(request)) text += part.text ?? ''
  console.log(`after: ${text} (repaired: ${repairs.join(', ')})`)
  if (!(refusal instanceof ApiError) || text === '') throw new Error('Expected a refusal, then a stream.')
} finally {
  await server.close()
}
