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
  const successorOf = (call: Call, index: number): Call | undefined => {
    if (after.includes(call)) return call
    return before.length === after.length
      ? after[index]
      : after.find((other) => other['id'] === call['id'] && !before.includes(other))
  }
  const successors = before.map((call, index) => [call, successorOf(call, index)] as const)
  const next = withMessageField(raw, 'tool_calls', calls)
  if (successors.every(([call, successor]) => call === successor)) return next
  const content = fieldOf(raw, 'content')
  const followed = follow(listOf(content), successors, (item) => callTypes.has(item['type']))
  const told = followed === null ? next : withMessageField(next, 'content', followed)
  const extra = fieldOf(raw, 'additional_kwargs')
  const rest = isRecord(extra) ? follow(listOf(extra['tool_calls']), successors, () => true) : null
  if (rest === null) return told
  return withMessageField(told, 'additional_kwargs', withField(extra, 'tool_calls', rest.length > 0 ? rest : undefined))
}

/**
 * The list with its repeated calls following the entries that they repeat, or null when it stays. By occurrence: of two with one
 * id the second repeats the second entry.
 */
function follow(
  list: readonly unknown[],
  successors: readonly (readonly [call: Call, successor: Call | undefined])[],
  isCall: (item: Call) => boolean,
): readonly unknown[] | null {
  const open = [...successors]
  const followed = list.flatMap((item) => {
    const at = isRecord(item) && isCall(item) ? open.findIndex(([call]) => call['id'] === item['id']) : -1
    if (at < 0) return [item]
    const [[call, successor]] = open.splice(at, 1) as [readonly [Call, Call | undefined]]
    if (successor === undefined) return []
    return [successor === call ? item : renamed(item as Call, successor)]
  })
  return followed.length === list.length && followed.every((item, index) => item === list[index]) ? null : followed
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
