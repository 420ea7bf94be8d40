import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const format = 'anthropic-messages'
const shown = (url: string): object[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'See:' },
      { type: 'image', source: { type: 'url', url } },
    ],
  },
]

test('a picture on the machine of the user waits for the error, or goes without its address', () => {
  const { loss, messages, ok } = repair(shown('file:///home/me/a.png'), { format })
  expect([ok, loss]).toEqual([true, 'synthesised'])
  expect(JSON.stringify(messages)).toContain('file:///home/me/a.png')
  expect(JSON.stringify(messages)).not.toContain('"image"')
  for (const url of ['https://a.example/a.png', 'http://a.example/a.png']) {
    const fine = shown(url)
    expect(repair(fine, { format }).messages).toBe(fine)
  }
})
