import Anthropic, { type Middleware } from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { sessionRecovery } from '../../../src/anthropic.ts'
import { Stored } from '../../stored.ts'

type Wrap = (message: Anthropic.MessageParam) => unknown
const wraps: readonly (readonly [string, Wrap])[] = [
  ['a document', (message) => new Stored(message)],
  ['an object that answers `toJSON`', (message) => ({ toJSON: () => message })],
  [
    'a message of documents',
    ({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : content.map((block) => new Stored(block)),
    }),
  ],
]

const use = { type: 'tool_use' as const, id: 'toolu_1', name: 'read', input: {} }
const broken: Anthropic.MessageParam[] = [
  { role: 'user', content: [{ type: 'text', text: 'Read a.txt' }] },
  { role: 'assistant', content: [use] },
  { role: 'user', content: 'And?' },
]
const healthy = [broken[0]!, { role: 'assistant' as const, content: 'Read.' }, broken[2]!]

describe.each(wraps)('a conversation of which each message is %s', (_what, wrap) => {
  const send = async (messages: readonly Anthropic.MessageParam[], batched: boolean): Promise<string> => {
    let sent = ''
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      sent = String(init?.body)
      return Response.json({ id: 'x', content: [{ type: 'text', text: 'Yes.' }] })
    }
    const client = new Anthropic({ apiKey: 'k', maxRetries: 0, fetch, middleware: [sessionRecovery()] })
    const carried = messages.map(wrap) as Anthropic.MessageParam[]
    const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
    const params = { model: 'claude-opus-4-6', max_tokens: 9, tools, messages: carried }
    if (batched) await client.messages.batches.create({ requests: [{ custom_id: 'a', params }] })
    else await client.messages.create(params)
    return sent
  }

  test.each([false, true])('is changed although it is healthy (I1; in a batch: %j)', async (batched) => {
    const sent = await send(healthy, batched)
    expect(sent).toContain('Read a.txt')
    expect(sent).not.toContain('[session-recovery]')
  })

  test.each([false, true])('loses what it says, or is not repaired (I4; in a batch: %j)', async (batched) => {
    const sent = await send(broken, batched)
    expect(sent).toContain('Read a.txt')
    expect(sent).toContain('And?')
    expect(sent).toContain('"tool_use_id":"toolu_1"')
  })
})

const whole = (params: object): object => ({ custom_id: 'a', params })
const hulls: readonly (readonly [string, (params: object) => object])[] = [
  ['a request', (params) => new Stored(params)],
  ['a batch', (params) => new Stored({ requests: [whole(params)] })],
  ['a request of a batch', (params) => ({ requests: [new Stored(whole(params))] })],
  ['the parameters of a request of a batch', (params) => ({ requests: [whole(new Stored(params))] })],
  ['a list of messages', (params) => ({ ...params, messages: new Stored(broken) })],
  ['a tool', (params) => ({ ...params, tools: [new Stored({ name: 'read', input_schema: { type: 'object' } })] })],
]

test.each(hulls)('%s that is a document is not read as it is sent (I4)', async (_, hull) => {
  let sent = ''
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent = String(init?.body)
    return Response.json({ id: 'x', content: [{ type: 'text', text: 'Yes.' }] })
  }
  const client = new Anthropic({ apiKey: 'k', maxRetries: 0, fetch, middleware: [sessionRecovery()] })
  const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
  const body = hull({ model: 'claude-opus-4-6', max_tokens: 9, tools, messages: broken })
  await client.post(JSON.stringify(body).startsWith('{"requests"') ? '/v1/messages/batches' : '/v1/messages', { body })
  expect(sent).toContain('And?')
  expect(sent).toContain('"tool_use_id":"toolu_1"')
  // The tool is declared, and called once: it needs no placeholder.
  expect(sent.match(/"name":"read"/g)).toHaveLength(2)
})

test('what other middleware has put into a request is lost when the request is repaired', async () => {
  const sent: unknown[] = []
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ id: 'x', content: [{ type: 'text', text: 'Yes.' }] })
  }
  const system = 'Answer in French.'
  const outer: Middleware = (request, next) =>
    next({ ...request, body: JSON.stringify({ ...(JSON.parse(String(request.body)) as object), system }) })
  const client = new Anthropic({ apiKey: 'k', maxRetries: 0, fetch, middleware: [outer, sessionRecovery()] })
  const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
  await client.messages.create({ model: 'claude-opus-4-6', max_tokens: 9, tools, messages: broken })
  expect(sent).toMatchObject([{ system, messages: [{}, {}, { content: [{ tool_use_id: 'toolu_1' }, {}] }] }])
})
