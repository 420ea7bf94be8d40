import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const picture = { type: 'file', mediaType: 'image/png', data: tinyPng().data }
const csv = { type: 'file', mediaType: 'text/csv', filename: 'a.csv' }
const table = 'a,ä\n1,2\n'
const shown = { type: 'text', text: `[session-recovery] The file "a.csv" (text/csv) as text:\n${table}` }

/** What a list with that file and a picture becomes when the package of its provider throws at it. */
function repaired(file: { readonly mediaType: string }, options: Partial<RepairOptions> = {}): readonly unknown[] {
  const functionality = `file part media type ${file.mediaType}`
  const error = Object.assign(new Error(`'${functionality}' functionality not supported.`), {
    name: 'AI_UnsupportedFunctionalityError',
    functionality,
  })
  const request = { provider: 'openai.responses', model: 'gpt-5' }
  const messages = [{ role: 'user', content: [file, picture] }]
  const result = repair(messages, { format: 'ai-sdk', request, error, ...options })
  return (result.messages[0] as { content: unknown[] }).content
}

describe('a file of a type that its package does not send', () => {
  const long = 'a'.repeat(300_000)
  test.each([
    ['base64', { ...csv, data: base64(table) }, shown],
    ['bytes', { ...csv, data: bytes(table) }, shown],
    ['a buffer', { ...csv, data: bytes(table).buffer }, shown],
    ['an address', { ...csv, data: `data:text/csv;base64,${base64(table)}` }, shown],
    ['tagged bytes', { ...csv, data: { type: 'data', data: bytes(table) } }, shown],
    [
      'no name',
      { type: 'file', mediaType: 'application/json', data: base64('{}') },
      { type: 'text', text: '[session-recovery] The file (application/json) as text:\n{}' },
    ],
    [
      'more than a head',
      { ...csv, data: bytes(long) },
      { type: 'text', text: `[session-recovery] The file "a.csv" (text/csv) as text:\n${long}` },
    ],
  ])('is lost although it holds text (%s), or takes a picture with it', (_what, file, text) => {
    expect(repaired(file)).toEqual([text, picture])
  })

  test('is taken for text although it is none, or takes a picture with it', () => {
    const binary = { type: 'file', mediaType: 'application/x-own', filename: 'a.bin', data: base64('PK\u0003\u0004') }
    expect(repaired(binary)).toEqual([binary, picture])
    expect(repaired(binary, { allow: 'lossy' })).toEqual([
      { type: 'text', text: expect.stringContaining('was left out') as string },
      picture,
    ])
    const torn = { ...csv, data: Uint8Array.of(0xff, 0xfe) }
    expect(repaired(torn)).toEqual([torn, picture])
  })

  test('is lost over the package of Anthropic, which sends no other text than plain', () => {
    const functionality = 'media type: application/json'
    const name = 'AI_UnsupportedFunctionalityError'
    const error = Object.assign(new Error(`'${functionality}' functionality not supported.`), { name, functionality })
    const request = { provider: 'anthropic.messages', model: 'claude-opus-4-8' }
    const file = { type: 'file', mediaType: 'application/json', data: base64('{}') }
    const { messages } = repair([{ role: 'user', content: [picture, file] }], { format: 'ai-sdk', request, error })
    expect(messages).toMatchObject([{ content: [picture, { text: expect.stringMatching(/\n\{\}$/) as string }] }])
  })
})
