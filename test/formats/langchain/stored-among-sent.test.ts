import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapStoredMessagesToChatMessages,
  ToolMessage,
} from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const options = { format: 'langchain' } as const
const call = { type: 'tool_call', id: 'call_1', name: 'read', args: { path: 'a' } }
const human = { type: 'human', data: { content: 'Read it.' } }
const asked = { type: 'ai', data: { content: '', tool_calls: [call] } }
const answered = { type: 'tool', data: { content: 'The text.', tool_call_id: 'call_1', name: 'read' } }
const said = { type: 'ai', data: { content: 'Done.' } }
const stored = [human, asked, answered, said]

/** Constructors write into what they are given. */
const loaded = (messages: readonly unknown[]): AIMessage[] =>
  mapStoredMessagesToChatMessages(structuredClone(messages) as never) as AIMessage[]

const heard = (messages: readonly unknown[]): unknown =>
  messages.map((message) => {
    const {
      content,
      tool_call_id: id,
      tool_calls: calls,
      type,
    } = coerceMessageLikeToMessage(message as HumanMessage) as unknown as Record<string, unknown>
    return { type, content, calls: calls ?? [], id }
  })

describe('stored messages among those that are sent', () => {
  const live = new HumanMessage('And now?')
  const whole = heard([...loaded(stored), live])

  for (const at of stored.keys())
    it(`are sent empty, or stop the request: from the message ${at}`, () => {
      const list = [...loaded(stored.slice(0, at)), ...stored.slice(at), live]
      const { loss, messages } = repair(list, options)
      expect(heard(messages)).toEqual(whole)
      expect(loss).toBe('none')
      expect(repair(messages, options).messages).toBe(messages)
    })

  it('are sent empty beside plain ones, far from the first', () => {
    const plain = Array.from({ length: 12 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at}`,
    }))
    const { messages } = repair([...plain, human, said], options)
    expect(messages.slice(12)).toEqual([
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: 'Done.' },
    ])
    expect(messages.slice(0, 12).every((message, at) => message === plain[at])).toBe(true)
  })

  it('are rewritten although nothing else is among them', () => {
    expect(repair(stored, options).messages).toBe(stored)
  })

  it('get a result that what loads them throws at', () => {
    const { messages } = repair([human, asked, said], options)
    expect(() => loaded(messages)).not.toThrow()
    expect(messages).toHaveLength(4)
  })
})

describe('calls in the words of Chat Completions', () => {
  const words = { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }
  const result = new ToolMessage({ content: 'The text.', tool_call_id: 'call_1' })
  const user = new HumanMessage('Read it.')
  const entriesOf = (messages: readonly unknown[]): unknown => {
    const [, message] = messages.map((raw) => coerceMessageLikeToMessage(raw as HumanMessage))
    return (message as AIMessage).tool_calls
  }

  it('are sent without a name by an instance, or a stored message', () => {
    const made = new AIMessage({ content: '', tool_calls: [words] as never })
    expect(entriesOf(repair([user, made, result], options).messages)).toEqual([call])
    const kept = [human, { type: 'ai', data: { content: '', tool_calls: [words] } }, answered]
    const { messages } = repair(kept, options)
    expect(entriesOf(loaded(messages))).toEqual([call])
  })

  it('are sent without a name where LangChain does not know them: without a type, or with arguments that are no text', () => {
    const { type: _type, ...untyped } = words
    const open = { ...words, function: { name: 'read', arguments: { path: 'a' } } }
    for (const entry of [untyped, open]) {
      const asks = { role: 'assistant', content: '', tool_calls: [entry] }
      expect(entriesOf(repair([user, asks, result], options).messages)).toEqual([call])
    }
  })

  it('are rewritten in a plain message, of which LangChain makes its own', () => {
    const list = [user, { role: 'assistant', content: '', tool_calls: [words] }, result]
    expect(repair(list, options).messages).toBe(list)
    expect(entriesOf(list)).toEqual([call])
  })
})
