import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

type Fields = Record<string, unknown>

const missing =
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call `default_api:read` , position 2.'
const corrupted = 'Corrupted thought signature.'
const standIn = 'skip_thought_signature_validator'
const google = { model: 'gemini-3-pro-preview', baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai/' }
const router = { model: 'google/gemini-3-pro-preview', baseURL: 'https://openrouter.ai/api/v1' }
const relay = { model: 'anthropic/claude-sonnet-4-5', baseURL: 'https://llm.example.com/v1' }

const asked = { role: 'user', content: 'Read it.' }
const call = (more: Fields = {}): Fields => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'read', arguments: '{"path":"a.ts"}' },
  ...more,
})
const calling = (calls: Fields[], more: Fields = {}): Fields => ({
  role: 'assistant',
  content: null,
  tool_calls: calls,
  ...more,
})
const told = { role: 'tool', tool_call_id: 'call_1', content: 'export const a = 1' }

function repaired(messages: Fields[], { model, baseURL }: typeof google, refusal: string): readonly unknown[] {
  const found = repair(messages, {
    format: 'openai-chat',
    request: { model },
    baseURL,
    error: Object.assign(new Error(`400 ${refusal}`), { status: 400, error: { error: { message: refusal } } }),
  })
  expect(found.loss).not.toBe('lossy')
  return found.messages as readonly unknown[]
}

test('the call of another model is left without the stand-in that Gemini documents', () => {
  const extra = { extra_content: { google: { thought_signature: standIn } } }
  expect(repaired([asked, calling([call()]), told], google, missing)[1]).toEqual(calling([call(extra)]))
})

test('OpenRouter is told the stand-in where it does not look for it', () => {
  const thought = { type: 'reasoning.text', text: 'So.', format: 'anthropic-claude-v1', index: 0 }
  const sealed = { type: 'reasoning.encrypted', data: standIn, id: 'call_1', format: 'google-gemini-v1', index: 0 }
  const list = [asked, calling([call()], { reasoning_details: [thought] }), told]
  expect(repaired(list, router, missing)[1]).toEqual(calling([call()], { reasoning_details: [thought, sealed] }))
})

test('the seal of a call that OpenRouter keeps beside it is taken for missing', () => {
  const sealed = { type: 'reasoning.encrypted', data: 'Ck1', id: 'call_1', format: 'google-gemini-v1', index: 0 }
  const list = [asked, calling([call()], { reasoning_details: [sealed] }), told]
  expect(repaired(list, router, missing)).toEqual(list)
})

test('a relay that does not pass the stand-in on refuses the call forever', () => {
  const extra = { extra_content: { google: { thought_signature: standIn } } }
  const after = JSON.stringify(repaired([asked, calling([call(extra)]), told], google, missing))
  expect(after).not.toContain('call_1')
  expect(after).toContain('a.ts')
  expect(after).toContain('export const a = 1')
})

test.for([
  ['extra_content', (held: string) => ({ extra_content: { google: { thought_signature: held } } })],
  ['provider_specific_fields', (held: string) => ({ provider_specific_fields: { thought_signature: held } })],
] as const)('a signature in %s that does not verify stays, or is missed by the next request', ([, holding]) => {
  const list = [asked, calling([call(holding('Ck1'))]), told]
  expect(repaired(list, google, corrupted)[1]).toEqual(calling([call(holding(standIn))]))
})

test.for([
  [
    { type: 'thinking', thinking: 'So.', signature: 'Eq1' },
    'messages.1.content.0: Invalid `signature` in `thinking` block',
  ],
  [{ type: 'redacted_thinking', data: 'Eq1' }, 'messages.1.content.0: Invalid `data` in `redacted_thinking` block'],
  [{ type: 'thinking', thinking: 'So.' }, 'messages.1.content.0.thinking.signature: Field required'],
] as const)('thinking that LiteLLM sends on stays though its seal is refused (%#)', ([block, refusal]) => {
  const spoken = { role: 'assistant', content: 'Done.' }
  const list = [asked, { ...spoken, thinking_blocks: [block] }, { role: 'user', content: 'Go on.' }]
  const after = repaired(list, relay, refusal)
  expect(JSON.stringify(after)).not.toContain('Eq1')
  expect(after[1]).toMatchObject(spoken)
  expect((after[1] as Fields)['thinking_blocks'] ?? []).toEqual([])
})

test.for([
  [
    calling([{ ...call(), function: { name: 'read', arguments: '{}', provider_specific_fields: { a: 1 } } }]),
    told,
    "Unknown parameter: 'messages[1].tool_calls[0].function.provider_specific_fields'.",
  ],
  [
    calling([call()]),
    { ...told, content: [{ type: 'text', text: 'found', cache_control: { type: 'ephemeral' } }] },
    "Unknown parameter: 'messages[2].content[0].cache_control'.",
  ],
] as const)('a field that is refused within a call or a result stays (%#)', ([speech, result, refusal]) => {
  const after = repaired(
    [asked, speech, result],
    { ...google, model: 'gpt-5.2', baseURL: 'https://api.openai.com/v1' },
    refusal,
  )
  expect(JSON.stringify(after)).not.toMatch(/provider_specific|cache_control/)
  expect(after).toHaveLength(3)
})

test('a thought among the parts stays where its type is refused without a place', () => {
  const content = [
    { type: 'thinking', thinking: 'So.', signature: 'Eq1' },
    { type: 'text', text: 'Done.' },
  ]
  const list = [asked, { role: 'assistant', content }, { role: 'user', content: 'Go on.' }]
  const refusal = "Invalid value: 'thinking'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal'."
  const after = repaired(list, { model: 'grok-4', baseURL: 'https://api.x.ai/v1' }, refusal)
  expect(after[1]).toEqual({ role: 'assistant', content: [content[1]] })
})

test('a refusal in the field of Chat Completions is lost with its empty message', () => {
  for (const [format, text] of [
    ['openai-responses', 'output_text'],
    ['anthropic-messages', 'text'],
  ] as const) {
    const silent = { role: 'assistant', content: null, refusal: 'I cannot do it.' }
    const { messages } = repair([asked, silent, { role: 'user', content: 'Go on.' }], { format })
    expect(messages).toMatchObject([asked, { content: [{ type: text, text: 'I cannot do it.' }] }, {}])
  }
})
