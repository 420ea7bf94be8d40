import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const asked = { role: 'user', content: [{ text: 'a' }] }

test.each([
  ['qwen.qwen3-235b-a22b-2507-v1:0', 'none'],
  // Where it has to be signed it counts as a thought.
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'synthesised'],
])('reasoning without any member of its union is sent to %s', (modelId, loss) => {
  const messages = [asked, { role: 'assistant', content: [{ reasoningContent: {} }, { text: 'b' }] }, asked]
  const repaired = repair(messages, { format: 'bedrock-converse', request: { modelId } })
  expect(repaired.messages).toEqual([asked, { role: 'assistant', content: [{ text: 'b' }] }, asked])
  expect([repaired.ok, repaired.loss]).toEqual([true, loss])
})

test.each([
  'The text field in the ToolResultContentBlock object at messages.2.content.0.toolResult.content.0 is blank. Add text to the text field, and try again.',
  'The text field in the ToolResultContentBlock object is blank. Add text to the text field, and try again.',
])('blank text in a result stays after an error: %s', (message) => {
  const messages = [
    asked,
    { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'f', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 't', content: [{ text: '' }] } }] },
  ]
  const request = { modelId: 'zai.glm-5', toolConfig: { tools: [{ toolSpec: { name: 'f' } }] } }
  expect(repair(messages, { format: 'bedrock-converse', request }).messages).toBe(messages)
  const error = Object.assign(new Error(message), { name: 'ValidationException', status: 400 })
  const repaired = repair(messages, { format: 'bedrock-converse', request, error })
  expect([repaired.ok, repaired.loss]).toEqual([true, 'synthesised'])
  expect(JSON.stringify(repaired.messages[2])).not.toContain('"text":""')
})
