import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { createResponsesEmulator, type ResponsesEmulator } from '../../../src/testing.ts'

type Input = OpenAI.Responses.ResponseInputItem[]
type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming

let api: ResponsesEmulator
let client: OpenAI
let close: () => Promise<void>

beforeAll(async () => {
  api = createResponsesEmulator()
  const served = await api.listen()
  close = served.close
  client = new OpenAI({ apiKey: 'k', maxRetries: 0, baseURL: `${served.url}/v1` })
})

afterAll(() => close())

const include: OpenAI.Responses.ResponseIncludable[] = ['reasoning.encrypted_content']
const stateless = { model: 'gpt-5.5', store: false, include }
const kept = { model: 'gpt-5.5' }
const hello = { role: 'user', content: 'Hello' } as const

/** What an adapter does with the error that the SDK throws. */
const sendOrRepair = async (body: Body): Promise<{ answer: string; refusals: string[] }> => {
  const refusals: string[] = []
  let current = body
  for (let attempt = 0; attempt < 4; attempt += 1) {
    try {
      return { answer: (await client.responses.create(current)).output_text, refusals }
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      refusals.push(error.message)
      const { input, ...request } = current
      const result = repair(input, { format: 'openai-responses', request, error })
      if (!result.changed) throw error
      current = { ...current, ...result.request, input: result.messages as Input }
    }
  }
  throw new Error(refusals.join('\n'))
}

/** A turn in which the model reasons and calls two tools, as the SDK hands it out. */
const toolTurn = async (request: Omit<Body, 'input'>): Promise<Input> => {
  api.respondWith({ reasoning: 'Look.', calls: [{ name: 'read_file' }, { name: 'run_tests' }] })
  const { output } = await client.responses.create({ ...request, input: [hello] } as Body)
  return output as Input
}

const outputs = (items: Input, text = 'x'): Input =>
  items.flatMap((item): Input =>
    item.type === 'function_call' ? [{ type: 'function_call_output', call_id: item.call_id, output: text }] : [],
  )

const damages: readonly [name: string, request: Omit<Body, 'input'>, (turn: Input) => Input][] = [
  ['a missing output', stateless, (turn) => [hello, ...turn, ...outputs(turn).slice(1), hello]],
  ['no outputs at all', kept, (turn) => [hello, ...turn, hello]],
  ['an orphan output', stateless, (turn) => [hello, ...turn.slice(0, 2), ...outputs(turn)]],
  ['an output before its call', stateless, (turn) => [hello, ...outputs(turn), ...turn]],
  ['a doubled output', kept, (turn) => [hello, ...turn, ...outputs(turn), ...outputs(turn)]],
  ['a doubled turn', stateless, (turn) => [hello, ...turn, ...turn, ...outputs(turn)]],
  ['a reasoning item that stands alone', kept, (turn) => [hello, ...turn.slice(0, 1), hello]],
  ['a call without its reasoning item', kept, (turn) => [hello, ...turn.slice(1), ...outputs(turn)]],
  [
    'tampered encrypted content',
    stateless,
    (turn) => [
      hello,
      { ...turn[0], encrypted_content: 'gAAAAforeign' } as Input[number],
      ...turn.slice(1),
      ...outputs(turn),
    ],
  ],
  [
    'encrypted content that is gone',
    stateless,
    (turn) => [hello, { ...turn[0], encrypted_content: null } as Input[number], ...turn.slice(1), ...outputs(turn)],
  ],
  [
    'items of a store that was never kept',
    kept,
    (turn) => [hello, { ...turn[0], id: 'rs_gone' } as Input[number], ...turn.slice(1), ...outputs(turn)],
  ],
]

describe('the OpenAI SDK', () => {
  test.each(damages)('stays stuck on %s', async (_, request, damage) => {
    const input = damage(await toolTurn(request))
    const { answer, refusals } = await sendOrRepair({ ...request, input })
    expect(answer).toBe('Done.')
    expect(refusals.length).toBeGreaterThan(0)
  })

  test('stays stuck on a previous response that is gone', async () => {
    const turn = await toolTurn(kept)
    const input = [hello, ...turn, ...outputs(turn)].map((item) => ({ ...item }))
    api.loseState()
    for (const item of input) if ('id' in item) delete item.id
    const whole = input.filter((item) => !('type' in item && item.type === 'reasoning'))
    const { answer, refusals } = await sendOrRepair({ ...kept, previous_response_id: 'resp_gone', input: whole })
    expect(answer).toBe('Done.')
    expect(refusals).toHaveLength(1)
    expect(api.requests.at(-1)!.body).not.toHaveProperty('previous_response_id')
  })

  test('stays stuck when a person interrupts a call that only the server holds', async () => {
    api.respondWith({ calls: [{ name: 'read_file' }] })
    const first = await client.responses.create({ ...kept, input: [hello] })
    const { answer, refusals } = await sendOrRepair({ ...kept, previous_response_id: first.id, input: 'Never mind.' })
    expect(answer).toBe('Done.')
    expect(refusals).toHaveLength(1)
  })

  test('reads a repaired history by stream as something else', async () => {
    const turn = await toolTurn(stateless)
    const { messages } = repair([hello, ...turn, hello], { format: 'openai-responses', request: stateless })
    api.respondWith({ text: 'Streamed 👍' })
    const stream = client.responses.stream({ ...stateless, input: messages as Input })
    expect((await stream.finalResponse()).output_text).toBe('Streamed 👍')
  })
})
