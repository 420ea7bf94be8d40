import { describe, expect, test } from 'vitest'
import { demandedTools } from '../../../src/adapters/mastra/step-settings.ts'
import { sessionRecovery as mastra } from '../../../src/mastra.ts'

describe('Mastra', () => {
  test('an error of a call that was never begun is tried again', async () => {
    const refused = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
    expect(await mastra().processAPIError({ error: refused, messageList: {} })).toEqual({ retry: false })
  })

  const said = (...parts: readonly unknown[]): object => ({ content: { parts } })
  const invoked = (toolName: unknown): object => ({ toolInvocation: { toolName } })
  const claude = { provider: 'anthropic.messages', modelId: 'claude-opus-4-6' }
  const own = { write: {} }
  test.each<[messages: readonly unknown[], model: typeof claude, tools: object | undefined, names: string[]]>([
    [[said(invoked('b'), { type: 'text' }, invoked('a')), said(invoked('b'))], claude, undefined, ['a', 'b']],
    [
      [said(invoked(''), invoked(7), 1, { toolInvocation: 1 }), { content: 'x' }, 1, { content: { parts: 1 } }],
      claude,
      {},
      [],
    ],
    [[said(invoked('a'))], claude, own, ['write']],
    [[said(invoked('a'))], { provider: 'openai.responses', modelId: 'gpt-6' }, {}, []],
  ])('row %$: other tools are defined than those that are demanded', (messages, model, tools, names) => {
    const args = { messages, model, messageList: {}, state: {}, ...(tools && { tools: tools as typeof own }) }
    const demanded = demandedTools(args)
    expect(Object.keys(demanded)).toEqual(names)
    expect(demanded === own).toBe(tools === own)
  })

  test('a definition is none that Mastra takes', () => {
    const inputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} }
    expect(demandedTools({ messages: [said(invoked('a'))], model: claude, messageList: {}, state: {} })).toEqual({
      a: { description: 'a', inputSchema },
    })
  })
})
