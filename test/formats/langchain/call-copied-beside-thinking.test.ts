import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const signature = 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds'
const claude = 'claude-opus-4-5'
const entries = ['x', 'y'].map((id) => ({ type: 'tool_call', id, name: 'f', args: { of: id } }))
const used = entries.map(({ args, id, name }) => ({ type: 'tool_use', id, name, input: args }))
const thinking = { type: 'thinking', thinking: 'Hm.', signature }
const wrapped = { type: 'reasoning_content', reasoningText: { text: 'Hm.', signature } }
const user = { type: 'human', content: 'Go.' }
const results = entries.map(({ id, name }) => ({ type: 'tool', tool_call_id: id, name, content: `of ${id}` }))

/** The list of calls is LangChain's own: the model has signed none of it. */
test.each([
  ['Anthropic', { provider: 'anthropic', model: claude }, [thinking, ...used]],
  ['Bedrock', { provider: 'amazon_bedrock', model: claude }, [wrapped]],
  ['Gemini', { provider: 'google_genai', model: 'gemini-3-pro' }, [{ type: 'thinking', thinking: 'Hm.' }]],
])('a copy in `tool_calls` beside thinking of %s gets an id and a result that are invented', (_, request, content) => {
  for (const copied of [0, 1]) {
    const asks = { type: 'ai', content, tool_calls: entries }
    const broken = { ...asks, tool_calls: [...entries, { ...entries[copied] }] }
    const { loss, messages } = repair([user, broken, ...results], { format: 'langchain', request })
    expect(messages).toEqual([user, asks, ...results])
    expect(loss).toBe('none')
  }
})

/** What is sent is the content: there the copy stands in what was signed. */
test.each([
  ['another object', { ...entries[0] }],
  ['the same object', entries[0]],
])('a copy that the content repeats is taken from beside signed thinking, or counts twice (I11; %s)', (_, copy) => {
  const content = [thinking, used[0], { ...used[0] }]
  const broken = { type: 'ai', content, tool_calls: [entries[0], copy] }
  const request = { provider: 'anthropic', model: claude }
  const { loss, messages } = repair([user, broken, results[0]], { format: 'langchain', request })
  const [, said, first, second, ...more] = messages as unknown as Record<string, unknown>[]
  const [kept, renamed] = said!['tool_calls'] as { id: string }[]
  expect([kept, first, more, loss]).toEqual([entries[0], results[0], [], 'synthesised'])
  expect(renamed!.id).not.toBe('x')
  expect(said!['content']).toEqual([thinking, used[0], { ...used[0], id: renamed!.id }])
  expect(second!['tool_call_id']).toBe(renamed!.id)
})
