import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const gemini = { provider: 'google.generative-ai', model: 'gemini-3-pro-preview', specification: 'v3' }
const asks = { role: 'user', content: 'Read it.' }
const signed = (thoughtSignature: string, more: object = {}): object => ({
  providerOptions: { google: { thoughtSignature, ...more } },
})
const call = (id: string, options: object): object => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'read',
  input: {},
  ...options,
})
const turn = (id: string, options: object, thought: object = {}): object[] => [
  { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.', ...thought }, call(id, options)] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output: { type: 'text', value: 'Found.' } }],
  },
]
const foreign = signed('CpcBAAAA')
const refused = (message: string): Error => Object.assign(new Error(message), { status: 400 })
const invalid = refused('Thought signature is not valid.')
const missing = refused('Function call is missing a thought_signature in functionCall parts.')
const contentAt = (messages: readonly unknown[], at: number): unknown[] =>
  (messages[at] as { content: unknown[] }).content

describe('a call that Gemini has signed', () => {
  test.each([
    ['first', 1],
    ['last', 3],
  ])('goes on being refused for the signature of another model: %s', (_place, at) => {
    const list = [asks, ...turn('a', at === 1 ? foreign : {}), ...turn('b', at === 3 ? foreign : {})]
    const { changed, messages } = repair(list, { format: 'ai-sdk', request: gemini, error: invalid })
    expect(changed).toBe(true)
    // The package names the stand-in itself.
    expect(contentAt(messages, at)).toEqual([{ type: 'reasoning', text: 'Hm.' }, call(at === 1 ? 'a' : 'b', {})])
    expect(messages[at === 1 ? 3 : 1]).toBe(list[at === 1 ? 3 : 1])
  })

  test('loses what else was told with its signature, or the thought beside it', () => {
    const list = [asks, ...turn('a', signed('Cpc B', { serverToolCallId: 's' }), foreign), asks]
    const { messages } = repair(list, { format: 'ai-sdk', request: gemini })
    expect(contentAt(messages, 1)).toEqual([
      { type: 'reasoning', text: 'Hm.', ...foreign },
      call('a', { providerOptions: { google: { serverToolCallId: 's' } } }),
    ])
  })

  test('keeps an empty signature, which the package sends', () => {
    const { messages } = repair([asks, ...turn('a', signed(''))], { format: 'ai-sdk', request: gemini, error: missing })
    expect(contentAt(messages, 1)[1]).toEqual(call('a', signed('skip_thought_signature_validator')))
  })

  test('gets its stand-in where the package of Vertex does not look', () => {
    const empty = { providerOptions: { vertex: { thoughtSignature: '', serverToolCallId: 's' } } }
    const { messages } = repair([asks, ...turn('a', empty)], { format: 'ai-sdk', request: gemini, error: missing })
    const told = { thoughtSignature: 'skip_thought_signature_validator', serverToolCallId: 's' }
    expect(contentAt(messages, 1)[1]).toEqual(call('a', { providerOptions: { vertex: told } }))
  })

  test('is changed when Claude refuses the thought beside it', () => {
    const claude = { provider: 'anthropic.messages', model: 'claude-sonnet-4-5', thinking: { type: 'enabled' } }
    const sealed = { providerOptions: { anthropic: { signature: 'EqQBAAAA' } } }
    const list = [asks, ...turn('a', foreign, sealed), asks]
    const error = refused('messages.1.content.0: Invalid `signature` in `thinking` block')
    const { messages } = repair(list, { format: 'ai-sdk', request: claude, error })
    expect(contentAt(messages, 1)).toEqual([call('a', foreign)])
    const again = repair(list, { format: 'ai-sdk', request: claude, error: refused('Invalid signature in thinking') })
    expect(contentAt(again.messages, 1)).toEqual([call('a', foreign)])
  })

  test('is changed although nothing was refused (I1)', () => {
    const list = [asks, ...turn('a', foreign, foreign), asks]
    expect(repair(list, { format: 'ai-sdk', request: gemini }).messages).toBe(list)
  })
})
