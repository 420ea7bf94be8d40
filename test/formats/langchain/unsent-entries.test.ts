import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { apis, askLangchain } from './ask-langchain.ts'

const entry = (id: string, path: string): object => ({ type: 'tool_call', id, name: 'read', args: { path } })
const used = (id: string): object => ({ type: 'tool_use', id, name: 'read', input: { path: 'a' } })
const user = { role: 'user', content: 'Read.' }
const found = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'Found.' })
const says = (content: unknown, ...tool_calls: object[]): object => ({ role: 'assistant', content, tool_calls })

test.each<[string, object]>([
  ['behind', says([used('x')], entry('x', 'a'), entry('x', 'b'))],
  ['in a message without a list', { role: 'assistant', content: [{ type: 'text', text: 'So.' }, used('x')] }],
  ['with a part of text', says([{ type: 'text', text: 'So.' }, used('x')], entry('x', 'b'), entry('x', 'a'))],
])('a call gets an id and an invented result that its package never sends: %s', async (_where, asks) => {
  const list = [user, asks, found('x')]
  expect(await askLangchain('claude', list)).toBeNull()
  expect(repair(list, { format: 'langchain', request: apis.claude }).messages).toBe(list)
})

test.each<[string, object]>([
  ['whose content is a text', says('So.', entry('x', 'a'), entry('x', 'b'))],
  ['whose content lacks both', says([{ type: 'text', text: 'So.' }], entry('x', 'a'), entry('x', 'b'))],
])('a call that is sent under the id of another stays so in a message %s', async (_which, asks) => {
  const list = [user, asks, found('x')]
  expect(await askLangchain('claude', list)).not.toBeNull()
  const { messages } = repair(list, { format: 'langchain', request: apis.claude })
  expect(await askLangchain('claude', messages)).toBeNull()
})
