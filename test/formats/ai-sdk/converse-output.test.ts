import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const request = { provider: 'amazon-bedrock', model: 'anthropic.claude-sonnet-4-5', specification: 'v4' }
const blank =
  'The text field in the ContentBlock object at messages.2.content.0.toolResult.content.0 is blank. Add text to the text field, and try again.'
const error = Object.assign(new Error(blank), { name: 'ValidationException', statusCode: 400 })
const asks = { role: 'user', content: 'Read it.' }
const calls = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} }] }
const answers = (output: object): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', output }],
})
const outputOf = (messages: readonly unknown[], at: number): unknown =>
  (messages[at] as { content: { output: unknown }[] }).content[0]!.output

describe('a list over @ai-sdk/amazon-bedrock', () => {
  test.each([
    ['nothing', { type: 'text', value: '' }, 'text'],
    ['blanks', { type: 'text', value: ' \n' }, 'text'],
    ['a failure without words', { type: 'error-text', value: '' }, 'error-text'],
    ['content without words', { type: 'content', value: [{ type: 'text', text: '' }] }, 'text'],
  ])('the refusal of a blank output is answered with the same list: %s', (_name, output, type) => {
    const list = [asks, calls, answers(output), asks, calls, answers(output)]
    const { loss, messages, ok } = repair(list, { format: 'ai-sdk', request, error })
    expect({ loss, ok }).toEqual({ loss: 'synthesised', ok: true })
    for (const at of [2, 5])
      expect(outputOf(messages, at)).toEqual({ type, value: expect.stringMatching(/\S/) as unknown })
  })

  test.each(['', ' \n'])('a denial for the blank reason "%s" becomes the output of a tool that ran (I5)', (reason) => {
    const list = [asks, calls, answers({ type: 'execution-denied', reason }), asks]
    const { loss, messages, ok } = repair(list, { format: 'ai-sdk', request, error })
    expect({ loss, ok }).toEqual({ loss: 'none', ok: true })
    expect(outputOf(messages, 2)).toEqual({ type: 'execution-denied' })
  })

  test.each([{}, { reason: 'No.' }])('a denial that says something is changed (I4): %o', (said) => {
    const list = [asks, calls, answers({ type: 'execution-denied', ...said }), asks]
    expect(outputOf(repair(list, { format: 'ai-sdk', request, error }).messages, 2)).toEqual({
      type: 'execution-denied',
      ...said,
    })
  })

  test('a denial for a blank reason is no denial for a version that has none', () => {
    const list = [asks, calls, answers({ type: 'execution-denied', reason: '' }), asks]
    const older = { ...request, specification: 'v2' }
    expect(outputOf(repair(list, { format: 'ai-sdk', request: older }).messages, 2)).toEqual({
      type: 'error-text',
      value: 'The tool call was denied.',
    })
  })

  test('a blank output is changed that nobody has refused (I1)', () => {
    const list = [asks, calls, answers({ type: 'text', value: '' }), asks]
    expect(repair(list, { format: 'ai-sdk', request }).messages).toBe(list)
  })

  test('what a tool has said is replaced, or a file of it (I4)', () => {
    const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0KGgo=' } }
    const list = [
      asks,
      calls,
      answers({ type: 'content', value: [file] }),
      asks,
      calls,
      answers({ type: 'json', value: '' }),
    ]
    expect(repair(list, { format: 'ai-sdk', request, error }).messages).toBe(list)
  })
})

describe('over Converse', () => {
  const request = { provider: 'amazon-bedrock', model: 'anthropic.claude-opus-4-7' }
  const data = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
  const pdf = { type: 'file', mediaType: 'application/pdf', data, filename: 'paper' }
  const asked = { role: 'user', content: [{ type: 'text', text: 'Read it.' }] }
  const mended = (messages: readonly unknown[]): readonly unknown[] =>
    repair(messages, { format: 'ai-sdk', request }).messages

  test('a document stands without a text, or a text beside it does not count', () => {
    const alone = { role: 'user', content: [pdf] }
    expect(JSON.stringify(mended([alone]))).toContain('"text":"')
    // Its package joins neighbours of one side.
    for (const list of [[alone, asked], [asked, alone], [{ role: 'user', content: [pdf, asked.content[0]] }]])
      expect(mended(list)).toBe(list)
  })

  test.each(['image/*', ' ', 'application/pdf\u0000'])('a PDF goes out as "%s"', (mediaType) => {
    const content = [{ ...pdf, mediaType }, ...asked.content]
    expect(mended([{ role: 'user', content }])[0]).toMatchObject({
      content: [{ mediaType: 'application/pdf', data }, {}],
    })
  })

  describe("a call that is marked as the provider's", () => {
    const call = { type: 'tool-call', toolCallId: 'tooluse_1', toolName: 'read', input: {}, providerExecuted: true }
    const output = { type: 'text', value: 'rows' }
    const result = { type: 'tool-result', toolCallId: 'tooluse_1', toolName: 'read', output }
    const list = [asked, { role: 'assistant', content: [call, result] }, asked]
    const sentence = 'Expected toolResult blocks at messages.2.content for the following Ids: tooluse_1'
    const unanswered = Object.assign(new Error(sentence), { status: 400 })

    test.each([
      ['of AI SDK 5', { request: { ...request, specification: 'v2' } }],
      ['of AI SDK 6', { request: { ...request, specification: 'v3' } }],
      ['of an older AI SDK 7, which Converse has refused', { request, error: unanswered }],
    ])('goes out without its result over the package %s', (_which, options) => {
      const text = JSON.stringify(repair(list, { format: 'ai-sdk', ...options }).messages)
      expect(text).not.toContain('providerExecuted')
      expect(text).toContain('rows')
    })

    // The package sends the result since 5.0.75.
    test.each([undefined, 'v4'])('becomes text although its package sends the result (I1): %s', (specification) => {
      expect(repair(list, { format: 'ai-sdk', request: { ...request, specification } }).messages).toBe(list)
    })
  })
})
