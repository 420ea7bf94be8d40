import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const text = { type: 'text', text: 'So.' }
const asks = { role: 'user', content: 'Look it up.' }

test.each<[string, object, object]>([
  ['alone', { anthropic: undefined }, text],
  [
    'beside another',
    { anthropic: undefined, openai: { itemId: 'msg_1' } },
    { ...text, providerOptions: { openai: { itemId: 'msg_1' } } },
  ],
])('a package of which nothing is told ends the session: %s', (_what, providerOptions, meant) => {
  const list = [asks, { role: 'assistant', content: [{ ...text, providerOptions }] }, asks]
  const { loss, messages } = repair(list, { format: 'ai-sdk' })
  expect(loss).toBe('none')
  expect((messages[1] as { content: unknown[] }).content).toStrictEqual([meant])
})
