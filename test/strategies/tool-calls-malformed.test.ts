import { describe, expect, test } from 'vitest'
import { diagnose } from '../../src/repair/diagnose.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import { repair } from '../../src/repair/repair.ts'

type Message = Record<string, unknown>
type Target = Omit<RepairOptions, 'format'>

const user: Message = { role: 'user', content: 'Read them.' }
const reply: Message = { role: 'assistant', content: 'Done.' }
const asks = (content: string | null, ...ids: readonly string[]): Message => ({
  role: 'assistant',
  content,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: `{"path":"${id}"}` } })),
})
const answers = (...ids: readonly string[]): Message[] =>
  ids.map((id) => ({ role: 'tool', tool_call_id: id, content: `what ${id} holds` }))
const singly = (...ids: readonly string[]): Message[] => ids.flatMap((id) => [asks(null, id), ...answers(id)])

const served = (model: string, dialect = 'vllm'): Target => ({ dialect, request: { model } })
const llama = served('meta-llama/Llama-3.1-8B-Instruct')
const unknown: Target = { baseURL: 'https://llm.example.com/v1', request: { model: 'meta/llama-3.1-8b-instruct' } }
const words = 'This model only supports single tool-calls at once!'
const refused = (message: string): Target => ({ ...unknown, error: { status: 500, error: { message } } })

/** What Meta's template of Llama 3.1 asks of a conversation, and what each API does: a result stands behind its call. */
function isRendered(messages: readonly Message[]): boolean {
  return messages.every((message, index) => {
    const calls = message['tool_calls'] as readonly { id: string }[] | undefined
    if (calls === undefined) return true
    return calls.length === 1 && messages[index + 1]?.['tool_call_id'] === calls[0]!.id
  })
}

const parallel = [asks('I read two.', 'a', 'b'), ...answers('a', 'b')]
const apart = [asks('I read two.', 'a'), ...answers('a'), ...singly('b')]

describe('two calls in one message, to a template that renders one,', () => {
  test.each<[string, readonly Message[], readonly Message[]]>([
    ['behind the first message', [user, ...parallel, reply, user], [user, ...apart, reply, user]],
    ['in the middle', [user, reply, user, ...parallel, reply, user], [user, reply, user, ...apart, reply, user]],
    ['at the end', [user, reply, user, ...parallel], [user, reply, user, ...apart]],
    [
      'twice',
      [user, ...parallel, asks(null, 'c', 'd', 'e'), ...answers('c', 'd', 'e'), user],
      [user, ...apart, ...singly('c', 'd', 'e'), user],
    ],
    [
      'answered in another order',
      [user, asks(null, 'a', 'b', 'c'), ...answers('c', 'a', 'b'), user],
      [user, ...singly('a', 'b', 'c'), user],
    ],
  ])('stay together: %s', (_where, messages, expected) => {
    for (const target of [llama, refused(words), refused(`jinja2.exceptions.TemplateError: ${words} ${words}`)]) {
      const repaired = repair(messages, { format: 'openai-chat', ...target })
      expect(repaired.messages).toEqual(expected)
      expect(repaired.loss).toBe('none')
      expect(isRendered(repaired.messages as readonly Message[])).toBe(true)
      expect(diagnose(repaired.messages, { format: 'openai-chat', ...llama }).ok).toBe(true)
    }
  })

  test('have one of them left alone that nothing answers', () => {
    const messages = [user, asks(null, 'a', 'b'), ...answers('b'), user]
    const repaired = repair(messages, { format: 'openai-chat', ...llama })
    expect(repaired.messages).toEqual([
      user,
      asks(null, 'a'),
      { role: 'tool', tool_call_id: 'a', content: expect.any(String) },
      ...singly('b'),
      user,
    ])
  })

  test.each([
    ['meta-llama/Llama-3.1-8B-Instruct', 'vllm'],
    ['meta-llama/Meta-Llama-3.1-70B-Instruct', 'vllm'],
    ['meta-llama/Llama-3.2-11B-Vision-Instruct', 'vllm'],
    ['Llama-3.3-70B-Instruct-Q4_K_M.gguf', 'llama.cpp'],
    ['llama3.1', 'llama.cpp'],
  ])('are not seen to be refused: %s on %s', (model, dialect) => {
    const told = diagnose([user, ...parallel, user], { format: 'openai-chat', ...served(model, dialect) })
    expect(told.faults.map(({ type }) => type)).toEqual(['tool_calls_malformed'])
  })

  // Ollama, what others have trained, and services have templates of their own; Llama 4's renders each.
  test.each([
    ['llama3.1:8b', 'ollama'],
    ['NousResearch/Hermes-3-Llama-3.1-8B', 'vllm'],
    ['nvidia/Llama-3.3-Nemotron-Super-49B-v1.5', 'vllm'],
    ['meta-llama/Llama-4-Scout-17B-16E-Instruct', 'vllm'],
    ['meta-llama/Meta-Llama-3-8B-Instruct', 'vllm'],
    ['llama-3.3-70b-versatile', 'groq'],
    ['meta-llama/llama-3.3-70b-instruct', 'openrouter'],
  ])('are taken apart where they are rendered: %s on %s', (model, dialect) => {
    const messages = [user, ...parallel, user]
    expect(repair(messages, { format: 'openai-chat', ...served(model, dialect) }).messages).toBe(messages)
  })

  test.each([
    'tool_calls must contain at least one tool call',
    "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
  ])('are taken apart by an error about none: %s', (message) => {
    const messages = [user, ...parallel, user]
    expect(repair(messages, { format: 'openai-chat', ...refused(message) }).messages).toEqual(messages)
  })

  test('make one call two', () => {
    const messages = [user, ...singly('a', 'b'), user]
    expect(repair(messages, { format: 'openai-chat', ...llama }).messages).toBe(messages)
  })
})
