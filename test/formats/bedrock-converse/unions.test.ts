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

// Python's client takes a member that is null for one that is set; over the wire it is none. The kind of the error is the member's.
test.each([
  ['messages[0].content[0].image', "<class 'dict'>"],
  ['messages[1].content[1].text', "<class 'str'>"],
  ['messages[1].content[0].cachePoint', "<class 'dict'>"],
  ['messages[1].content[0].toolResult', "<class 'dict'>"],
  ['messages[2].content[0].toolResult.content[0].image', "<class 'dict'>"],
  ['messages[3].content[0].toolUse', "<class 'dict'>"],
])('members that are null stay after an error of Python: %s', (path, type) => {
  const toolUse = { toolUseId: 't', name: 'f', input: { text: null } }
  const listOf = (beside: object, resultBeside: object): object[] => [
    { role: 'user', content: [{ text: 'a', ...beside }] },
    {
      role: 'assistant',
      content: [
        { text: 'b', ...beside },
        { toolUse, ...resultBeside },
      ],
    },
    {
      role: 'user',
      content: [{ toolResult: { toolUseId: 't', content: [{ json: { a: null }, ...resultBeside }, { text: 'r' }] } }],
    },
    { role: 'assistant', content: [{ text: 'c', ...beside }] },
  ]
  const nulls = listOf({ image: null, cachePoint: null, toolUse: null, toolResult: null }, { image: null, text: null })
  const request = { modelId: 'zai.glm-5', toolConfig: { tools: [{ toolSpec: { name: 'f' } }] } }
  const options = { format: 'bedrock-converse', request } as const
  expect(repair(nulls, options).messages).toBe(nulls)
  const error = new Error(
    `Parameter validation failed:\nInvalid type for parameter ${path}, value: None, type: <class 'NoneType'>, valid types: ${type}`,
  )
  const repaired = repair(nulls, { ...options, error })
  expect(repaired.messages).toEqual(listOf({}, {}))
  expect([repaired.ok, repaired.loss]).toEqual([true, 'none'])
})
