import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { callTypes } from './content-shapes.ts'
import { answerItems, withoutItems } from './answer-items.ts'
import { isItemCall, itemOfEntry } from './item-calls.ts'
import { fieldOf, itemsField, rawCallsField, withMessageField } from './message-fields.ts'
import { callIdOf } from './call-id-of.ts'

type Call = Readonly<Record<string, unknown>>

/**
 * Sets the calls of a message and applies the change to their copies: blocks of its content, and the raw calls in `additional_kwargs`,
 * which clients send when `tool_calls` is empty.
 */
export function withCalls(raw: unknown, field: string, calls: readonly unknown[]): unknown {
  const before = listOf(fieldOf(raw, field)).filter(isRecord)
  const after = calls.filter(isRecord)
  const kept = [...after]
  const successorOf = (call: Call, index: number): Call | undefined => {
    // One object may stand in two places, only one of which is changed.
    const at = kept.indexOf(call)
    if (at >= 0) return kept.splice(at, 1)[0]
    return before.length === after.length
      ? after[index]
      : after.find((other) => other['id'] === call['id'] && !before.includes(other))
  }
  const successors = before.map((call, index) => [call, successorOf(call, index)] as const)
  const next = withMessageField(raw, field, calls.length > 0 || field !== rawCallsField ? calls : undefined)
  const isSame = successors.every(([call, successor]) => call === successor)
  const content = isSame
    ? null
    : follow(listOf(fieldOf(raw, 'content')), successors, (item) => callTypes.has(item['type']))
  const told = inStep(content === null ? next : withMessageField(next, 'content', content), successors)
  if (field === rawCallsField) return told
  const copies = listOf(fieldOf(raw, rawCallsField))
  const followed = isSame ? copies : (follow(copies, successors, () => true) ?? copies)
  // Copies of calls that the list no longer has, or that it never had in readable form, are removed.
  const ids = new Set(after.map(callIdOf))
  const rest = ids.size === 0 ? followed : followed.filter((copy) => !isRecord(copy) || ids.has(callIdOf(copy)))
  if (rest.length === copies.length && rest.every((copy, index) => copy === copies[index])) return told
  return withMessageField(told, rawCallsField, rest.length > 0 ? rest : undefined)
}

/** The message with its answer items following its calls; without the items if a call is gone, because they would still send it. */
function inStep(raw: unknown, successors: readonly (readonly [call: Call, successor: Call | undefined])[]): unknown {
  const items = answerItems(raw)
  const followed = follow(items, successors, isItemCall)
  if (followed === null) return raw
  return followed.length < items.length ? withoutItems(raw) : withMessageField(raw, itemsField, followed)
}

/**
 * The copies of calls, following their entries; null when nothing changes. By occurrence: of two with one id the second repeats the second
 * entry.
 */
function follow(
  list: readonly unknown[],
  successors: readonly (readonly [call: Call, successor: Call | undefined])[],
  isCall: (item: Call) => boolean,
): readonly unknown[] | null {
  const open = [...successors]
  const followed = list.flatMap((item) => {
    const at = isRecord(item) && isCall(item) ? open.findIndex(([call]) => callIdOf(call) === callIdOf(item)) : -1
    if (at < 0) return [item]
    const [[call, successor]] = open.splice(at, 1) as [readonly [Call, Call | undefined]]
    if (successor === undefined) return []
    return [successor === call ? item : renamed(item as Call, successor)]
  })
  return followed.length === list.length && followed.every((item, index) => item === list[index]) ? null : followed
}

/** A copy with the changes of its entry. */
function renamed(item: Call, call: Call): unknown {
  const other = itemOfEntry(item, call)
  if (other !== undefined) return other
  const raw = isRecord(call['function']) ? call['function'] : undefined
  const name = raw ? raw['name'] : call['name']
  const args = raw ? parsedJson(String(raw['arguments'])) : call['args']
  if (isRecord(item['function'])) {
    const inner = { ...item['function'], name, arguments: JSON.stringify(args) }
    return { ...item, id: call['id'], function: inner }
  }
  const named = { ...item, ['call_id' in item ? 'call_id' : 'id']: call['id'], name }
  if ('arguments' in item) return { ...named, arguments: JSON.stringify(args) }
  return { ...named, ['input' in item ? 'input' : 'args']: args }
}
