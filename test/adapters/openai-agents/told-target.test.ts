import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type ModelSettings,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
} from '@openai/agents'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type AgentsItemOptions,
  recoveringModelProvider,
  recoveringSession,
  sessionRecovery,
} from '../../../src/openai-agents.ts'
import { createOpenAIChatEmulator, createResponsesEmulator } from '../../../src/testing.ts'
import { ask, call, result, round, says, words } from './agent-items.ts'

setTracingDisabled(true)

type Face = (options: AgentsItemOptions, modelProvider: OpenAIProvider, items: AgentInputItem[]) => Promise<unknown>
const faces = (modelSettings: ModelSettings, ofRunner: ModelSettings): Readonly<Record<string, Face>> => ({
  filter: (options, modelProvider, items) =>
    new Runner({ modelProvider, modelSettings: ofRunner, ...sessionRecovery(options) }).run(
      new Agent({ name: 'a', model: 'gpt-5', modelSettings }),
      [...items, ask],
    ),
  session: (options, modelProvider, items) =>
    new Runner({ modelProvider, modelSettings: ofRunner }).run(
      new Agent({ name: 'a', model: 'gpt-5', modelSettings }),
      'Look.',
      { session: recoveringSession(new MemorySession({ initialItems: items }), options) },
    ),
})

async function statusesOf(
  useResponses: boolean,
  talk: (provider: OpenAIProvider) => Promise<unknown>,
): Promise<readonly number[]> {
  const api = useResponses ? createResponsesEmulator() : createOpenAIChatEmulator()
  const server = await api.listen()
  onTestFinished(() => server.close())
  const openAIClient = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 })
  await talk(new OpenAIProvider({ openAIClient, useResponses })).catch(() => undefined)
  return api.requests.map(({ status }) => status)
}

const long = 'x'.repeat(60)
const overChat: Readonly<Record<string, AgentInputItem[]>> = {
  'a result behind words': [ask, call('a'), call('b'), result('a'), words, result('b')],
  'an id of sixty letters': round(long),
  'an answer without a part': [ask, call('a'), result('a'), says()],
  'a question without a part': [{ role: 'user', content: [] }, words],
  'a long id and a late result': [ask, call(long), call('b'), result(long), words, result('b')],
}
const placed = (broken: AgentInputItem[]): Readonly<Record<string, AgentInputItem[]>> => ({
  first: [...broken, ...round('z')],
  last: [...round('z'), ...broken],
})
const chatRows = Object.entries(overChat).flatMap(([what, broken]) =>
  Object.entries(placed(broken)).flatMap(([place, items]) =>
    ['filter', 'session'].map((face) => [face, `${what}, ${place}`, items] as const),
  ),
)

describe('a target that is told', () => {
  test.each(chatRows)('a %s that knows of Chat Completions sends %s', async (face, _what, items) => {
    const run = faces({}, {})[face]!
    const told: AgentsItemOptions = { api: 'chat', dialect: 'openai' }
    expect(await statusesOf(false, (provider) => run({}, provider, items))).toEqual([400])
    expect(await statusesOf(false, (provider) => run(told, provider, items))).toEqual([200])
  })

  const thought = {
    type: 'reasoning',
    id: 'rs_1',
    content: [{ type: 'input_text', text: 'Hm.' }],
  } satisfies AgentInputItem
  const kept = (items: AgentInputItem[]): AgentInputItem[] => [ask, thought, ...items.slice(1)]
  const none = { store: false }

  test.each([
    ['filter', 'its agent stores nothing', none, {}, {}],
    ['filter', 'its runner stores nothing', {}, none, { modelSettings: none }],
    ['filter', 'its agent stores nothing, whatever the runner does', none, {}, { modelSettings: { store: true } }],
    ['session', 'the runner stores nothing', {}, none, { modelSettings: none }],
  ] as const)('a %s that knows that %s sends reasoning that nobody keeps', async (face, _what, agent, runner, told) => {
    for (const items of Object.values(placed(kept(round('a'))))) {
      const sent: unknown[] = []
      const run = faces(agent, runner)[face]!
      const statuses = await statusesOf(true, (provider) =>
        run({ ...told, onRepair: ({ faults }) => sent.push(...faults.map(({ type }) => type)) }, provider, items),
      )
      expect(sent).not.toEqual([])
      expect(statuses).toEqual([200])
    }
  })

  test('reasoning that the provider keeps goes, because nobody said otherwise', async () => {
    const reports: unknown[] = []
    const run = faces({}, {})['filter']!
    await statusesOf(true, (provider) =>
      run({ onRepair: (report) => reports.push(report), modelSettings: {} }, provider, kept(round('a'))),
    )
    expect(reports).toEqual([])
  })

  test('an API that does not exist is taken for one', () => {
    expect(() => sessionRecovery({ api: 'completions' as never })).toThrow(/api: completions. It takes one of: chat/)
    expect(() => recoveringSession(new MemorySession(), { modelSettings: 'none' as never })).toThrow(/modelSettings/)
  })
})

test('a dialect that Chat Completions has not ends a call', async () => {
  const told: AgentsItemOptions = { api: 'chat', dialect: 'nobody' }
  expect(await statusesOf(false, (provider) => faces({}, {})['filter']!(told, provider, round('a')))).toEqual([200])
})

test('a guarded provider that knows the name of a model learns by a refusal what Chat Completions takes of ids', async () => {
  for (const items of Object.values(placed(round(long)))) {
    const run = (provider: OpenAIProvider): Promise<unknown> =>
      new Runner({ modelProvider: recoveringModelProvider(provider) }).run(new Agent({ name: 'a', model: 'gpt-5' }), [
        ...items,
        ask,
      ])
    expect(await statusesOf(false, run)).toEqual([200])
  }
})
