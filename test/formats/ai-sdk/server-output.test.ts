import { createAnthropic } from '@ai-sdk/anthropic'
import { convertToModelMessages, generateText, type ModelMessage, type UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

type Parts = readonly Record<string, unknown>[]

const model = 'claude-sonnet-4-5'
const request = { provider: 'anthropic.messages', model }

/** What Anthropic's own package sends of the model's first answer. */
async function sent(messages: readonly unknown[]): Promise<Parts> {
  let body = ''
  const fetch = async (_url: unknown, init?: RequestInit): Promise<never> => {
    body = String(init?.body)
    throw new Error('Not sent.')
  }
  const anthropic = createAnthropic({ apiKey: 'none', fetch })
  const tools = { web_search: anthropic.tools.webSearch_20250305({}), web_fetch: anthropic.tools.webFetch_20250910({}) }
  const asked = generateText({ model: anthropic(model), tools, messages: messages as ModelMessage[], maxRetries: 0 })
  await expect(asked).rejects.toThrow('Not sent.')
  const { messages: list } = JSON.parse(body) as { messages: { content: Parts }[] }
  return list[1]!.content
}

const mcp = { providerOptions: { anthropic: { type: 'mcp-tool-use', serverName: 'files' } } }
const item = { url: 'https://a.example', title: 'A', encryptedContent: 'c2VhbA==' }
const found = { ...item, type: 'web_search_result', pageAge: null }
const hit = { type: 'web_search_result', url: item.url, title: 'A', page_age: null, encrypted_content: 'c2VhbA==' }
const page = {
  url: 'https://a.example',
  content: { source: { type: 'text', mediaType: 'text/plain', data: 'A page' } },
}
const failed = (tool: string): object => ({ type: `${tool}_tool_result_error`, error_code: 'unavailable' })

type Row = [what: string, toolName: string, output: unknown, content: unknown, beside?: Partial<typeof mcp>]

const rows: Row[] = [
  ['is null', 'web_search', { type: 'json', value: null }, failed('web_search')],
  ['has become text', 'web_search', { type: 'text', value: JSON.stringify([found]) }, [hit]],
  ['has lost fields', 'web_search', { type: 'json', value: [item] }, [hit]],
  ['was never one', 'web_search', { type: 'text', value: 'rows' }, failed('web_search')],
  ['is lost', 'web_search', undefined, failed('web_search')],
  ['has failed in words', 'web_search', { type: 'error-text', value: 'No.' }, failed('web_search')],
  ['has lost its types', 'web_fetch', { type: 'json', value: page }, { type: 'web_fetch_result', url: page.url }],
  ['is of another tool', 'web_fetch', { type: 'json', value: [found] }, failed('web_fetch')],
  ['is the text of a server', 'list', { type: 'text', value: 'rows' }, [{ type: 'text', text: 'rows' }], mcp],
]

describe.each(rows)('what a tool of Claude gave back %s (%s)', (_what, toolName, output, content, beside = {}) => {
  const ids = { toolCallId: 'srvtoolu_1', toolName, ...beside }
  const call = { type: 'tool-call', ...ids, input: { query: 'a' }, providerExecuted: true }
  const said = { type: 'text', text: 'So it is.' }
  const user = { role: 'user', content: 'a' }
  const list = [user, { role: 'assistant', content: [call, { type: 'tool-result', ...ids, output }, said] }, user]

  test('and the call is refused for want of it', async () => {
    const { messages, ok } = repair(list, { format: 'ai-sdk', request })
    expect(ok).toBe(true)
    expect((await sent(messages))[1]).toMatchObject({ tool_use_id: 'srvtoolu_1', content })
    expect(repair(messages, { format: 'ai-sdk', request }).messages).toBe(messages)
    const told = /rows/.exec(JSON.stringify(list))?.[0] ?? ''
    expect(JSON.stringify(messages)).toContain(told)
  })

  test('and a chat that is shown does not survive it', async () => {
    const { type, value } = (output ?? {}) as { type?: string; value?: unknown }
    const state =
      type === 'error-text' ? { state: 'output-error', errorText: value } : { state: 'output-available', output: value }
    const told = beside.providerOptions && {
      callProviderMetadata: beside.providerOptions,
      type: 'dynamic-tool',
      toolName,
    }
    const part = {
      type: `tool-${toolName}`,
      toolCallId: 'srvtoolu_1',
      input: { query: 'a' },
      providerExecuted: true,
      ...state,
      ...told,
    }
    const asked = { id: 'a', role: 'user', parts: [{ type: 'text', text: 'a' }] }
    const { messages } = repair([asked, { id: 'b', role: 'assistant', parts: [part, said] }, asked], {
      format: 'ai-sdk',
      request,
    })
    const blocks = await sent(await convertToModelMessages(messages as UIMessage[]))
    expect(blocks[1]).toMatchObject({ tool_use_id: 'srvtoolu_1', content })
  })
})

test.each([
  ['web_search', ''],
  ['', 'web_search'],
  ['web_search', 'mcp.read file!'],
  ['web-search', 'web_search'],
])('a search is sent by half when its parts are named %j and %j', async (toolName, other) => {
  const call = { type: 'tool-call', toolCallId: 'srvtoolu_1', toolName, input: { query: 'a' }, providerExecuted: true }
  const result = {
    type: 'tool-result',
    toolCallId: 'srvtoolu_1',
    toolName: other,
    output: { type: 'json', value: [found] },
  }
  const user = { role: 'user', content: 'a' }
  const { loss, messages } = repair([user, { role: 'assistant', content: [call, result] }, user], {
    format: 'ai-sdk',
    request,
  })
  expect(loss).toBe('none')
  expect(await sent(messages)).toMatchObject([{ name: 'web_search' }, { content: [hit] }])
})

test('reasoning without its type is sent as what was said', () => {
  const thought = { text: 'Hm.', providerOptions: { anthropic: { signature: 'c2ln' } } }
  const list = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [thought, { type: 'text', text: 'b' }] },
  ]
  const { loss, messages } = repair(list, { format: 'ai-sdk', request: { ...request, model: 'claude-3-7-sonnet' } })
  expect(loss).toBe('synthesised')
  expect(messages[1]).toMatchObject({ content: [{ type: 'reasoning', ...thought }, {}] })
})
