import { AIMessage, FunctionMessage, HumanMessage } from '@langchain/core/messages'
import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

type Message = Record<string, unknown>

const function_call = { name: 'read', arguments: '{"path":"a"}' }
const user: Message = { type: 'human', content: 'Read it.' }
const reply: Message = { type: 'ai', content: 'Done.' }
const calls = (content: string): Message => ({ type: 'ai', content, additional_kwargs: { function_call } })
const answer: Message = { type: 'function', name: 'read', content: 'what the file holds' }
const stored = ({ type, ...data }: Message): Message => ({ type, data })

const openai = { provider: 'openai', model: 'gpt-5' }
const anthropic = { provider: 'anthropic', model: 'claude-opus-4-5' }

/** Every answer, with the name that the call under its id has: all chat models take a call and its result so. */
function answered(messages: readonly unknown[]): readonly unknown[] {
  const fields = (messages as readonly Message[]).map((raw) => (raw['data'] ?? raw) as Message)
  const names = new Map(
    fields.flatMap(({ tool_calls: list = [] }) => (list as Message[]).map(({ args, id, name }) => [id, [name, args]])),
  )
  return fields.flatMap(({ content, tool_call_id: id }) => (id === undefined ? [] : [[names.get(id), content]]))
}
const pair = [['read', { path: 'a' }], 'what the file holds']

describe('the call of a function, from before there were tools,', () => {
  const places: readonly (readonly [string, readonly Message[], number])[] = [
    ['behind the first message', [user, calls(''), answer, reply, user], 1],
    ['in the middle', [user, reply, user, calls(''), answer, reply, user], 1],
    ['at the end', [user, calls(''), answer], 1],
    ['twice', [user, calls(''), answer, calls(''), answer, reply, user], 2],
  ]
  for (const request of [undefined, anthropic])
    test.each(places)(
      `loses its result, or goes with it: %s, to ${request?.provider ?? 'whomever'}`,
      (_where, messages, count) => {
        for (const list of [messages, messages.map(stored)]) {
          const repaired = repair(list, { format: 'langchain', ...(request && { request }) })
          expect(answered(repaired.messages)).toEqual(Array.from({ length: count }, () => pair))
          expect(JSON.stringify(repaired.messages)).not.toContain('function_call')
          expect(repaired.remaining).toEqual([])
        }
      },
    )

  test('beside words stays where Claude, who knows no functions, is told of the result alone', () => {
    const list = [user, calls('I look.'), answer, user].map(stored)
    expect(answered(repair(list, { format: 'langchain', request: anthropic }).messages)).toEqual([pair])
  })

  test('stays with its answer where LangChain makes no message of that', () => {
    const list = [user, calls(''), answer, user]
    expect(answered(repair(list, { format: 'langchain', request: openai }).messages)).toEqual([pair])
  })

  test('without a result gets none', () => {
    const repaired = repair([user, calls(''), user], { format: 'langchain' })
    expect(answered(repaired.messages)).toEqual([[pair[0], expect.stringContaining('not available')]])
  })

  // OpenAI still takes them.
  test.each([
    ['stored', [user, calls(''), answer, reply, user].map(stored), openai],
    ['beside words', [user, calls('I look.'), answer, user].map(stored), openai],
    ['beside words, to whomever', [user, calls('I look.'), answer, user].map(stored), {}],
    [
      'as instances',
      [
        new HumanMessage('Read it.'),
        new AIMessage({ content: '', additional_kwargs: { function_call } }),
        new FunctionMessage({ name: 'read', content: 'what the file holds' }),
      ],
      openai,
    ],
  ])('is changed where its provider takes it: %s', (_what, messages, request) => {
    expect(repair(messages, { format: 'langchain', request }).messages).toBe(messages)
    expect(diagnose(messages, { format: 'langchain', request }).ok).toBe(true)
  })

  test('that a user writes is taken for one', () => {
    const messages = [{ ...user, additional_kwargs: { function_call } }, reply]
    expect(repair(messages, { format: 'langchain' }).messages).toBe(messages)
  })
})
