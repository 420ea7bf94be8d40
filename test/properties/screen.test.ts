import { expect, test } from 'vitest'
import { createVerdictCache } from '../../src/repair/create-verdict-cache.ts'
import { diagnose } from '../../src/repair/diagnose.ts'
import { doubleCases, healthy, repairOf, seeds, singleCases } from './cases.ts'

const format = 'anthropic-messages'

/** Rules that a caller has touched are not those of the screen: every message is linted. */
const unscreened = { rules: {} }

test('a message that the screen lets pass has a fault, or is repaired otherwise', () => {
  const differences: string[] = []
  for (const { allow, name, transcript } of [...singleCases(6), ...doubleCases(400)]) {
    // A long plain history in front, in which the screen lets most pass.
    const filler = Array.from({ length: 6 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${index}`,
    }))
    const longer = { ...transcript, messages: [...filler, ...transcript.messages] }
    const quick = repairOf(longer, { allow }).result
    const full = repairOf(longer, { allow, ...unscreened }).result
    if (JSON.stringify(quick) !== JSON.stringify(full)) differences.push(name)
  }
  expect(differences).toEqual([])
})

test('the cached verdict differs from the plain one while a history grows', () => {
  const cache = createVerdictCache()
  const differences: string[] = []
  for (const { name, transcript } of [
    ...singleCases(2),
    ...seeds(40).map((seed) => ({ name: `${seed}`, transcript: healthy(seed) })),
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
