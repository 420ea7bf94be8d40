import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { findFormat } from '../../src/formats/index.ts'

type Body = Readonly<Record<string, unknown>>
type Row = readonly [format: FormatName, request: Body, lifted: Body | null]

/** The request with instructions in each of the shapes that it may have, and what it is with two texts more. */
const rows: readonly Row[] = [
  ['anthropic-messages', {}, { system: 'b\n\nc' }],
  ['anthropic-messages', { system: '' }, { system: 'b\n\nc' }],
  ['anthropic-messages', { system: 'a' }, { system: 'a\n\nb\n\nc' }],
  [
    'anthropic-messages',
    { system: [{ type: 'text', text: 'a' }] },
    { system: ['a', 'b', 'c'].map((text) => ({ type: 'text', text })) },
  ],
  ['bedrock-converse', {}, { system: [{ text: 'b' }, { text: 'c' }] }],
  ['bedrock-converse', { system: [{ text: 'a' }] }, { system: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }],
  ['openai-responses', {}, { instructions: 'b\n\nc' }],
  ['openai-responses', { instructions: '' }, { instructions: 'b\n\nc' }],
  ['openai-responses', { instructions: null }, { instructions: 'b\n\nc' }],
  ['openai-responses', { instructions: 'a' }, { instructions: 'a\n\nb\n\nc' }],
  ['openai-chat', {}, null],
  ['langchain', {}, { systemPrompt: 'b\n\nc' }],
  ['langchain', { systemPrompt: '' }, { systemPrompt: 'b\n\nc' }],
  ['langchain', { systemPrompt: 'a' }, { systemPrompt: 'a\n\nb\n\nc' }],
  ['ai-sdk', {}, { instructions: 'b\n\nc' }],
  ['ai-sdk', { instructions: '' }, { instructions: 'b\n\nc' }],
  ['ai-sdk', { instructions: 'a' }, { instructions: 'a\n\nb\n\nc' }],
  ['ai-sdk', { system: 'a', instructions: 'z' }, { system: 'a\n\nb\n\nc' }],
  [
    'ai-sdk',
    { instructions: { role: 'system', content: 'a' } },
    { instructions: ['a', 'b', 'c'].map((content) => ({ role: 'system', content })) },
  ],
  [
    'ai-sdk',
    { instructions: [{ role: 'system', content: 'a' }] },
    { instructions: ['a', 'b', 'c'].map((content) => ({ role: 'system', content })) },
  ],
  ['gemini', {}, { systemInstruction: { parts: [{ text: 'b' }, { text: 'c' }] } }],
  ['gemini', { systemInstruction: '' }, { systemInstruction: 'b\n\nc' }],
  ['gemini', { systemInstruction: 'a' }, { systemInstruction: 'a\n\nb\n\nc' }],
  ['gemini', { system_instruction: 'a' }, { system_instruction: 'a\n\nb\n\nc' }],
  [
    'gemini',
    { systemInstruction: { role: 'user' } },
    { systemInstruction: { role: 'user', parts: [{ text: 'b' }, { text: 'c' }] } },
  ],
  [
    'gemini',
    { systemInstruction: { parts: { text: 'a' } } },
    { systemInstruction: { parts: ['a', 'b', 'c'].map((text) => ({ text })) } },
  ],
  [
    'gemini',
    { system_instruction: { parts: [{ text: 'a' }] } },
    { system_instruction: { parts: ['a', 'b', 'c'].map((text) => ({ text })) } },
  ],
  [
    'gemini',
    { config: { topK: 1, systemInstruction: 'a' } },
    { config: { topK: 1, systemInstruction: 'a\n\nb\n\nc' } },
  ],
]

test.each(rows)('%s: instructions are lost, doubled or put into another field: %j', (format, request, lifted) => {
  expect(findFormat(format).write.liftSystem(request, ['b', 'c'])).toEqual(lifted)
})
