import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'

const shapes: Readonly<Record<string, (texts: readonly unknown[], calls: readonly unknown[]) => object>> = {
  'a content that has its places for keys': (texts, calls) => ({ content: { ...texts }, tool_calls: calls }),
  'parts in wraps': (texts, calls) => ({ content: texts.map((value) => ({ value })), tool_calls: calls }),
}

/** How often a repair looks at the calls of a message with so many texts in wraps. */
function looks(size: number, shape: (texts: readonly unknown[], calls: readonly unknown[]) => object): number {
  let seen = 0
  const calls = Array.from({ length: size }, (_, index) => ({
    id: `c${index}`,
    type: 'function',
    get function() {
      seen += 1
      return { name: 'f', arguments: '{}' }
    },
  }))
  const texts = calls.map(({ id: text }) => ({ type: 'text', text }))
  const answers = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'r' }))
  const list = [{ role: 'user', content: 'q' }, { role: 'assistant', ...shape(texts, calls) }, ...answers]
  const { loss, messages } = repair(list, { format: 'openai-chat' })
  expect(loss).toBe('none')
  expect((messages[1] as { readonly content: unknown }).content).toEqual(texts)
  return seen
}

test.each(Object.entries(shapes))('%s: the whole message is read anew for each of them', (_, shape) => {
  expect(looks(80, shape) / looks(20, shape)).toBeLessThan(6)
})
