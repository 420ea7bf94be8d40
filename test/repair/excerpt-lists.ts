import { expect } from 'vitest'
import type { Excerpt } from '../../src/repair/excerpt.ts'

/** Messages by their first letter; what follows is the id of a call. */
const messageOf: Readonly<Record<string, (id: string) => object>> = {
  u: () => ({ role: 'user', content: 'Ask.' }),
  a: () => ({ role: 'assistant', content: [{ type: 'text', text: 'Said.' }] }),
  t: () => ({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'text', text: 'Said.' },
    ],
  }),
  c: (id) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] }),
  r: (id) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Done.' }] }),
  '!': () => ({ role: 'user', content: ' ' }),
  // Right, but not plain.
  k: (id) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'read', input: {}, cache_control: { type: 'ephemeral' } }],
  }),
  i: () => ({ role: 'user', content: [{ type: 'text', text: 'Ask.', cache_control: { type: 'ephemeral' } }] }),
}
export const request: { model: string; tools: object[] } = {
  model: 'claude-haiku-4-5',
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
}

export const listOf = (list: string): readonly object[] =>
  list.split(' ').map((token) => messageOf[token[0]!]!(token.slice(1)))

/** Which messages are read, and behind each gap in brackets how many were left out up to there; `*`: the model thinks in it. */
export function told(excerpt: Excerpt | null): string {
  if (excerpt === null) return 'all'
  const { gaps, messages, places } = excerpt
  expect(messages).toHaveLength(places.length)
  expect(gaps).toEqual(gaps.toSorted((one, other) => one.end - other.end))
  const passed = places.map((place, at) => place - at)
  const words = places.flatMap((place, at) => [
    ...gaps.filter(({ end }) => end === passed[at] && end !== (passed[at - 1] ?? 0)).map(nameOf),
    `${place}`,
  ])
  expect(words).toHaveLength(places.length + gaps.length)
  return words.join(' ')
}

const nameOf = ({ end, thinks }: Excerpt['gaps'][number]): string => `(${end}${thinks ? '*' : ''})`

export const inList = { callIdScope: 'transcript' } as const
export const plain = 'u c1 r1 a u c2 r2 a u c3 r3 a u'
