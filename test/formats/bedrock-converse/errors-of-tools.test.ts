import { expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

const tools = { toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] } }
const claude = { modelId: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', ...tools }
const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { image: { format: 'png', source: { bytes } } }

function conversation(status: string, content: readonly unknown[]): unknown[] {
  return [
    { role: 'user', content: [{ text: 'a' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'f', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', status, content } }, { text: 'b' }] },
  ]
}

test.each([
  ['beside what it says', [{ text: 'It broke.' }, image]],
  ['alone', [image]],
])('a picture of a failure, %s, is sent to Claude within the error', (_, content) => {
  const { loss, messages, ok } = repair(conversation('error', content), { format: 'bedrock-converse', request: claude })
  expect({ ok, loss }).toEqual({ ok: true, loss: 'none' })
  const [result, shown, said] = (messages[2] as { content: object[] }).content
  const text: unknown = expect.any(String)
  const parts = content.map(() => ({ text }))
  expect(result).toEqual({ toolResult: { toolUseId: 't1', status: 'error', content: parts } })
  expect(shown).toBe(image)
  expect(said).toEqual({ text: 'b' })
})

test.each([
  ['a success', 'success', claude],
  ['Nova', 'error', { modelId: 'amazon.nova-pro-v1:0', ...tools }],
])('a picture is taken out of a result that may hold it: %s', (_, status, request) => {
  expect(diagnose(conversation(status, [image]), { format: 'bedrock-converse', request }).ok).toBe(true)
})

test('Claude behind a profile that hides it refuses a picture within an error for good', () => {
  const request = { modelId: 'arn:aws:bedrock:us-east-1:1:application-inference-profile/x', ...tools }
  const error = new Error(
    'The model returned the following errors: messages.2.content.0.tool_result: all content must be type "text" if "is_error" is true',
  )
  const list = conversation('error', [{ text: 'It broke.' }, image])
  expect(diagnose(list, { format: 'bedrock-converse', request }).ok).toBe(true)
  const { loss, messages } = repair(list, { format: 'bedrock-converse', request, error })
  expect(loss).toBe('none')
  expect((messages[2] as { content: unknown[] }).content[1]).toBe(image)
})
