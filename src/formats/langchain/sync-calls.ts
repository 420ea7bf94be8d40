import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { callTypes } from './content-shapes.ts'
import { fieldOf, withMessageField } from './message-fields.ts'

type Call = Readonly<Record<string, unknown>>

/**
 * Sets `tool_calls` and carries the change to where the message repeats them: blocks of its content, and the raw calls in
 * `additional_kwargs`, which clients send when `tool_calls` is empty.
 */
export function withCalls(raw: unknown, calls: readonly unknown[]): unknown {
  const before = listOf(fieldOf(raw, 'tool_calls')).filter(isRecord)
  const after = calls.filter(isRecord)
  const successors = new Map<unknown, Call | undefined>()
  for (const [index, call] of before.entries()) {
    if (after.includes(call)) continue
    const same = before.length === after.length ? after[index] : after.find((other) => other['id'] === call['id'])
    successors.set(call['id'], same)
  }
  let next = withMessageField(raw, 'tool_calls', calls)
  if (successors.size === 0) return next
  const kept = new Set(after.filter((call) => before.includes(call)).map((call) => call['id']))
  const follow = (list: readonly unknown[], ofCall: (item: Call) => boolean): unknown[] =>
    list.flatMap((item) => {
      if (!isRecord(item) || !ofCall(item) || !successors.has(item['id']) || kept.has(item['id'])) return [item]
      const successor = successors.get(item['id'])
      return successor === undefined ? [] : [renamed(item, successor)]
    })
  const content = fieldOf(raw, 'content')
  if (Array.isArray(content)) {
    const followed = follow(content, (item) => callTypes.has(item['type']))
    if (followed.length !== content.length || followed.some((item, index) => item !== content[index]))
      next = withMessageField(next, 'content', followed)
  }
  const extra = fieldOf(raw, 'additional_kwargs')
  if (!isRecord(extra) || !Array.isArray(extra['tool_calls'])) return next
  const rest = follow(extra['tool_calls'], () => true)
  return withMessageField(next, 'additional_kwargs', withField(extra, 'tool_calls', rest.length > 0 ? rest : undefined))
}

/** A repeated call that follows the entry which it repeats. */
function renamed(item: Call, call: Call): unknown {
  if (isRecord(item['function'])) {
    const inner = { ...item['function'], name: call['name'], arguments: JSON.stringify(call['args']) }
    return { ...item, id: call['id'], function: inner }
  }
  const field = 'input' in item ? 'input' : 'args'
  return { ...item, id: call['id'], name: call['name'], [field]: call['args'] }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
