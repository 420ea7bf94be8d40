import { describe, expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bytes = Buffer.from(png, 'base64')
const stored = {
  'as a Buffer': () => bytes.toJSON(),
  'as numbers by place': () => ({ ...bytes }),
  'as a list': () => [...bytes],
  'as bytes that are not stored yet': () => bytes,
}

const image = (data: unknown): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })
const pages = (data: unknown): object => ({ type: 'document', source: { type: 'content', content: [image(data)] } })
const asked = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
const answered = (...content: object[]): object => ({ type: 'tool_result', tool_use_id: 'toolu_1', content })
const fetching = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_fetch', input: { url: 'https://a.example' } }
const fetched = (data: unknown): object => ({
  type: 'web_fetch_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: {
    type: 'web_fetch_result',
    url: 'https://a.example',
    content: { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } },
  },
})
const text = { type: 'text', text: 'b' }
const user = (...content: object[]): object => ({ role: 'user', content })
const assistant = (...content: object[]): object => ({ role: 'assistant', content })

/** Each place of the Messages API that holds a medium. */
const places: Readonly<Record<string, (data: unknown) => object[]>> = {
  'in a message': (data) => [user(text, image(data))],
  'in a document': (data) => [user(pages(data), text)],
  'in a result': (data) => [user(text), assistant(asked), user(answered(text, image(data)))],
  'in a document of a result': (data) => [user(text), assistant(asked), user(answered(pages(data)))],
  'in a page that was fetched': (data) => [user(text), assistant(fetching, fetched(data), text)],
  'in two of them': (data) => [user(image(data), text), assistant(asked), user(answered(image(data), pages(data)))],
}

describe.each(Object.entries(places))('bytes that went through JSON are lost, or sent as they are: %s', (_, list) => {
  test.each(Object.entries(stored))('%s', (_way, data) => {
    for (const more of [[], [assistant(text), user(text)]]) {
      const end = assistant(text)
      const before = [...more.toReversed(), ...list(data()), end, user(text)]
      const { messages, ok } = repair(before, { format: 'anthropic-messages' })
      expect([ok, messages]).toEqual([true, [...more.toReversed(), ...list(png), end, user(text)]])
    }
  })
})
