import { expect, test } from 'vitest'
import { diagnose, repair } from '../../src/index.ts'

const forms = {
  'ai-sdk': {
    provider: 'anthropic.messages',
    calling: (id: string, name: string) => [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: name, input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value: 'b' } }],
      },
    ],
  },
  langchain: {
    provider: 'anthropic',
    calling: (id: string, name: string) => [
      { type: 'human', content: 'a' },
      { type: 'ai', content: 'c', tool_calls: [{ type: 'tool_call', id, name, args: {} }] },
      { type: 'tool', tool_call_id: id, name, content: 'b' },
    ],
  },
} as const

test.each(['ai-sdk', 'langchain'] as const)('%s sends Kimi a name that it refuses, or renames its calls', (format) => {
  const { calling, provider } = forms[format]
  const known = (model: string) => ({ format, request: { provider, model } }) as const
  const named = calling('x', 'a.b')
  expect(JSON.stringify(repair(named, known('kimi-k2.5')).messages)).toContain('"a_b"')
  expect(repair(named, known('claude-opus-4-6')).messages).toBe(named)
  const own = calling('functions.Bash:0', 'Bash')
  expect(repair(own, known('kimi-k2.5')).messages).toBe(own)
  expect(JSON.stringify(repair(own, known('claude-opus-4-6')).messages)).not.toContain('functions.Bash:0')
})

test('LangChain takes thinking from Kimi, or gives GLM instructions within the list', () => {
  const thinking = [
    { type: 'human', content: 'a' },
    {
      type: 'ai',
      content: [
        { type: 'thinking', thinking: 'b' },
        { type: 'text', text: 'c' },
      ],
    },
    { type: 'human', content: 'd' },
  ]
  const known = (model: string) => ({ format: 'langchain', request: { provider: 'anthropic', model } }) as const
  expect(repair(thinking, known('kimi-k2.5')).messages).toBe(thinking)
  expect(diagnose(thinking, known('claude-opus-4-6')).ok).toBe(false)
  const instructed = [
    { type: 'human', content: 'a' },
    { type: 'system', content: 'Be brief.' },
  ]
  expect(diagnose(instructed, known('glm-5.2')).ok).toBe(false)
  expect(diagnose(instructed, known('kimi-k2.5')).ok).toBe(true)
})
