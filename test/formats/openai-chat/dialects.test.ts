import { describe, expect, test } from 'vitest'
import { chatDialects, guessDialect } from '../../../src/formats/openai-chat/dialects.ts'
import { openAIChatRules } from '../../../src/formats/openai-chat/rules.ts'
import { chatVendors } from '../../../src/testing.ts'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })

describe('a dialect', () => {
  test('is unknown to the judge', () => {
    expect([...chatDialects]).toEqual([...chatVendors])
  })

  test.each([
    ['https://api.openai.com/v1', 'gpt-5.2', 'openai'],
    ['https://x.openai.azure.com/openai/v1', 'my-deployment', 'azure'],
    ['https://api.deepseek.com', 'deepseek-chat', 'deepseek'],
    ['https://api.moonshot.ai/v1', 'kimi-k2.5', 'moonshot'],
    ['https://api.groq.com/openai/v1', 'moonshotai/kimi-k2-instruct', 'groq'],
    ['https://api.cerebras.ai/v1', 'zai-glm-4.7', 'cerebras'],
    ['https://api.mistral.ai/v1', 'devstral-2512', 'mistral'],
    ['https://api.x.ai/v1', 'grok-4', 'xai'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen3-max', 'qwen'],
    ['https://open.bigmodel.cn/api/paas/v4', 'glm-5', 'zhipu'],
    ['https://api.minimax.io/v1', 'MiniMax-M2.5', 'minimax'],
    ['http://localhost:11434/v1', 'qwen3:8b', 'ollama'],
    ['http://127.0.0.1:8080/v1', 'default', 'llama.cpp'],
    ['http://192.168.1.4:8000/v1', 'Qwen/Qwen3-32B', 'vllm'],
    ['http://localhost:4000/v1', 'gpt-5.2', 'openai'],
    ['http://localhost:4000/v1', 'openai/o3', 'openai'],
    ['http://127.0.0.1:8080/v1', 'anthropic.claude-sonnet-4-5', undefined],
    ['http://localhost:8000/v1', 'openai/gpt-oss-120b', 'vllm'],
    ['https://api.githubcopilot.com', 'gpt-5-mini', 'github-copilot'],
    ['https://openrouter.ai/api/v1', 'mistralai/devstral-2512', 'openrouter'],
    ['https://generativelanguage.googleapis.com/v1beta/openai/', 'gemini-3-pro-preview', 'google'],
    [undefined, 'deepseek-r1-distill-qwen-32b', 'deepseek'],
    [undefined, 'moonshotai/kimi-k2.5', 'moonshot'],
    [undefined, 'mixtral-8x22b', 'mistral'],
    ['https://llm.example.com/v1', 'my-model', undefined],
    ['https://llm.example.com/v1', 'glm-4.7', 'zhipu'],
    ['no address', 'gpt-oss-120b', undefined],
    [undefined, 'ft:gpt-4o-mini:org::id', 'openai'],
    [undefined, 'my-model', undefined],
    ['https://llm.example.com/v1', '', undefined],
    [undefined, '', 'openai'],
  ])('of %s with %s is not guessed as %s', (baseURL, model, dialect) => {
    expect(guessDialect(model, baseURL)).toBe(dialect)
  })

  test('that nobody knows is taken for OpenAI', () => {
    const ask = (): unknown => diagnose([], { format: 'openai-chat', dialect: 'opnai' })
    expect(ask).toThrow('Unknown dialect "opnai". Pass one of: openai, azure')
  })

  test('of a relay on this machine has the developer renamed', () => {
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ]
    const known = { format: 'openai-chat', baseURL: 'http://localhost:4000/v1' } as const
    expect(repair(messages, { ...known, request: { model: 'gpt-5.2' } }).messages).toBe(messages)
    expect(repair(messages, { ...known, request: { model: 'Qwen/Qwen3-32B' } }).changed).toBe(true)
  })

  test('of a relay forgets what the vendor behind it demands', () => {
    const rules = openAIChatRules({ model: 'mistralai/devstral' }, { baseURL: 'https://openrouter.ai/api/v1' })
    expect(rules).toMatchObject({ assistantAfterTool: true, callIds: { exactLength: 9 } })
    expect(rules.messageFieldsOf).toBeUndefined()
    const thinking = openAIChatRules({ model: 'deepseek/deepseek-v4' }, { dialect: 'openrouter' })
    expect(thinking.reasoningText).toBe('required')
  })

  test.each([
    ['deepseek-v4', {}, 'required'],
    ['deepseek-v4', { thinking: { type: 'disabled' } }, 'optional'],
    ['deepseek-chat', {}, 'optional'],
    ['deepseek-chat', { thinking: { type: 'enabled' } }, 'required'],
    ['kimi-k2.5', {}, 'required'],
    ['kimi-k2-instruct', {}, 'optional'],
    ['gpt-5.2', { thinking: { type: 'enabled' } }, 'optional'],
  ])('of %s with %j has other rules for reasoning than %s', (model, extra, reasoningText) => {
    expect(openAIChatRules({ model, ...extra }).reasoningText).toBe(reasoningText)
  })
})

test.each(['deepseek-v4-flash', 'kimi-k2.5'])(
  'a stored call of %s without reasoning is a fault, though only the name of the model is known',
  (model) => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b', tool_calls: [call('c')] },
      { role: 'tool', tool_call_id: 'c', content: 'd' },
      { role: 'assistant', content: 'e' },
    ]
    const missing = [{ type: 'reasoning_content_missing', at: { messageIndex: 1 } }]
    const found = (purpose: 'request' | 'stored' | 'resumed', request: object): unknown =>
      diagnose(messages, { format: 'openai-chat', purpose, request: { model, ...request } }).faults
    for (const purpose of ['stored', 'resumed'] as const) {
      expect(found(purpose, {})).toEqual([])
      expect(found(purpose, { thinking: { type: 'enabled' } })).toMatchObject(missing)
      expect(found(purpose, { tools: [{ type: 'function', function: { name: 'f' } }] })).toMatchObject(missing)
    }
    expect(found('request', {})).toMatchObject(missing)
  },
)

test.each([
  ['openrouter', 'anthropic/claude-sonnet-4.5', 'refused'],
  ['openrouter', 'google/gemini-3-pro', undefined],
  ['openrouter', 'x-ai/grok-4', undefined],
])('%s is taken to give %s an id or a result twice, or to keep it from that', (dialect, model, refused = 'taken') => {
  const rules = openAIChatRules({ model }, { dialect })
  expect(rules).toMatchObject({ repeatedIds: refused, secondResults: refused })
})

describe('a repair for Chat Completions', () => {
  test('moves surplus calls away from their results', () => {
    const ids = Array.from({ length: 130 }, (_, index) => `call_${index}`)
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: ids.map(call) },
      ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: id })),
    ]
    const result = repair(messages, { format: 'openai-chat' })
    expect(result.edits).toHaveLength(2)
    expect(result.messages[130]).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [call('call_128'), call('call_129')],
    })
    expect(result.loss).toBe('none')
  })

  test('leaves an assistant message empty when its calls are gone', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [null] },
      { role: 'user', content: 'b' },
    ]
    expect(repair(messages, { format: 'openai-chat' }).messages).toEqual([messages[0], messages[2]])
  })

  test('touches what only another vendor refuses', () => {
    const messages = [
      { role: 'user', content: '' },
      { role: 'assistant', content: '', reasoning_content: 'x', tool_calls: [call('call_with_a_long_id')] },
      { role: 'tool', tool_call_id: 'call_with_a_long_id', content: '' },
      { role: 'user', content: 'b', metadata: {} },
    ]
    expect(repair(messages, { format: 'openai-chat', dialect: 'openai' }).messages).toBe(messages)
    expect(repair(messages, { format: 'openai-chat', dialect: 'mistral' }).messages).toMatchObject([
      { content: '' },
      { tool_calls: [{ id: expect.stringMatching(/^[a-z0-9]{9}$/) }] },
      { role: 'tool' },
      { role: 'assistant' },
      { role: 'user', content: 'b' },
    ])
  })

  test('closes a live call in a store, or leaves it open in a request', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [call('c')] },
    ]
    expect(repair(messages, { format: 'openai-chat', purpose: 'stored' }).messages).toBe(messages)
    expect(repair(messages, { format: 'openai-chat' }).messages[2]).toMatchObject({ role: 'tool', tool_call_id: 'c' })
  })

  test('drops an explicit prefill', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'The answer', prefix: true },
    ]
    expect(repair(messages, { format: 'openai-chat', dialect: 'mistral' }).messages).toBe(messages)
  })

  test('takes a developer role to a vendor that has none', () => {
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'a' },
    ]
    const result = repair(messages, { format: 'openai-chat', baseURL: 'https://api.deepseek.com' })
    expect(result.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
    expect(result.messages[1]).toBe(messages[1])
  })

  test('drops a real result that has the wrong role', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [call('c')] },
      { role: 'user', tool_call_id: 'c', content: 'real output' },
    ]
    const result = repair(messages, { format: 'openai-chat' })
    expect(result.messages[2]).toEqual({ role: 'tool', tool_call_id: 'c', content: 'real output' })
  })
})

describe('an error of the provider teaches nothing:', () => {
  const asked = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: '', tool_calls: [call('c')] },
    { role: 'tool', tool_call_id: 'c', content: 'x' },
  ]
  const learn = (messages: unknown, message: string): unknown =>
    repair(messages, { format: 'openai-chat', error: { status: 400, error: { message } }, allow: 'lossy' }).messages

  test('a call without a word is refused', () => {
    const wording = "Invalid request: the message at position 1 with role 'assistant' must not be empty"
    expect(learn(asked, wording)).toMatchObject([{}, { content: expect.stringContaining('only calls tools') }, {}])
  })

  test('reasoning is demanded', () => {
    const wording = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    expect(learn(asked, wording)).toMatchObject([{}, { reasoning_content: '' }, {}])
  })

  test('a system role is refused', () => {
    const wording = "Unsupported value: 'messages[0].role' does not support 'system' with this model."
    expect(learn([{ role: 'system', content: 's' }, ...asked], wording)).toMatchObject([
      { role: 'developer' },
      {},
      {},
      {},
    ])
  })

  test('a field is refused', () => {
    const wording =
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]"
    const messages = [asked[0], { ...asked[1], reasoning_content: 'x' }, asked[2]]
    expect(learn(messages, wording)).toEqual(asked)
  })
})

test('a result in the role of the functions of old, with the id of its call, is taken for none', () => {
  const calls = [{ id: 'call_1', type: 'function', function: { name: 'read', arguments: '{}' } }]
  const result = { role: 'function', tool_call_id: 'call_1', name: 'read', content: 'A' }
  const messages = [{ role: 'user', content: 'Read.' }, { role: 'assistant', content: null, tool_calls: calls }, result]
  const repaired = repair(messages, { format: 'openai-chat', dialect: 'qwen' })
  expect(repaired.messages).toEqual([...messages.slice(0, 2), { ...result, role: 'tool' }])
  expect(repaired).toMatchObject({ loss: 'none' })
})
