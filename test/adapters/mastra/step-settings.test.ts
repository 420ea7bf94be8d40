import { describe, expect, test } from 'vitest'
import type { StepArgs } from '../../../src/adapters/mastra/processor.ts'
import { demandedThinking, demandedTools } from '../../../src/adapters/mastra/step-settings.ts'
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

  const on = { type: 'enabled', budgetTokens: 2000 }
  const part = (toolCallId: string) => ({ toolCallId, toolName: 'read' })
  const reasoning = {
    type: 'reasoning',
    text: 'Hm.',
    providerOptions: { anthropic: { signature: 'EqQBCkYIBxgCKkBmb3JlaWdu' } },
  }
  const loop = (...leading: readonly object[]): readonly object[] => [
    { role: 'user', content: [{ type: 'text', text: 'Read.' }] },
    { role: 'assistant', content: [...leading, { type: 'tool-call', ...part('a'), input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...part('a'), output: { type: 'text', value: 'A file.' } }] },
  ]
  const showing = (prompt: readonly object[]): object => ({ get: { all: { aiV5: { prompt: () => prompt } } } })
  const sonnet = { provider: 'anthropic.messages', modelId: 'claude-sonnet-4-5' }
  const step = (messageList: object, thinking: object | undefined = on, model = sonnet): StepArgs => ({
    messages: [],
    messageList,
    model,
    tools: { read: {} },
    state: {},
    ...(thinking && { providerOptions: { anthropic: { thinking } } }),
  })
  const off = { type: 'disabled' }

  test.each<[what: string, args: StepArgs, told: unknown]>([
    ['a loop that has lost its thinking', step(showing(loop())), off],
    ['one whose thinking is not signed', step(showing(loop({ type: 'reasoning', text: 'Hm.' }))), off],
    ['one that thinking leads', step(showing(loop(reasoning))), on],
    ['one that is over', step(showing([...loop(), { role: 'user', content: [{ type: 'text', text: 'And?' }] }])), on],
    ['thinking that need not lead', step(showing(loop()), { type: 'adaptive' }), undefined],
    ['thinking that nobody asks for', { ...step(showing(loop())), providerOptions: {} }, undefined],
    ['another provider', step(showing(loop()), on, { provider: 'openai.chat', modelId: 'gpt-4.1' }), undefined],
    ['a list of another version', step({ get: { all: {} } }), undefined],
  ])('%s is asked for otherwise', (_what, args, told) => {
    expect(demandedThinking(args, 'synthesised')).toEqual(told)
  })

  test('thinking is turned off without consent, or for somebody who observes', () => {
    const args = step(showing(loop()))
    expect(demandedThinking(args, 'none')).toEqual(on)
    expect(mastra({ allow: 'none' }).processInputStep(args)).toEqual({})
    expect(mastra({ mode: 'observe' }).processInputStep(args)).toEqual({})
  })

  test('thinking that must lead is told of twice, or not at all, before the prompt is sent', async () => {
    const outcomes: unknown[] = []
    const recovery = mastra({ onRepair: ({ outcome, request }) => outcomes.push([outcome, request]) })
    const args = step(showing(loop()))
    expect(recovery.processInputStep(args)).toEqual({ providerOptions: { anthropic: { thinking: off } } })
    await recovery.processLLMRequest({ ...args, prompt: loop() })
    expect(outcomes).toEqual([['recovered', { thinking: off }]])
  })

  test('a refusal of one signature is not followed by thinking that is off where its loop loses it', async () => {
    const recovery = mastra()
    const foreign = { ...reasoning, providerOptions: { anthropic: { signature: 'Zm9yZWlnbg==' } } }
    const args = step(showing(loop(foreign)))
    expect(recovery.processInputStep(args)).toEqual({})
    await recovery.processLLMRequest({ ...args, prompt: loop(foreign) })
    const error = { statusCode: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
    expect(await recovery.processAPIError({ error, messageList: args.messageList })).toEqual({ retry: true })
    expect(recovery.processInputStep(args)).toEqual({ providerOptions: { anthropic: { thinking: off } } })
    const again = await recovery.processLLMRequest({ ...args, prompt: loop(foreign) })
    expect(JSON.stringify(again)).not.toContain('Zm9yZWlnbg==')
  })
})
