import Anthropic from '@anthropic-ai/sdk'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import { describe, expect, test } from 'vitest'
import { sessionRecovery } from '../../../src/anthropic.ts'
import { createMemoryStore, type RecoveryReport } from '../../../src/index.ts'
import { type AnthropicEmulator, createAnthropicEmulator, type ScriptedTurn } from '../../../src/testing.ts'
import { shownByClient } from '../shown-by-client.ts'

const params = {
  model: 'claude-opus-4-6',
  max_tokens: 99,
  system: 'Be kind.',
  tools: [{ name: 'look', input_schema: { type: 'object' as const, properties: { at: { type: 'string' } } } }],
}
const prompt: BetaMessageParam = { role: 'user', content: 'Look.' }
const looking: ScriptedTurn = { toolUse: [{ name: 'look', input: { at: 'a' } }] }
const look = { ...params.tools[0]!, type: 'custom' as const, run: () => 'Seen.', parse: (input: unknown) => input }

interface Told {
  readonly shown: readonly string[]
  readonly sent: AnthropicEmulator['requests']
  readonly outcomes: readonly RecoveryReport['outcome'][]
}
type Talk = (client: Anthropic, api: AnthropicEmulator) => AsyncIterable<unknown>

async function tell(script: readonly ScriptedTurn[], isGuarded: boolean, talk: Talk): Promise<Told> {
  const api = createAnthropicEmulator()
  api.respondWith(...script)
  const server = await api.listen()
  const outcomes: RecoveryReport['outcome'][] = []
  const guard = sessionRecovery({ store: createMemoryStore(), onRepair: ({ outcome }) => void outcomes.push(outcome) })
  const middleware = isGuarded ? [guard] : []
  const client = new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0, middleware })
  const shown: string[] = []
  try {
    for await (const part of talk(client, api)) shown.push(shownByClient(part))
  } catch (error) {
    shown.push(shownByClient(error))
  } finally {
    await server.close()
  }
  return { shown, outcomes, sent: api.requests }
}

const threadOf = (client: Anthropic) => client.beta.messages.thread(params)

const healthy: readonly (readonly [string, readonly ScriptedTurn[], Talk])[] = [
  [
    'a tool runner',
    [looking, { text: 'And.', ...looking }, { text: 'Done.' }],
    (client) => client.beta.messages.toolRunner({ ...params, messages: [prompt], tools: [look] }),
  ],
  [
    'a tool runner that streams',
    [looking, { text: 'Done.' }],
    async function* (client) {
      const runner = client.beta.messages.toolRunner({ ...params, messages: [prompt], tools: [look], stream: true })
      for await (const stream of runner) yield* stream
    },
  ],
  [
    'instructions between the turns',
    [{ text: 'One.' }, { text: 'Two.' }],
    async function* (client) {
      const thread = client.beta.messages.thread({ ...params, model: 'claude-opus-5' })
      yield await thread.send(prompt)
      yield await thread.send([
        { role: 'user', content: 'More.' },
        { role: 'system', content: 'Be brief.' },
      ])
    },
  ],
  [
    'a turn that pauses',
    [{ blocks: [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }] }, { text: 'Two.' }],
    async function* (client) {
      const thread = threadOf(client)
      yield await thread.send(prompt)
      yield await thread.send()
    },
  ],
]

test.each(healthy)('of a thread, %s shows another end than without a guard', async (_what, script, talk) => {
  const bare = await tell(script, false, talk)
  const guarded = await tell(script, true, talk)
  expect(guarded.shown).toEqual(bare.shown)
  expect(guarded.sent.map(({ body }) => body)).toEqual(bare.sent.map(({ body }) => body))
  expect(guarded.outcomes.filter((outcome) => outcome === 'recovered')).toEqual([])
})

describe('a thread that the server has lost', () => {
  const script = [looking, { text: 'Two.' }, { text: 'Three.' }]
  const talk: Talk = async function* (client, api) {
    const thread = threadOf(client)
    const first = await thread.send(prompt)
    yield first
    api.loseThreads()
    const [call] = first.content
    if (call?.type !== 'tool_use') return
    yield await thread.send({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: call.id, content: 'Seen.' }],
    })
    api.loseThreads()
    yield await thread.send({ role: 'user', content: 'And?' })
  }

  test('goes on without its instructions, with other tools than its own', async () => {
    const bare = await tell(script, false, talk)
    const guarded = await tell(script, true, talk)
    expect(guarded.shown).toEqual(bare.shown)
    // The SDK, which has the whole conversation itself, replays the same.
    expect(guarded.sent.map(({ body }) => body)).toEqual(bare.sent.map(({ body }) => body))
    expect(guarded.outcomes).toEqual(['recovered', 'recovered'])
  })

  test('gets the instructions of the thread before it', async () => {
    const { sent } = await tell(
      [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }],
      true,
      async function* (client, api) {
        const betas = ['message-threads-2026-08-12']
        const { system: _system, tools: _tools, ...bare } = params
        const [first] = [
          await client.beta.messages.create({ ...params, betas, messages: [prompt], thread: { type: 'create' } }),
        ]
        const told: BetaMessageParam[] = [
          prompt,
          { role: 'assistant', content: first.content },
          { role: 'user', content: 'Anew.' },
        ]
        const second = await client.beta.messages.create({ ...bare, betas, messages: told, thread: { type: 'create' } })
        api.loseThreads()
        const thread = { type: 'continue' as const, previous_message_id: second.id }
        yield await client.beta.messages.create({
          ...bare,
          betas,
          messages: [{ role: 'user', content: 'And?' }],
          thread,
        })
      },
    )
    expect(sent.at(-1)!.body).toMatchObject({ thread: { type: 'create' }, messages: { length: 5 } })
    expect(Object.keys(sent.at(-1)!.body)).not.toContain('system')
  })
})

test('a call that only the thread holds stays open behind its refusal', async () => {
  const { outcomes, sent, shown } = await tell([looking, { text: 'Two.' }], true, async function* (client) {
    const thread = threadOf(client)
    yield await thread.send(prompt)
    yield await thread.send({ role: 'user', content: 'Never mind.' })
  })
  expect(outcomes).toEqual(['recovered'])
  expect(shown.at(-1)).toContain('Two.')
  expect(sent.at(-1)!.body).toMatchObject({
    thread: { type: 'continue' },
    messages: [
      { role: 'user', content: [{ type: 'tool_result', is_error: true }] },
      { role: 'user', content: 'Never mind.' },
    ],
  })
})
