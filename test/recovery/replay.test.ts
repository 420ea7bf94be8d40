import { beforeEach, describe, expect, test } from 'vitest'
import { recoveringFetch } from '../../src/fetch.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'

const url = 'http://127.0.0.1:1/v1/responses'
let store: SessionStore
let reports: RecoveryReport[]
let sent: string[]

beforeEach(() => {
  store = createMemoryStore()
  reports = []
  sent = []
})

/** A server that numbers its responses by `name`, and knows none of them any more. */
function asker(name: (count: number) => string, session?: string): (body: object) => Promise<Response> {
  let count = 0
  const send = recoveringFetch({
    store,
    onRepair: (report) => void reports.push(report),
    ...(session !== undefined && { session }),
  })(async (_input, init) => {
    const text = String(init!.body)
    sent.push(text)
    if (text.includes('previous_response_id') || text.includes('"conversation"')) {
      const error = { message: "Previous response with id 'x' not found.", code: 'previous_response_not_found' }
      return Response.json(
        { error: { ...error, type: 'invalid_request_error', param: 'previous_response_id' } },
        { status: 400 },
      )
    }
    const content = [{ type: 'output_text', text: 'Yes.', annotations: [] }]
    const output = [{ type: 'message', id: `msg_${count}`, role: 'assistant', status: 'completed', content }]
    count += 1
    return Response.json({ id: name(count), object: 'response', status: 'completed', output })
  })
  return (body) => send(url, { method: 'POST', body: JSON.stringify({ model: 'gpt-5', ...body }) })
}

describe('a response that the server has lost', () => {
  test.each([
    ['a counter', { previous_response_id: 'resp_1' }],
    ['a conversation that is a counter', { conversation: 'conv_1' }],
    ['a conversation object that is a counter', { conversation: { id: 'conv_1' } }],
  ])('is replayed from the session of another user because its id is %s', async (_what, reference) => {
    await asker(() => 'resp_1')({ input: 'the secret of Ada' })
    await asker(() => 'resp_1')({ input: 'Go on.', ...reference })
    expect(sent.slice(1).join()).not.toContain('the secret of Ada')
  })

  test('is replayed from a conversation that began with the newest words of another', async () => {
    await asker(() => 'resp_1')({ input: 'Go on.' })
    await asker(() => 'resp_1')({ input: 'Go on.', previous_response_id: 'resp_0a1b2c3d4e5f60718293a4b5c6d7e8f9' })
    expect(sent.at(-1)).not.toContain('Yes.')
  })

  test('is not replayed although nobody else can know its id', async () => {
    const ask = asker(() => 'resp_0a1b2c3d4e5f60718293a4b5c6d7e8f9')
    await ask({ input: 'Count.' })
    const response = await ask({ input: 'Go on.', previous_response_id: 'resp_0a1b2c3d4e5f60718293a4b5c6d7e8f9' })
    expect(response.status).toBe(200)
    expect(sent.at(-1)).toMatch(/Count\..*Yes\..*Go on\./)
    expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'reference_not_found' } }])
  })

  test('is not replayed although the caller has named the session', async () => {
    const ask = asker(() => 'resp_1', 'of Ada')
    await ask({ input: 'Count.' })
    expect((await ask({ input: 'Go on.', previous_response_id: 'resp_1' })).status).toBe(200)
    expect(sent.at(-1)).toMatch(/Count\..*Yes\..*Go on\./)
  })
})
