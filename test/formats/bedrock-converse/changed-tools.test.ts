import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'
import { judgeConverseRequest } from '../../../src/testing/provider/bedrock-converse/judge-converse-request.ts'

const modelId = 'anthropic.claude-opus-5-5-v1:0'
const toolConfig = { tools: ['read', 'write'].map((name) => ({ toolSpec: { name, inputSchema: { json: {} } } })) }
const options = { format: 'bedrock-converse', request: { modelId, toolConfig } } as const

const [added, removed] = ['toolAddition', 'toolRemoval'].map((member) => ({
  role: 'system',
  content: [{ [member]: { tool: { type: 'tool_reference', name: 'write' } } }],
}))
const both = { role: 'system', content: [removed!.content[0], added!.content[0]] }
const user = (...content: object[]): object => ({ role: 'user', content })
const says = (...content: object[]): object => ({ role: 'assistant', content })
const call = says({ toolUse: { toolUseId: 't', name: 'read', input: {} } })
const result = user({ toolResult: { toolUseId: 't', content: [{ text: 'A' }] } })
const [a, b] = [user({ text: 'a' }), says({ text: 'b' })]

describe('a system message that adds or removes tools', () => {
  test.each([
    ['before all', [added, a]],
    ['before an answer', [a, removed, b, user({ text: 'c' })]],
    ['behind results', [a, call, result, both]],
    ['at two places', [a, b, user({ text: 'c' }), removed, says({ text: 'd' }), user({ text: 'e' }), added]],
  ])('is lifted or told as a text: %s', (_where, messages) => {
    expect(judgeConverseRequest({ messages, toolConfig }, modelId)).toEqual({ status: 200 })
    expect(repair(messages as object[], options)).toMatchObject({ changed: false, faults: [] })
  })

  test('hides what is broken around it', () => {
    const broken = [
      a,
      call,
      result,
      removed,
      says({ text: ' ' }, { text: 'b' }),
      user({ text: ' ' }, { text: 'c' }),
    ] as object[]
    const { faults, messages } = repair(broken, options)
    expect(faults.map(({ type }) => type)).toContain('blank_text')
    expect(messages).toContain(removed)
    expect(judgeConverseRequest({ messages, toolConfig }, modelId)).toEqual({ status: 200 })
  })

  test.each([
    ['has a text beside them', { role: 'system', content: [...added!.content, { text: 'Be brief.' }] }],
    ['holds nothing', { role: 'system', content: [] }],
  ])('is left although it %s', (_what, message) => {
    const messages = [a, message, b, user({ text: 'c' })] as object[]
    expect(judgeConverseRequest({ messages, toolConfig }, modelId).status).toBe(400)
    const repaired = repair(messages, options)
    expect(repaired.changed).toBe(true)
    expect(judgeConverseRequest({ messages: repaired.messages, toolConfig }, modelId)).toEqual({ status: 200 })
  })
})
