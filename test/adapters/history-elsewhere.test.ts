import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, jsonSchema, type ModelMessage, type ToolSet, tool, wrapLanguageModel } from 'ai'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionRecovery } from '../../src/ai-sdk.ts'
import { recoveringModel } from '../../src/langchain.ts'
import { createResponsesEmulator, type ResponsesEmulator } from '../../src/testing.ts'
import { historyElsewhere } from '../../src/adapters/shared/history-elsewhere.ts'

const outcomes: string[] = []
const onRepair = ({ outcome }: { readonly outcome: string }): void => void outcomes.push(outcome)
beforeEach(() => void outcomes.splice(0))

/** Asks, and answers the call of the response by its id alone. */
const clients: Readonly<Record<string, (url: string) => Promise<string>>> = {
  'the AI SDK': async (url) => {
    const inner = createOpenAI({ apiKey: 'k', baseURL: `${url}/v1` }).responses('gpt-5')
    const model = wrapLanguageModel({ model: inner, middleware: sessionRecovery({ onRepair }) })
    const tools: ToolSet = { look: tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }) }
    const asked = { model, tools, maxRetries: 0, system: 'Be kind.' }
    const first = await generateText({ ...asked, prompt: 'Look.' })
    const output = { type: 'text' as const, value: 'Seen.' }
    const { toolCallId } = first.toolCalls[0]!
    const messages: ModelMessage[] = [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }] },
    ]
    const providerOptions = { openai: { previousResponseId: first.response.id } }
    return (await generateText({ ...asked, messages, providerOptions })).text
  },
  LangChain: async (url) => {
    const configuration = { baseURL: `${url}/v1` }
    const inner = new ChatOpenAI({ model: 'gpt-5', apiKey: 'k', maxRetries: 0, useResponsesApi: true, configuration })
    const model = recoveringModel(inner, { onRepair })
    const look = {
      type: 'function' as const,
      function: { name: 'look', parameters: { type: 'object', properties: {} } },
    }
    const first = await model.invoke([new HumanMessage('Look.')], { tools: [look] })
    const result = new ToolMessage({ content: 'Seen.', tool_call_id: first.tool_calls![0]!.id! })
    const id = String(first.response_metadata['id'])
    return (await model.invoke([result], { previous_response_id: id })).text
  },
}

async function emulator(): Promise<[ResponsesEmulator, string]> {
  const api = createResponsesEmulator()
  api.respondWith({ calls: [{ name: 'look', arguments: '{}' }] }, { text: 'Done.' })
  const server = await api.listen()
  onTestFinished(() => server.close())
  return [api, server.url]
}

test.each(Object.entries(clients))(
  'with %s, a result whose call the server holds becomes a text',
  async (_what, ask) => {
    const [api, url] = await emulator()
    expect(await ask(url)).toBe('Done.')
    expect(outcomes).toEqual([])
    expect(JSON.stringify(api.requests[1]!.body)).toContain('function_call_output')
  },
)

test('what begins with an answer gets a word of the user before it', async () => {
  const sent: string[] = []
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(String(init?.body))
    return Response.json({ error: { message: 'The server had an error.' } }, { status: 500 })
  }
  const inner = createOpenAI({ apiKey: 'k', fetch }).responses('gpt-5')
  const model = wrapLanguageModel({ model: inner, middleware: sessionRecovery({ onRepair }) })
  const messages: ModelMessage[] = [{ role: 'assistant', content: 'Noted.' }]
  const providerOptions = { openai: { conversation: 'conv_1' } }
  await expect(generateText({ model, messages, providerOptions, maxRetries: 0 })).rejects.toThrow('error')
  expect(sent[0]).toContain('Noted.')
  expect(sent[0]).not.toContain('session-recovery')
  expect(outcomes).toEqual([])
})

test.each([
  ['previousResponseId', false],
  ['previous_response_id', false],
  ['conversation', true],
  ['cachedContent', false],
] as const)('%s names no history elsewhere, or one that grows by itself where it does not', (name, grows) => {
  const roles = ['user', 'assistant', 'system', 'tool', 'unknown']
  expect(historyElsewhere(undefined, { [name]: 'id_1' })).toEqual({
    target: { rules: { historyElsewhere: true, firstRoles: roles } },
    continued: { id: 'id_1', grows, mayRepeat: true },
  })
  expect(historyElsewhere(undefined, { [name]: null })).toEqual({})
})
