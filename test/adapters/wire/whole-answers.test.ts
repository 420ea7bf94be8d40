import { expect, test } from 'vitest'
import type { Answer, AnswerReader } from '../../../src/adapters/wire/answer.ts'
import { anthropicAnswer } from '../../../src/adapters/wire/anthropic-answer.ts'
import { bedrockAnswer } from '../../../src/adapters/wire/bedrock-answer.ts'
import { geminiAnswer } from '../../../src/adapters/wire/gemini-answer.ts'
import { invokeAnswer } from '../../../src/adapters/wire/invoke-answer.ts'
import { openAIChatAnswer } from '../../../src/adapters/wire/openai-chat-answer.ts'
import { openAIResponsesAnswer } from '../../../src/adapters/wire/openai-responses-answer.ts'

const nothing = { messages: [], complete: false }

const withheld = (reason: string): object => ({ type: 'reasoning', id: 'rs_1', action: 'removed', reason })

const text = (words: string): object => ({ type: 'text', text: words })

const saidBy = (role: string, field: string, ...content: readonly unknown[]): object => ({ role, [field]: content })

const claude = (...content: readonly unknown[]): object => saidBy('assistant', 'content', ...content)

const model = (...parts: readonly unknown[]): object => saidBy('model', 'parts', ...parts)

test.each<readonly [AnswerReader, body: unknown, answer: Answer]>([
  [
    anthropicAnswer,
    { id: 'm', content: [text('a')] },
    { messages: [claude(text('a'))], complete: true, responseID: 'm' },
  ],
  [
    anthropicAnswer,
    { content: [], input_transformations: [1] },
    { messages: [], complete: true, transformations: [1] },
  ],
  [anthropicAnswer, { id: 1, content: 'a', input_transformations: 'x' }, { messages: [], complete: true }],
  [anthropicAnswer, null, { messages: [], complete: true }],
  [invokeAnswer, { content: [text('a')] }, { messages: [claude(text('a'))], complete: true }],
  [
    bedrockAnswer,
    { output: { message: claude({ text: 'a' }) } },
    { messages: [claude({ text: 'a' })], complete: true },
  ],
  [bedrockAnswer, { output: {} }, nothing],
  [bedrockAnswer, { message: {} }, nothing],
  [bedrockAnswer, 'x', nothing],
  [
    geminiAnswer,
    { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] },
    { messages: [model({ text: 'a' })], complete: true },
  ],
  [
    geminiAnswer,
    [{ candidates: [{ content: { parts: [{ text: 'a' }, 1] } }] }, { candidates: [{ finishReason: 'STOP' }] }],
    { messages: [model({ text: 'a' })], complete: true },
  ],
  [
    geminiAnswer,
    { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 1 }] },
    { messages: [model({ text: 'a' })], complete: false },
  ],
  [geminiAnswer, { candidates: {} }, nothing],
  [geminiAnswer, { candidates: [1] }, nothing],
  [geminiAnswer, 'x', nothing],
  [
    openAIChatAnswer,
    { choices: [{ message: { role: 'assistant', content: null, refusal: null } }, { message: {} }] },
    { messages: [{ role: 'assistant', content: null }], complete: true },
  ],
  [openAIChatAnswer, { choices: [{}] }, nothing],
  [openAIChatAnswer, { choices: [1] }, nothing],
  [openAIChatAnswer, { choices: {} }, nothing],
  [openAIChatAnswer, null, nothing],
  [
    openAIResponsesAnswer,
    { id: 'r', output: [{ id: 'i' }], status: 'completed' },
    { messages: [{ id: 'i' }], complete: true, responseID: 'r' },
  ],
  [openAIResponsesAnswer, { output: [{ id: 'i' }], status: 'incomplete' }, { messages: [{ id: 'i' }], complete: true }],
  [openAIResponsesAnswer, { id: 1, output: {}, status: 'in_progress' }, nothing],
  [openAIResponsesAnswer, null, nothing],
  [
    openAIResponsesAnswer,
    { status: 'completed', input_transformations: [withheld('turn_boundary'), withheld('model_mismatch'), 1] },
    { messages: [], complete: true, transformations: [withheld('model_mismatch')] },
  ],
  [openAIResponsesAnswer, { status: 'completed', input_transformations: 'x' }, { messages: [], complete: true }],
])('row %$: a whole answer is read as another one', (reader, body, answer) => {
  expect(reader.whole(body)).toStrictEqual(answer)
})
