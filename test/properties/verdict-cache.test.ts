import { expect, test } from 'vitest'
import { createVerdictCache } from '../../src/repair/create-verdict-cache.ts'
import { diagnose } from '../../src/repair/diagnose.ts'
import { seeds } from '../seeds.ts'
import { healthy, singleCases } from './cases.ts'

const format = 'anthropic-messages'

test('the cached verdict differs from the plain one while a history grows', () => {
  const cache = createVerdictCache()
  const differences: string[] = []
  for (const { name, transcript } of [
    ...singleCases(1),
    ...seeds(20).map((seed) => ({ name: `${seed}`, transcript: healthy(seed) })),
  ]) {
    const { messages, request } = transcript
    for (let end = 1; end <= messages.length; end += 1) {
      const list = messages.slice(0, end)
      const cached = cache.diagnose(list, { format, request })
      if (JSON.stringify(cached) !== JSON.stringify(diagnose(list, { format, request })))
        differences.push(`${name}, ${end}`)
    }
  }
  expect(differences).toEqual([])
})

test('the cached verdict is not renewed when an earlier message is another one', () => {
  const cache = createVerdictCache()
  const messages: object[] = Array.from({ length: 20 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: `Message ${index}` }],
  }))
  expect(cache.diagnose([...messages, { role: 'user', content: 'x' }], { format }).ok).toBe(true)
  const edited = messages.with(3, { role: 'assistant', content: [{ type: 'text', text: '' }] })
  expect(cache.diagnose([...edited, { role: 'user', content: 'x' }], { format }).ok).toBe(false)
  ;(messages[5] as { content: object[] }).content.push({ type: 'text', text: '' })
  expect(cache.diagnose([...messages, { role: 'user', content: 'x' }], { format }).ok).toBe(false)
})
