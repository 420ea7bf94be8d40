import { load } from '@langchain/core/load'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { describe, expect, it, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const options = { format: 'langchain' } as const
const calls = ['c1', 'c2'].map((id) => ({ type: 'tool_call' as const, id, name: 'read', args: {} }))
const list = [
  new HumanMessage('Read both.'),
  new AIMessage({ content: '', tool_calls: calls }),
  new ToolMessage({ content: 'One.', tool_call_id: 'c1' }),
  new HumanMessage('And?'),
]

describe('what `toJSON` has given', () => {
  const serialised = JSON.parse(JSON.stringify(list)) as unknown[]

  it.each<[string, unknown[], string[]]>([
    ['between others', serialised, ['human', 'ai', 'tool', 'tool', 'human']],
    ['at the end', serialised.slice(0, 2), ['human', 'ai', 'tool', 'tool']],
    ['of a user', [...serialised, serialised[2]], ['human', 'ai', 'tool', 'tool', 'human']],
  ])('gets a message that `load` makes none of: %s', async (_where, messages, types) => {
    const repaired = repair(messages, options)
    const loaded = await load<BaseMessage[]>(JSON.stringify(repaired.messages))
    expect(loaded.map((message) => message.type)).toEqual(types)
    expect(repair(repaired.messages, options).messages).toBe(repaired.messages)
  })

  test('among messages of another form, which nobody loads, gets one of a class', () => {
    const { messages } = repair([...serialised.slice(0, 2), { role: 'user', content: 'And?' }], options)
    expect(messages.slice(2, 4)).toMatchObject([{ role: 'tool' }, { role: 'tool' }])
  })
})

describe('what Python has stored', () => {
  const path = ['langchain', 'schema', 'messages']
  const fields = list.map(({ content, type, ...more }) => {
    const { tool_call_id, tool_calls } = { tool_call_id: undefined, tool_calls: undefined, ...more }
    return { content, type, ...(tool_calls && { tool_calls }), ...(tool_call_id && { tool_call_id }) }
  })
  const dumped = fields.map((kwargs, at) => ({
    lc: 1,
    type: 'constructor',
    id: [...path, ['HumanMessage', 'AIMessageChunk', 'ToolMessage', 'HumanMessage'][at]],
    kwargs,
  }))

  it('gets a message of a class that stands where Python has none', () => {
    const { messages } = repair(dumped, options)
    expect(messages[3]).toMatchObject({ lc: 1, type: 'constructor', id: [...path, 'ToolMessage'] })
    expect(messages.filter((_message, at) => at !== 3).every((message, at) => message === dumped[at])).toBe(true)
  })

  const stored = fields.map((data) => ({ type: data.type === 'ai' ? 'AIMessageChunk' : data.type, data }))

  it('is rewritten where an answer was streamed', () => {
    const whole = [...stored.slice(0, 3), { type: 'tool', data: { content: 'Two.', tool_call_id: 'c2' } }, stored[3]]
    expect(repair(whole, options).messages).toBe(whole)
  })

  it('loses its order where an answer was streamed, and a result is missing', () => {
    const { messages } = repair(stored, options)
    expect(messages.toSpliced(3, 1)).toEqual(stored)
    expect(messages[3]).toMatchObject({ type: 'tool', data: { tool_call_id: 'c2' } })
  })

  it('is no answer among messages that are sent', () => {
    const { messages } = repair([...stored.slice(0, 2), { role: 'user', content: 'And?' }], options)
    expect(messages[1]).toMatchObject({ role: 'assistant', tool_calls: calls })
  })
})
