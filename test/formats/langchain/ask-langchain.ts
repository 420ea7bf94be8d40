import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseMessageLike } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { judgeAnthropicRequest, judgeOpenAIChatRequest, judgeResponsesRequest } from '../../../src/testing.ts'

/** The real chat models of LangChain over an API, each with what a caller says of it. */
export const apis = {
  claude: { provider: 'anthropic', model: 'claude-sonnet-4-5' },
  chat: { provider: 'openai', model: 'gpt-4o', api: 'chat' },
  responses: { provider: 'openai', model: 'gpt-4o', api: 'responses' },
} as const

export type Api = keyof typeof apis

const judges: Readonly<Record<Api, (body: unknown) => { status: number; body?: unknown }>> = {
  claude: (body) => judgeAnthropicRequest(body),
  chat: (body) => judgeOpenAIChatRequest(body),
  responses: (body) => judgeResponsesRequest(body),
}

const tool = { type: 'function' as const, function: { name: 'read', parameters: { type: 'object', properties: {} } } }

/** Sends messages with the real package: the refusal of the API, or what the package throws; null when they are taken. */
export async function askLangchain(api: Api, messages: readonly unknown[]): Promise<string | null> {
  let told: string | null | undefined
  const judged = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const { body, status } = judges[api](JSON.parse(String(init?.body)))
    told = status === 200 ? null : JSON.stringify(body)
    return Response.json({ error: { message: 'heard' } }, { status: 400 })
  }
  const { model } = apis[api]
  const common = { apiKey: 'test', model, maxRetries: 0 }
  const chat =
    api === 'claude'
      ? new ChatAnthropic({ ...common, clientOptions: { fetch: judged as typeof fetch } })
      : new ChatOpenAI({
          ...common,
          useResponsesApi: api === 'responses',
          configuration: { fetch: judged as typeof fetch },
        })
  try {
    await chat.invoke(messages as BaseMessageLike[], { tools: [tool] })
  } catch (error) {
    return told === undefined ? String(error) : told
  }
  return null
}
