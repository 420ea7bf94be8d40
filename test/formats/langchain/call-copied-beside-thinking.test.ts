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
