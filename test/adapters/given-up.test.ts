import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { ChatAnthropic } from '@langchain/anthropic'
import type { Model, ModelRequest } from '@openai/agents'
import { generateText, wrapLanguageModel } from 'ai'
import { getEventListeners } from 'node:events'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { sessionRecovery as aiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as anthropic } from '../../src/anthropic.ts'
import { type FetchOptions, recoveringFetch } from '../../src/fetch.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { recoveringModel as langchain } from '../../src/langchain.ts'
import { recoveringModel as agents } from '../../src/openai-agents.ts'
import { sessionRecovery as openai } from '../../src/openai.ts'

/** A store that is asked, and never answers. */
function silentStore(onAsk: () => void): SessionStore {
  const store = createMemoryStore()
  const standing = (): Promise<never> => {
    onAsk()
    return new Promise(() => undefined)
  }
  const messages = new Proxy(store.messages, {
    get: (inner, name, self) => (name === 'standing' ? standing : Reflect.get(inner, name, self)),
  })
  return { ...store, messages }
}

interface Shared extends Pick<FetchOptions, 'store' | 'onRepair' | 'timeoutMs'> {
  readonly session: string
}
type Ask = (options: Shared, signal: AbortSignal) => PromiseLike<unknown>

const fetch = async (_input: unknown, init?: RequestInit): Promise<Response> => {
  init?.signal?.throwIfAborted()
  return Response.json({ content: [], choices: [] })
}
const apiKey = 'k'
const messages = [{ role: 'user' as const, content: 'Hi' }]
const claude = 'claude-opus-4-6'

const adapters: Readonly<Record<string, Ask>> = {
  fetch: (options, signal) =>
    recoveringFetch(options)(fetch)('https://api.anthropic.com/v1/messages', {
      method: 'POST',
      body: JSON.stringify({ model: claude, messages }),
      signal,
    }),
  anthropic: (options, signal) =>
    new Anthropic({ apiKey, fetch, middleware: [anthropic(options)] }).messages.create(
      { model: claude, max_tokens: 9, messages },
      { signal },
    ),
  openai: (options, signal) =>
    new OpenAI({ apiKey, ...openai({ ...options, fetch }) }).chat.completions.create(
      { model: 'gpt-5', messages },
      { signal },
    ),
  'ai-sdk': (options, abortSignal) => {
    const model = wrapLanguageModel({ model: createAnthropic({ apiKey, fetch })(claude), middleware: aiSdk(options) })
    return generateText({ model, messages, abortSignal })
  },
  langchain: (options, signal) =>
    langchain(new ChatAnthropic({ model: claude, apiKey, clientOptions: { fetch } }), options).invoke('Hi', { signal }),
  'openai-agents': (options, signal) => {
    const getResponse = async (request: { readonly signal: AbortSignal }): Promise<void> =>
      request.signal.throwIfAborted()
    const request = { input: 'Hi', modelSettings: {}, tools: [], handoffs: [], signal }
    return agents({ getResponse } as never as Model, options).getResponse(request as never as ModelRequest)
  },
}

test.each(Object.entries(adapters))(
  'a call over %s that is given up waits for a store that does not answer, or is told as a failure',
  async (_name, ask) => {
    const reports: RecoveryReport[] = []
    const giving = new AbortController()
    const store = silentStore(() => setImmediate(() => giving.abort()))
    const options = {
      store,
      session: 's',
      timeoutMs: 3_600_000,
      onRepair: (report: RecoveryReport) => reports.push(report),
    }
    await expect(ask(options, giving.signal)).rejects.toThrow(/abort/i)
    expect(giving.signal.aborted).toBe(true)
    expect([reports, getEventListeners(giving.signal, 'abort')]).toEqual([[], []])
  },
)
