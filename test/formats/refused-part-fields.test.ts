import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/index.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'

const url = `data:image/png;base64,${tinyPng().data}`
const chatImage = (detail?: string): object => ({ type: 'image_url', image_url: { url, ...(detail && { detail }) } })
const inputImage = (detail?: string): object => ({ type: 'input_image', ...(detail && { detail }), image_url: url })
const file = { type: 'input_file', file_data: 'data:application/pdf;base64,JVBERi0xLjQK' }

const refused = (param: string, words: string): Error =>
  Object.assign(new Error(`400 ${words}`), { status: 400, error: { message: words, param } })
const ofValue = "Invalid value: 'medium'. Supported values are: 'low', 'high', and 'auto'."

test.each<[FormatName, readonly object[], Error, readonly object[]]>([
  [
    'openai-chat',
    [chatImage('medium'), chatImage('high')],
    refused('messages[0].content[0].image_url.detail', ofValue),
    [chatImage('auto'), chatImage('high')],
  ],
  [
    'openai-chat',
    [chatImage('high')],
    refused('messages[0].content[0].image_url.detail', "Unknown parameter: 'messages[0].content[0].image_url.detail'."),
    [chatImage()],
  ],
  [
    'openai-responses',
    [inputImage('high'), inputImage('medium')],
    refused('input[0].content[1].detail', ofValue),
    [inputImage('high'), inputImage('auto')],
  ],
  [
    'openai-responses',
    [inputImage('high')],
    refused('input[0].content[0].detail', "Unknown parameter: 'input[0].content[0].detail'."),
    [inputImage()],
  ],
  [
    'openai-responses',
    [file],
    refused('input[0].content[0].filename', "Missing required parameter: 'input[0].content[0].filename'."),
    [{ ...file, filename: 'file' }],
  ],
])('%s: a part is refused for ever for a field beside what it shows (%#)', (format, content, error, repaired) => {
  const asked = [{ role: 'user', content }]
  expect(repair(asked, { format }).messages).toBe(asked)
  const { loss, messages } = repair(asked, { format, error })
  expect([loss, messages]).toEqual(['none', [{ role: 'user', content: repaired }]])
})
