import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sessionRecovery as onAnthropic } from '../../src/anthropic.ts'
import { sessionRecovery as onBedrock } from '../../src/bedrock.ts'
import { sessionRecovery as onOpenAI } from '../../src/openai.ts'
import {
  anthropicMessagesKit,
  bedrockConverseKit,
  createRandom,
  type Damage,
  type Kit,
  openaiChatKit,
  places,
} from '../../src/testing.ts'
import { handlerTo } from '../adapters/bedrock/handler-to.ts'
import { scale, seeds } from '../seeds.ts'

type Transcript = { request: Record<string, unknown>; messages: unknown[]; betas?: string[]; vendor?: string }
type Send = (url: string, transcript: Transcript) => Promise<unknown>

interface RealClient {
  readonly kit: Kit
  /** Sends a conversation as an application does, with recovery in its client. */
  readonly send: Send
}

const byAnthropic: Send = (baseURL, { betas = [], messages, request }) => {
  const client = new Anthropic({
    apiKey: 'test',
    baseURL,
    maxRetries: 0,
    middleware: [onAnthropic({ allow: 'lossy' })],
  })
  const headers = betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {}
  return client.messages.create({ ...request, messages } as never, { headers })
}

const byOpenAI: Send = (url, { messages, request }) => {
  const client = new OpenAI({
    apiKey: 'test',
    baseURL: `${url}/v1`,
    maxRetries: 0,
    ...onOpenAI({ allow: 'lossy', dialect: 'openai' }),
  })
  return client.chat.completions.create({ ...request, messages } as never)
}

const byBedrock: Send = (endpoint, { messages, request }) => {
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint,
    requestHandler: handlerTo(endpoint) as never,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
  client.middlewareStack.use(onBedrock({ allow: 'lossy' }))
  return client.send(new ConverseCommand({ ...request, messages } as never))
}

const clients: readonly RealClient[] = [
  { kit: anthropicMessagesKit as Kit, send: byAnthropic },
  { kit: openaiChatKit as Kit, send: byOpenAI },
  { kit: bedrockConverseKit as Kit, send: byBedrock },
]

/** One conversation that this damage makes refused; null when none is found. */
function damaged(kit: Kit, kind: Damage<unknown>, place: (typeof places)[number]): Transcript | null {
  for (const seed of seeds(12)) {
    const healthy = kit.generate({ seed, turns: 3 })
    if (((healthy as Transcript).vendor ?? 'openai') !== 'openai') continue
    const broken = kind.apply(healthy, createRandom(seed), place)
    if (broken !== null && kit.judge(broken) !== null) return broken as Transcript
  }
  return null
}

describe.each(clients)('the official client of $kit.format', ({ kit, send }) => {
  test.each(places.slice(0, 3))('is refused for a damage at the %s place that a repair can mend', async (place) => {
    const server = await kit.emulator!().listen()
    onTestFinished(() => server.close())
    const refused: string[] = []
    for (const [index, kind] of kit.corruptions.entries()) {
      // Each kind at one of the places by default.
      if (scale <= 1 && places[index % 3] !== place) continue
      const transcript = kind.beyondRepair ? null : damaged(kit, kind, place)
      if (transcript === null) continue
      await send(server.url, transcript).catch((error: Error) => refused.push(`${kind.name}: ${error.message}`))
    }
    expect(refused).toEqual([])
  })
})
