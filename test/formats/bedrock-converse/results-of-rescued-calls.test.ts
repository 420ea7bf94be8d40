import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const tools = { toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] } }
const options = { format: 'bedrock-converse', request: { modelId: 'amazon.nova-pro-v1:0', ...tools } } as const
const use = { toolUseId: 't1', name: 'f', input: {} }
const user = { role: 'user', content: [{ text: 'a' }] }
const result = { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'real' }] } }] }

test.each([
  ['beside a text', [{ text: 'b', toolUse: use }], [{ text: 'b' }, { toolUse: use }]],
  ['in another spelling', [{ tool_use: { tool_use_id: 't1', name: 'f', input: {} } }], [{ toolUse: use }]],
  ['in a list of blocks', [[{ text: 'b' }, { toolUse: use }]], [{ text: 'b' }, { toolUse: use }]],
  ['in a list behind its key', [{ toolUse: [use] }], [{ toolUse: use }]],
])('a real result loses its call that stood %s', (_, content, meant) => {
  const { loss, messages, ok } = repair([user, { role: 'assistant', content }, result], options)
  const read = messages as readonly { content: readonly object[] }[]
  expect({ ok, loss }).toEqual({ ok: true, loss: 'none' })
  expect(read[1]!.content.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)).toEqual(meant)
  expect(read[2]).toBe(result)
})
