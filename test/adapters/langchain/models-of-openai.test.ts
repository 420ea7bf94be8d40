import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { expect, onTestFinished, test } from 'vitest'
import { recoveringModel } from '../../../src/langchain.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { createOpenAIChatEmulator, type OpenAIChatEmulator } from '../../../src/testing.ts'

const schema = { type: 'object' as const, properties: {} }
const read = tool(() => 'rows', { name: 'read', description: 'reads', schema })
const call = { type: 'tool_call' as const, id: 'call_1', name: 'read', args: {} }
const interrupted = [new HumanMessage('Read it.'), new AIMessage({ content: '', tool_calls: [call] })]

async function guarded(): Promise<{ emulator: OpenAIChatEmulator; model: ChatOpenAI }> {
  const emulator = createOpenAIChatEmulator()
  const { close, url } = await emulator.listen()
  onTestFinished(close)
  const model = new ChatOpenAI({
    model: 'gpt-5',
    apiKey: 'test',
    maxRetries: 0,
    useResponsesApi: false,
    configuration: { baseURL: `${url}/v1` },
  })
  return { emulator, model: recoveringModel(model, { allow: 'lossy' }) }
}

// `ChatOpenAI` makes a new model of itself whenever it is configured.
test.each([
  ['tools', (model: ChatOpenAI) => model.bindTools([read])],
  ['a config', (model: ChatOpenAI) => model.withConfig({ runName: 'run' })],
  ['tools and a config', (model: ChatOpenAI) => (model.bindTools([read]) as ChatOpenAI).withConfig({ tags: ['a'] })],
  ['a schema', (model: ChatOpenAI) => model.withStructuredOutput(schema, { name: 'answer', method: 'jsonMode' })],
])('a model that is given %s loses its guard', async (_what, configure) => {
  const { emulator, model } = await guarded()
  emulator.respondWith({ text: '{}' })
  await configure(model).invoke(interrupted)
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
})

test('a model that streams with bound tools loses its guard', async () => {
  const { emulator, model } = await guarded()
  let said = ''
  for await (const chunk of await model.bindTools([read]).stream(interrupted)) said += chunk.text
  expect(said).toBe('Done.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
})

test('what OpenAI refuses of an answer that another provider thought out is sent once', async () => {
  const { emulator, model } = await guarded()
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'abc' }
  const asked = new AIMessage({
    content: [thinking, { type: 'tool_use', id: 'call_1', name: 'read', input: {} }],
    tool_calls: [call],
  })
  const list = [new HumanMessage('Read it.'), asked, new ToolMessage({ content: [], tool_call_id: 'call_1' })]
  await model.invoke(list)
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(asked.content).toHaveLength(2)
})

test('a call that stands in the content alone is not sent with its result', async () => {
  const { emulator, model } = await guarded()
  const asked = new AIMessage({ content: [{ type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a' } }] })
  await model.invoke([
    new HumanMessage('Read it.'),
    asked,
    new ToolMessage({ content: 'rows', tool_call_id: 'call_1' }),
  ])
  const sent = emulator.requests.at(-1)?.body['messages'] as { tool_calls?: unknown[] }[]
  expect(sent[1]?.tool_calls).toHaveLength(1)
})

// A list from another provider: "string too long. Expected a string with maximum length 40".
test.each([
  ['longer than OpenAI takes is sent', false, 41, false],
  ['that OpenAI takes is changed', false, 40, true],
  ['that its Responses API takes is changed', true, 41, true],
])('the id of a call %s', async (_what, useResponsesApi, length, isKept) => {
  const sent: string[] = []
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(String(init?.body))
    return Response.json({ error: { message: 'No.' } }, { status: 401 })
  }
  const configuration = { baseURL: 'http://127.0.0.1:1/v1', fetch }
  const model = new ChatOpenAI({ model: 'gpt-4.1', apiKey: 'test', maxRetries: 0, useResponsesApi, configuration })
  const id = 'x'.repeat(length)
  const list = [
    new HumanMessage('Read it.'),
    new AIMessage({ content: '', tool_calls: [{ ...call, id }] }),
    new ToolMessage({ content: 'rows', tool_call_id: id }),
  ]
  const guardedModel = recoveringModel(model)
  await guardedModel
    .bindTools([read])
    .invoke(list)
    .catch(() => undefined)
  expect(sent).toHaveLength(1)
  expect(sent[0]!.split(`"${id}"`)).toHaveLength(isKept ? 3 : 1)
})

test('a picture in the words of another API waits for the refusal of the API that the model itself knows it will ask', async () => {
  const { emulator, model } = await guarded()
  const { data } = tinyPng()
  const shown = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
  const content = [{ type: 'text', text: 'Look.' }, shown]
  await (model.bindTools([read]) as ChatOpenAI).invoke([new HumanMessage({ content })])
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(JSON.stringify(emulator.requests)).toContain(`data:image/png;base64,${data}`)
})
