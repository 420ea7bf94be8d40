import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/repair/repair.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'

interface KeptCase {
  readonly what: string
  readonly format: FormatName
  readonly messages: readonly unknown[]
  /** Said by a person or a tool: each must still be there. */
  readonly said: readonly string[]
}

const openai = (call: object, result: object): readonly unknown[] => [{ role: 'user', content: 'go' }, call, result]
const computerCall = {
  type: 'computer_call',
  id: 'cu_1',
  call_id: 'call_1',
  action: { type: 'screenshot' },
  pending_safety_checks: [],
  status: 'completed',
}
const toolResult = (text: string): object => ({ toolResult: { toolUseId: 'tooluse_1', content: [{ text }] } })
const png = tinyPng().data

/** Each was lost once, and the repair called that no loss (I4). */
const cases: readonly KeptCase[] = [
  {
    what: 'a text that Bedrock got in place of blocks is lost when it is merged with blocks',
    format: 'bedrock-converse',
    messages: [
      { role: 'user', content: 'the first words' },
      { role: 'user', content: [{ text: 'the second words' }] },
    ],
    said: ['the first words', 'the second words'],
  },
  {
    what: 'a single block that Bedrock got in place of a list is lost when its message is merged, the first',
    format: 'bedrock-converse',
    messages: [
      { role: 'assistant', content: toolResult('the real output') },
      { role: 'assistant', content: [{ text: 'Done.' }] },
      { role: 'user', content: [{ text: 'go on' }] },
    ],
    said: ['the real output', 'go on'],
  },
  {
    what: 'a single block that Bedrock got in place of a list is lost when its message is merged, the last two',
    format: 'bedrock-converse',
    messages: [
      { role: 'user', content: [{ text: 'go' }] },
      { role: 'assistant', content: [{ text: 'Done.' }] },
      { role: 'assistant', content: 'the plain words' },
      { role: 'assistant', content: toolResult('the real output') },
    ],
    said: ['go', 'the plain words', 'the real output'],
  },
  {
    what: 'the text of an Anthropic block without type is lost',
    format: 'anthropic-messages',
    messages: [
      { role: 'user', content: [{ text: 'the words' }, { tool_use_id: 'toolu_1', content: 'the real output' }] },
    ],
    said: ['the words', 'the real output'],
  },
  {
    what: 'a screenshot takes the place of what a computer call really returned',
    format: 'openai-responses',
    messages: openai(computerCall, { type: 'function_call_output', call_id: 'call_1', output: 'the real output' }),
    said: ['the real output'],
  },
  {
    what: 'what a computer call returned as text is lost',
    format: 'openai-responses',
    messages: openai(computerCall, { type: 'computer_call_output', call_id: 'call_1', output: 'the real output' }),
    said: ['the real output'],
  },
  {
    what: 'texts, images and results are lost when a system message of Gemini is lifted out',
    format: 'gemini',
    messages: [
      { role: 'user', parts: [{ text: 'go' }] },
      {
        role: 'system',
        parts: [
          { text: 'the rules' },
          { inlineData: { mimeType: 'image/png', data: png } },
          { functionResponse: { name: 'f', response: { output: 'the real output' } } },
        ],
      },
      { role: 'model', parts: [{ text: 'Yes.' }] },
      { role: 'user', parts: [{ text: 'go on' }] },
    ],
    said: ['go', 'the rules', png, 'the real output', 'go on'],
  },
  {
    what: 'texts, images and results are lost when a system message of Bedrock is lifted out',
    format: 'bedrock-converse',
    messages: [
      { role: 'user', content: [{ text: 'go' }] },
      {
        role: 'system',
        content: [
          { text: 'the rules' },
          { image: { format: 'png', source: { bytes: png } } },
          toolResult('the real output'),
        ],
      },
      { role: 'user', content: [{ text: 'go on' }] },
    ],
    said: ['go', 'the rules', png, 'the real output', 'go on'],
  },
  {
    what: 'one of two is lost where a part of the AI SDK has an output and an error text',
    format: 'ai-sdk',
    messages: [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'go' }] },
      {
        id: '2',
        role: 'assistant',
        parts: [
          {
            type: 'tool-f',
            toolCallId: 'call_1',
            state: 'output-available',
            input: {},
            output: 'the real output',
            errorText: 'the real error',
          },
        ],
      },
      { id: '3', role: 'user', parts: [{ type: 'text', text: 'go on' }] },
    ],
    said: ['go', 'the real output', 'the real error', 'go on'],
  },
]

test.each(cases)('$what', ({ format, messages, said }) => {
  const lost = (['none', 'synthesised', 'lossy'] as const).flatMap((allow) => {
    const result = repair(messages, { format, allow })
    const left = JSON.stringify([result.messages, result.request])
    // With consent the loss may be told; the default keeps everything.
    const isTold = allow === 'lossy' && result.loss === 'lossy'
    return isTold ? [] : said.filter((text) => !left.includes(text)).map((text) => `${allow}: ${text}`)
  })
  expect(lost).toEqual([])
})
