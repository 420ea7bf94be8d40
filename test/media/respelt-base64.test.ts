import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { respeltBase64 } from '../../src/media/respelt-base64.ts'

const bytes = Buffer.from([251, 255, 190, 1])
const plain = bytes.toString('base64')

test.each([
  ['in lines', `${plain.slice(0, 3)}\r\n${plain.slice(3)}\n`],
  ['in the alphabet of addresses', bytes.toString('base64url')],
  ['without what fills it up', plain.replace(/=+$/, '')],
])('base64 stays as some decoders refuse it: %s', (_how, text) => {
  expect(respeltBase64(text)).toBe(plain)
})

test.each([
  ['it is so already', plain],
  ['it is an address', 'https://example.com/a-b'],
  ['a sign is missing', 'iVBOR'],
  ['nothing is there', '\n'],
])('a text is spelt anew although %s', (_why, text) => {
  expect(respeltBase64(text)).toBeUndefined()
})

test.each(['https://a.example/my-file_1.png', 'file-a_b-1'])(
  'what a tool gave back is told as lost where %s is written out as it stands',
  (address) => {
    const list = (content: unknown): object[] => [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
    ]
    const output = { type: 'image_url', image_url: { url: address } }
    const { loss, messages } = repair(list(output), {
      format: 'anthropic-messages',
      request: { tools: [{ name: 'f' }] },
    })
    expect(messages).toEqual(list(JSON.stringify(output)))
    expect(loss).toBe('none')
  },
)
