import { describe, expect, test } from 'vitest'
import { wireText } from '../../../src/adapters/wire/wire-text.ts'
import { repair } from '../../../src/repair/repair.ts'
import { tinyPdf, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const modelId = 'us.anthropic.claude-sonnet-4-20250514-v1:0'
const request = { modelId, toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] } }
const options = { format: 'bedrock-converse', request } as const
const png = new Uint8Array(Buffer.from(tinyPng().data, 'base64'))
const pdf = new Uint8Array(Buffer.from(tinyPdf, 'base64'))

/** What a store writes, by who writes it. */
const written: readonly (readonly [string, (bytes: Uint8Array) => unknown])[] = [
  ['numbered bytes', (bytes) => JSON.parse(JSON.stringify(bytes))],
  ['a buffer', (bytes) => Buffer.from(bytes).toJSON()],
  ['a list of numbers', (bytes) => [...bytes]],
]

describe.each(written)('media that a store has written as %s', (_, asJson) => {
  const image = (bytes: unknown): object => ({ image: { format: 'png', source: { bytes } } })
  const document = (bytes: unknown): object => ({ document: { format: 'pdf', name: 'a', source: { bytes } } })
  const call = { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'f', input: {} } }] }
  const result = (bytes: unknown): object => ({ toolResult: { toolUseId: 't1', content: [image(bytes)] } })
  const user = (...content: object[]): object => ({ role: 'user', content })

  test.each([
    ['an image of the user', [user({ text: 'a' }, image(asJson(png)))], [user({ text: 'a' }, image(png))]],
    ['a document', [user({ text: 'a' }, document(asJson(pdf)))], [user({ text: 'a' }, document(pdf))]],
    [
      'an image of a tool',
      [user({ text: 'a' }), call, user(result(asJson(png)))],
      [user({ text: 'a' }), call, user(result(png))],
    ],
  ])('is given up: %s', (_name, stored, meant) => {
    const { loss, messages, ok } = repair(stored, options)
    expect({ ok, loss, messages }).toEqual({ ok: true, loss: 'none', messages: meant })
    expect(repair(messages, options).messages).toBe(messages)
  })

  test('goes over the wire as numbers again', () => {
    const { messages } = repair([user({ text: 'a' }, image(asJson(png)))], options)
    expect(wireText({ messages })).toBe(JSON.stringify({ messages: [user({ text: 'a' }, image(tinyPng().data))] }))
  })
})

test.each([[42], [['a']], [{ 1: 2 }], [[[]]], [[[300]]]])('a document whose bytes are %j is sent', (bytes) => {
  const content = [{ text: 'a' }, { document: { format: 'pdf', name: 'a', source: { bytes } } }]
  const { messages, ok } = repair([{ role: 'user', content }], options)
  expect(ok).toBe(true)
  expect(JSON.stringify(messages)).not.toContain('"document":')
})

test.each([[' '], [42], [[]], [{}]])('redacted reasoning that is %j is sent to be verified', (redactedContent) => {
  const answer = { role: 'assistant', content: [{ reasoningContent: { redactedContent } }, { text: 'b' }] }
  const said = (text: string): object => ({ role: 'user', content: [{ text }] })
  const { messages } = repair([said('a'), answer, said('c')], options)
  expect(messages[1]).toEqual({ role: 'assistant', content: [{ text: 'b' }] })
})
