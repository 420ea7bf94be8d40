import { judgedModel } from '../models.ts'
import { mintSeal } from '../seals.ts'
import type { TestMessage } from '../transcript.ts'
import { type Corruption, corruption, ofType, onBlock } from './corruption.ts'

const insert = (
  name: string,
  faultType: string,
  at: (messages: readonly TestMessage[]) => number[],
  message: TestMessage,
): Corruption =>
  corruption(name, faultType, (copy, pick) => {
    const place = pick(at(copy.messages))
    if (place === undefined) return false
    copy.messages.splice(place, 0, structuredClone(message))
  })

const setRole = (name: string, role: string): Corruption =>
  corruption(name, 'role_invalid', (copy, pick) => {
    const message = pick(copy.messages)
    if (!message) return false
    message.role = role as 'user'
  })

const front = (): number[] => [0]
const beforeUsers = (messages: readonly TestMessage[]): number[] =>
  messages.flatMap(({ role }, index) => (role === 'user' && index > 0 ? [index] : []))

/** Damage to roles, to the order of messages, and to what a message may refer to. */
export const orderCorruptions: readonly Corruption[] = [
  setRole('role-tool', 'tool'),
  setRole('role-developer', 'developer'),
  corruption('role-missing', 'role_invalid', (copy, pick) => {
    const message = pick(copy.messages)
    if (!message) return false
    delete (message as { role?: string }).role
  }),
  insert('system-in-front', 'role_invalid', front, { role: 'system', content: 'You are careful.' }),
  insert('system-before-user', 'role_order', beforeUsers, { role: 'system', content: 'Mind the time.' }),
  insert('leading-assistant', 'role_order', front, { role: 'assistant', content: 'Hello, how can I help?' }),
  corruption('trailing-assistant', 'prefill_unsupported', (copy) => {
    if (judgedModel(copy.request.model).prefill) return false
    copy.messages.push({ role: 'assistant', content: [{ type: 'text', text: 'I will now' }] })
  }),
  corruption('no-messages', 'conversation_empty', (copy) => {
    copy.messages = []
  }),
  onBlock('unknown-tool-reference', 'tool_definitions_missing', ofType('tool_result'), ({ block }) => {
    block['content'] = [{ type: 'tool_reference', tool_name: 'mcp__gone__tool' }]
  }),
  corruption('tools-not-sent', 'tool_definitions_missing', (copy, pick) => {
    const uses = copy.messages.filter(
      ({ content }) => Array.isArray(content) && content.some((block) => block.type === 'tool_use'),
    )
    if (!pick(uses)) return false
    delete copy.request['tools']
  }),
  onBlock('unresolved-tool-change', 'reference_not_found', ofType('tool_removal'), ({ block }) => {
    block['tool'] = { type: 'tool_reference', name: 'never_declared' }
  }),
  corruption('compaction-misplaced', 'compaction_block_invalid', (copy) => {
    const content = 'Summary of what came before.'
    const block = { type: 'compaction', content, signature: mintSeal({ kind: 'compaction', content }) }
    copy.messages.splice(1, 0, { role: 'assistant', content: [block] })
  }),
  onBlock('compaction-edited', 'compaction_block_invalid', ofType('compaction'), ({ block }) => {
    if (typeof block['signature'] !== 'string') return false
    block['content'] = 'Another summary.'
  }),
  onBlock('compaction-emptied', 'compaction_block_invalid', ofType('compaction'), ({ block }) => {
    block['content'] = ''
  }),
]
