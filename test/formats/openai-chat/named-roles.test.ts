import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

type Message = Record<string, unknown>

const ask: Message = { role: 'user', content: 'a' }
const reply: Message = { role: 'assistant', content: 'b' }

// No list of roles beside it, and no "does not support": the role itself is named.
describe('a role that an error refuses by its name stays', () => {
  const sentences = (role: string): readonly string[] => [
    `Invalid role: ${role}`,
    `role '${role}' is not supported`,
    `Unknown role "${role}" in messages`,
    `Unsupported value: 'messages[1].role' does not support '${role}' with this model.`,
  ]
  const old: readonly Message[] = [
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: 'R' },
    reply,
  ]
  const places: readonly (readonly [string, readonly Message[]])[] = [
    ['first', [ask, ...old, ask]],
    ['last', [ask, reply, ask, ...old.slice(0, 2)]],
    ['twice', [ask, ...old, ask, ...old, ask]],
  ]
  describe.each(sentences('function'))('%s', (message) => {
    test.each(places)('%s', (_where, messages) => {
      const error = Object.assign(new Error(`400 ${message}`), { status: 400 })
      const result = repair(messages, { format: 'openai-chat', error })
      const roles = result.messages.map((sent) => (sent as Message)['role'])
      expect(roles).toEqual(messages.map(({ role }) => (role === 'function' ? 'tool' : role)))
      expect({ ok: result.ok, loss: result.loss }).toEqual({ ok: true, loss: 'none' })
    })
  })

  test.each(sentences('developer'))('%s', (message) => {
    const error = Object.assign(new Error(`400 ${message}`), { status: 400 })
    const { messages } = repair([{ role: 'developer', content: 'Be brief.' }, ask], { format: 'openai-chat', error })
    expect(messages).toEqual([{ role: 'system', content: 'Be brief.' }, ask])
  })
})
