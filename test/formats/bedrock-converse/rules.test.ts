import { describe, expect, test } from 'vitest'
import { findFormat } from '../../../src/formats/index.ts'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

const user = (...content: object[]): object => ({ role: 'user', content })
const say = (...content: object[]): object => ({ role: 'assistant', content })
const text = (value: string): object => ({ text: value })
const call = (toolUseId: string): object => ({ toolUse: { toolUseId, name: 'f', input: {} } })
const result = (toolUseId: string): object => ({ toolResult: { toolUseId, content: [{ json: { a: 1 } }] } })
const toolConfig = { tools: [{ toolSpec: { name: 'f' } }] }
const request = (modelId: string): Record<string, unknown> => ({ modelId, toolConfig })
const run = (messages: unknown[], modelId: string): ReturnType<typeof repair> =>
  repair(messages, { format: 'bedrock-converse', request: request(modelId) })

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const nova = 'amazon.nova-pro-v1:0'
const managed = 'arn:aws:bedrock:us-east-1:123456789012:prompt/ABCDEFGHIJ:1'
const llama = 'us.meta.llama3-3-70b-instruct-v1:0'

describe('what the API accepts is repaired:', () => {
  test.each<[string, unknown[], string]>([
    ['text behind results', [user(text('a')), say(call('c')), user(result('c'), text('b'))], claude],
    [
      'text before results, on a model that does not mind',
      [user(text('a')), say(call('c')), user(text('b'), result('c'))],
      nova,
    ],
    ['nothing behind a prompt of Prompt management', [], managed],
    ['an answer right behind one', [say(text('a')), user(text('b'))], managed],
    ['a call behind one, which brings its tools', [say(call('c')), user(result('c'))], managed],
    [
      'a cache point between results',
      [user(text('a')), say(call('c'), call('d')), user(result('d'), { cachePoint: { type: 'default' } }, result('c'))],
      claude,
    ],
    [
      'an id that comes back in a later turn',
      [user(text('a')), say(call('c')), user(result('c')), say(call('c')), user(result('c'))],
      claude,
    ],
    [
      'a result without content',
      [user(text('a')), say(call('c')), user({ toolResult: { toolUseId: 'c', content: [] } })],
      claude,
    ],
    [
      'reasoning without a signature, on another model',
      [user(text('a')), say({ reasoningContent: { reasoningText: { text: 'b' } } }, text('c')), user(text('d'))],
      'openai.gpt-oss-120b-1:0',
    ],
  ])('%s', (_, messages, modelId) => {
    const { faults } = diagnose(messages, { format: 'bedrock-converse', request: request(modelId) })
    expect(faults).toEqual([])
    expect(run(messages, modelId).messages).toBe(messages)
  })

  test('tools that nobody has told of', () => {
    const messages = [user(text('a')), say(call('c')), user(result('c'))]
    expect(diagnose(messages, { format: 'bedrock-converse' }).ok).toBe(true)
    expect(diagnose(messages, { format: 'bedrock-converse', request: { modelId: nova } }).ok).toBe(false)
    expect(diagnose(messages, { format: 'bedrock-converse', request: { modelId: managed } }).ok).toBe(true)
  })
})

describe('a repair', () => {
  test('loses what the user says beside results that must stand alone', () => {
    const { loss, messages } = run([user(text('a')), say(call('c')), user(result('c'), text('b'))], llama)
    expect(messages.slice(2)).toEqual([
      user(result('c')),
      say(text('[session-recovery] The tool results above were received.')),
      user(text('b')),
    ])
    expect(loss).toBe('synthesised')
  })

  test('waits for a refusal to part words from calls on a model that takes no two of them together', () => {
    const mixed = [user(text('a')), say(text('b'), call('c')), user(result('c'))]
    const { messages } = run(mixed, 'mistral.mistral-large-2407-v1:0')
    const kinds = messages.flatMap((message) => (message as { content: object[] }).content.flatMap(Object.keys))
    expect(kinds).toEqual(['text', 'text', 'text', 'toolUse', 'toolResult'])
    expect(messages.map((message) => (message as { role: string }).role).join()).toBe(
      'user,assistant,user,assistant,user',
    )
    expect(run(mixed, llama).messages).toBe(mixed)
  })

  test('moves a result behind another one, or changes its content', () => {
    const { loss, messages } = run(
      [user(text('a')), say(call('c'), call('d')), user(result('d'), text('b'), result('c'))],
      claude,
    )
    expect(messages[2]).toEqual(user(result('d'), result('c'), text('b')))
    expect(loss).toBe('none')
  })

  test('re-identifies one half of a pair, or the one with the legal id', () => {
    const { messages } = run([user(text('a')), say(call('f:0'), call('ok')), user(result('f:0'), result('ok'))], claude)
    const ids = JSON.stringify(messages).match(/"toolUseId":"[^"]+"/g)!
    expect(ids[0]).toBe(ids[2])
    expect(ids[0]).toMatch(/"toolUseId":"f_0_[a-z0-9]{12}"/)
    expect([ids[1], ids[3]]).toEqual(['"toolUseId":"ok"', '"toolUseId":"ok"'])
  })

  test('drops reasoning whose keys a store has rewritten', () => {
    const reasoning = { text: 'b', signature: 'x' }
    const broken = say({ reasoning_content: { reasoning_text: reasoning } }, text('c'))
    const { messages } = run([user(text('a')), broken, user(text('d'))], claude)
    expect(messages[1]).toEqual(say({ reasoningContent: { reasoningText: reasoning } }, text('c')))
  })

  test('renames the first of two documents, or copies the bytes', () => {
    const bytes = new Uint8Array([1, 2])
    const document = (name: string): { document: { name: string; source: { bytes: Uint8Array } } } => ({
      document: { name, source: { bytes } },
    })
    const { messages } = run([user(text('a'), document('Plan'), document('Plan'), document('a_b.pdf'))], claude)
    const { content } = messages[0] as { content: ReturnType<typeof document>[] }
    expect(content.slice(1).map((block) => block.document.name)).toEqual(['Plan', 'Plan (2)', 'a_b-pdf'])
    expect(content[2]!.document.source.bytes).toBe(bytes)
  })

  test.each([{}, { bytes: '' }, { bytes: null }, { bytes: new Uint8Array() }])(
    'leaves a document without anything in it, %j',
    (source) => {
      const { loss, messages } = run([user(text('a'), { document: { format: 'pdf', name: 'n', source } })], claude)
      const note =
        '[session-recovery] A document "n" (application/pdf) stood here. It was left out because it is not there.'
      expect(messages).toEqual([user(text('a'), text(note))])
      expect(loss).toBe('synthesised')
    },
  )

  test.each([{ text: 'a' }, { s3Location: { uri: 's3://a/b' } }, { content: [{ text: 'a' }] }])(
    'takes a document for empty that is, %j',
    (source) => {
      const messages = [user(text('a'), { document: { format: 'pdf', name: 'n', source } })]
      expect(run(messages, claude).messages).toBe(messages)
    },
  )

  test('invents tools instead of defining those that were called', () => {
    const messages = [user(text('a')), say(call('c')), user(result('c'))]
    const repaired = repair(messages, {
      format: 'bedrock-converse',
      request: { modelId: nova, toolConfig: { tools: [] } },
    })
    expect(repaired.messages).toBe(messages)
    expect(repaired.request).toEqual({
      toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] },
    })
  })

  test('asks for stale thinking to be dropped under a field that Converse does not have', () => {
    const modelId = 'global.anthropic.claude-opus-5-5-v1:0'
    const thinking = { reasoningContent: { reasoningText: { text: 'b', signature: 'x' } } }
    const messages = [user(text('a'), text(' ')), say(thinking, text('c')), user(text('d'))]
    expect(run(messages, modelId).request).toEqual({
      additionalModelRequestFields: {
        thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
        anthropic_beta: ['thinking-binding-controls-2026-08-01'],
      },
    })
  })
})

test.each(['enabled', 'disabled', 'adaptive'])(
  '%s thinking is asked for under its older name, and not heard',
  (type) => {
    const { rules } = findFormat('bedrock-converse')
    const asked = (fields: object): unknown => {
      const { dropStaleThinking, prefill, thinkingDemanded } = rules({
        modelId: claude,
        additionalModelRequestFields: fields,
      })
      return { prefill, thinkingDemanded, setting: dropStaleThinking?.setting }
    }
    const thinking = { type, budget_tokens: 1024 }
    expect(asked({ reasoning_config: thinking })).toEqual(asked({ thinking }))
    const other = { type: type === 'enabled' ? 'disabled' : 'enabled', budget_tokens: 1024 }
    expect(asked({ reasoning_config: other })).not.toEqual(asked({ thinking }))
    expect(asked({ reasoning_config: other, thinking })).toEqual(asked({ thinking }))
    expect(asked({ reasoning_config: type })).toEqual(asked({}))
  },
)

test.each([
  ['the older name', { reasoning_config: { type: 'enabled', budget_tokens: 2048 }, top_k: 5 }, { top_k: 5 }],
  ['its name', { thinking: { type: 'enabled', budget_tokens: 2048 } }, {}],
  [
    'both',
    { reasoning_config: { type: 'enabled', budget_tokens: 2048 }, thinking: { type: 'enabled', budget_tokens: 2048 } },
    {},
  ],
])('thinking that is turned off is asked for still, under %s', (_name, fields, kept) => {
  const { rules } = findFormat('bedrock-converse')
  const { thinkingOff } = rules({ modelId: claude, additionalModelRequestFields: fields })
  expect(thinkingOff).toEqual({ additionalModelRequestFields: { ...kept, thinking: { type: 'disabled' } } })
})
