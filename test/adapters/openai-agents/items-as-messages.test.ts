import { Agent, type AgentInputItem, OpenAIChatCompletionsModel, Runner, setTracingDisabled } from '@openai/agents'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { recoveringModel, sessionRecovery } from '../../../src/openai-agents.ts'
import { createOpenAIChatEmulator } from '../../../src/testing.ts'
import { ask, call, result, round, words } from './agent-items.ts'

setTracingDisabled(true)

const thought: AgentInputItem = {
  type: 'reasoning',
  content: [],
  rawContent: [{ type: 'reasoning_text', text: 'Hm.' }],
}

async function sentBy(
  face: 'model' | 'filter' | 'bare',
  items: AgentInputItem[],
): Promise<{ statuses: number[]; messages: unknown }> {
  const api = createOpenAIChatEmulator()
  const server = await api.listen()
  onTestFinished(() => server.close())
  const client = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 })
  const model = new OpenAIChatCompletionsModel(client, 'gpt-5')
  const runner = new Runner(face === 'filter' ? sessionRecovery() : {})
  const agent = new Agent({ name: 'a', model: face === 'model' ? recoveringModel(model) : model })
  await runner.run(agent, items).catch(() => undefined)
  return {
    statuses: api.requests.map(({ status }) => status),
    messages: api.requests.at(-1)?.body['messages'],
  }
}

const late: Record<string, AgentInputItem[]> = {
  'after words': [ask, call('a'), call('b'), result('a'), words, result('b'), ask],
  'after a question': [ask, call('a'), call('b'), result('a'), ask, result('b'), ask],
  'after the next call': [ask, call('a'), call('b'), result('a'), call('c'), result('b'), result('c'), ask],
  'both, at the end': [...round('z'), ask, call('a'), call('b'), ask, words, result('b'), result('a')],
  'in the first round and in the last': [
    ask,
    call('a'),
    ask,
    result('a'),
    ...round('z'),
    ask,
    call('b'),
    ask,
    result('b'),
  ],
  // The SDK writes words and calls in one message only until it has words.
  'after the second words, of which the first lead': [ask, words, call('a'), words, result('a')],
  'after the second words behind the call': [...round('z'), ask, call('a'), words, words, result('a'), ask],
  'after second words, twice': [ask, words, call('a'), words, result('a'), ask, words, call('b'), words, result('b')],
  'after second words, both': [ask, words, call('a'), call('b'), words, result('b'), result('a'), words],
  'after second words and a call that joins them': [ask, call('a'), words, words, call('b'), result('a'), result('b')],
  'after a thought behind words, and a call': [ask, words, call('a'), thought, call('b'), result('a'), result('b')],
  'after a thought behind words, and words': [ask, call('a'), words, thought, result('a'), words],
}

// Parallel calls of which one waits for an approval leave such a list. The Responses API takes it, Chat Completions does not.
test.each(
  Object.entries(late).flatMap(([place, items]) => [
    [place, 'model', items] as const,
    [place, 'filter', items] as const,
  ]),
)('over Chat Completions a result stays %s (%s)', async (_place, face, items) => {
  expect((await sentBy('bare', items)).statuses).toEqual([400])
  const { messages, statuses } = await sentBy(face, items)
  expect(statuses).toEqual([200])
  // I5
  const results = items.flatMap((item) => ('callId' in item && 'output' in item ? [`Seen by ${item.callId}.`] : []))
  expect(results.filter((text) => !JSON.stringify(messages).includes(text))).toEqual([])
  expect(JSON.stringify(messages)).not.toContain('session-recovery')
})

test.each(
  Object.entries({
    'a thought behind a call, first': [ask, call('a'), thought, result('a'), ...round('z'), ask],
    'a thought behind a call, last': [...round('z'), ask, call('a'), thought, result('a')],
    'a thought behind the second call': [ask, call('a'), call('b'), thought, result('a'), result('b')],
    'thoughts behind a call that one leads': [ask, thought, call('a'), thought, thought, result('a')],
    'a thought between calls': [ask, call('a'), thought, call('b'), result('a'), result('b')],
    'a thought between a call and its words': [ask, call('a'), thought, words, result('a')],
    'thoughts behind two calls': [ask, call('a'), thought, result('a'), ask, call('b'), thought, result('b'), ask],
    'a call behind words that join a call': [ask, call('a'), words, call('b'), result('a'), result('b')],
    'words behind a call, behind words of before': [...round('z'), words, ask, call('a'), words, result('a')],
    'words behind a call that a thought behind words leads': [ask, words, thought, call('a'), words, result('a')],
    'words behind reasoning behind words': [ask, words, thought, words, call('a'), result('a')],
  }).flatMap(([what, items]) => [[what, 'model', items] as const, [what, 'filter', items] as const]),
)('%s, which goes out with its call, is changed (%s)', async (_what, face, items) => {
  const bare = await sentBy('bare', items)
  expect(bare.statuses).toEqual([200])
  expect(await sentBy(face, items)).toEqual(bare)
})

test.each(['model', 'filter'] as const)(
  'words right behind the calls, which go out with them, are moved (%s)',
  async (face) => {
    const items = [ask, call('a'), call('b'), words, result('a'), result('b'), ask]
    expect(await sentBy(face, items)).toEqual(await sentBy('bare', items))
  },
)

test.each([
  [[...round('a'), ask, thought, ask]],
  [[ask, thought, ask, ...round('a'), ask]],
  [[...round('a'), ask, thought]],
  [[ask, call('a'), words, thought, result('a'), ask]],
  [[ask, call('a'), result('a'), thought, ask, call('b'), thought, result('b')]],
])('over Chat Completions a thought that nothing follows goes out as a message without content', async (items) => {
  expect((await sentBy('bare', items)).statuses).toEqual([400])
  expect((await sentBy('model', items)).statuses).toEqual([200])
  expect((await sentBy('filter', items)).statuses).toEqual([200])
})
