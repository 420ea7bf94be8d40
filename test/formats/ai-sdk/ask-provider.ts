import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, type LanguageModel, type ModelMessage } from 'ai'
import { judgeAnthropicRequest, judgeOpenAIChatRequest, judgeResponsesRequest } from '../../../src/testing.ts'

/** APIs behind the AI SDK, each with what its model says of itself. */
export const apis = {
  claude: { provider: 'anthropic.messages', model: 'claude-sonnet-4-5' },
  'new claude': { provider: 'anthropic.messages', model: 'claude-opus-4-8' },
  chat: { provider: 'openai.chat', model: 'gpt-4o' },
  responses: { provider: 'openai.responses', model: 'gpt-4o' },
} as const

export type Api = keyof typeof apis

const judges: Readonly<Record<Api, (body: unknown) => { status: number; body?: unknown }>> = {
  claude: (body) => judgeAnthropicRequest(body),
  'new claude': (body) => judgeAnthropicRequest(body),
  chat: (body) => judgeOpenAIChatRequest(body),
  responses: (body) => judgeResponsesRequest(body),
}

type Fetch = typeof fetch

function modelOf(api: Api, fetch: Fetch): LanguageModel {
  const { model } = apis[api]
  if (api === 'chat') return createOpenAI({ apiKey: 'test', fetch }).chat(model)
  if (api === 'responses') return createOpenAI({ apiKey: 'test', fetch }).responses(model)
  return createAnthropic({ apiKey: 'test', fetch })(model)
}

/** Sends messages with `ai` and the real package of the provider: what refuses them, or throws; null when they are taken. */
export async function askProvider(api: Api, messages: readonly unknown[]): Promise<string | null> {
  let told: string | null | undefined
  const judged: Fetch = async (_url, init) => {
    const { body, status } = judges[api](JSON.parse(String(init?.body)))
    told = status === 200 ? null : JSON.stringify(body)
    return Response.json({ error: { message: 'heard' } }, { status: 400 })
  }
  try {
    await generateText({
      model: modelOf(api, judged),
      messages: messages as ModelMessage[],
      tools: { read: { inputSchema: jsonSchema({ type: 'object' }) } },
      allowSystemInMessages: true,
      maxRetries: 0,
    })
  } catch (error) {
    return told === undefined ? String(error) : told
  }
  return null
}
