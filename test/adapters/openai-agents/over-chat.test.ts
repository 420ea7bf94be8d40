import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  OpenAIChatCompletionsModel,
  Runner,
  setTracingDisabled,
  tool,
} from '@openai/agents'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { recoveringModel, recoveringModelProvider, sessionRecovery } from '../../../src/openai-agents.ts'
import { createOpenAIChatEmulator } from '../../../src/testing.ts'

setTracingDisabled(true)

const look = tool({
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  strict: false,
  execute: () => 'Seen.',
})

type Options = Parameters<typeof sessionRecovery>[0]
interface Face {
  readonly runner: Runner
  readonly model?: Model
}
const faces: Readonly<Record<string, (model: Model, options: Options) => Face>> = {
  'a guarded model': (model, options) => ({ runner: new Runner(), model: recoveringModel(model, options) }),
  'a guarded provider': (model, options) => ({
    runner: new Runner({ modelProvider: recoveringModelProvider({ getModel: () => model }, options) }),
  }),
  'a filter': (model, options) => ({ runner: new Runner(sessionRecovery(options)), model }),
}

async function sentBy(
  face: (model: Model) => Face,
  talk: (runner: Runner, agent: Agent) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const api = createOpenAIChatEmulator()
  api.respondWith({ toolCalls: [{ name: 'look', arguments: {} }] }, { text: 'One.' }, { text: 'Two.' })
  const server = await api.listen()
  try {
    const client = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 })
    const { model, runner } = face(new OpenAIChatCompletionsModel(client, 'gpt-5'))
    await talk(runner, new Agent({ name: 'a', tools: [look], ...(model && { model }) }))
    return api.requests.map(({ body }) => body['messages'])
  } finally {
    await server.close()
  }
}

test.each(Object.entries(faces))(
  'with %s, what Chat Completions added to its answers does not go back to it',
  async (_what, face) => {
    const outcomes: string[] = []
    const talk = async (runner: Runner, agent: Agent): Promise<void> => {
      const session = new MemorySession()
      await runner.run(agent, 'Look.', { session })
      await runner.run(agent, 'And?', { session })
    }
    const bare = await sentBy((model) => ({ runner: new Runner({ modelProvider: { getModel: () => model } }) }), talk)
    const options = { onRepair: ({ outcome }: { readonly outcome: string }) => void outcomes.push(outcome) }
    expect(await sentBy((model) => face(model, options), talk)).toEqual(bare)
    expect(bare).toHaveLength(3)
    expect(outcomes).toEqual([])
  },
)

test.each(Object.entries(faces))('with %s, a repair adds what Chat Completions does not know', async (_what, face) => {
  const said: AgentInputItem[] = [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Torn \uD83D', providerData: { refusal: null } }],
    },
    { role: 'user', content: 'And?' },
  ]
  const [sent] = await sentBy(
    (model) => face(model, {}),
    (runner, agent) => runner.run(agent, said),
  )
  expect(sent).toMatchObject([{}, { content: [{ text: 'Torn \uFFFD', refusal: null }] }, {}])
  expect(JSON.stringify(sent)).not.toContain('annotations')
})
