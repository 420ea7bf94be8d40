import type { JsonRecord } from '../shared/records.ts'
import { typeOf } from './check-items.ts'
import { answeredBy, kindName } from './item-table.ts'
import type { ResponsesRefusal } from './refusal.ts'
import type { HeldState } from './transcript.ts'

type Call = { type: string; id: string; answered: boolean; mayWait: boolean }

const outputs = new Set(Object.values(answeredBy).flat())

const callIdOf = (item: JsonRecord, type: string): unknown => {
  if (type === 'mcp_approval_request') return item['id']
  if (type === 'mcp_approval_response') return item['approval_request_id']
  return type === 'local_shell_call_output' ? (item['call_id'] ?? item['id']) : item['call_id']
}

/** Whether an item needs a partner; hosted tool searches do not. */
const isPaired = (item: JsonRecord, type: string): boolean =>
  !type.startsWith('tool_search') || (item['execution'] !== 'server' && typeof item['call_id'] === 'string')

/** Every call must have one output of its kind behind it, and every output a call: in the list, or in the continued history. */
export function* checkPairs(
  input: readonly JsonRecord[],
  held: HeldState,
  earlierCalls: readonly { type: string; call_id: string }[],
): Generator<ResponsesRefusal> {
  const calls: Call[] = earlierCalls.map(({ type, call_id }) => ({
    type,
    id: call_id,
    answered: false,
    mayWait: type === 'mcp_approval_request',
  }))
  for (const item of input) {
    const type = typeOf(item)
    if (type === 'item_reference') {
      const target = held.items[String(item['id'])]
      if (target?.call_id === undefined) continue
      if (target.type in answeredBy)
        calls.push({ type: target.type, id: target.call_id, answered: false, mayWait: false })
      else for (const call of calls) if (call.id === target.call_id) call.answered = true
      continue
    }
    if (!isPaired(item, type)) continue
    const id = String(callIdOf(item, type))
    if (type in answeredBy) {
      if (calls.some((call) => call.id === id)) yield { message: `Duplicate 'call_id': ${id}`, param: 'input' }
      calls.push({ type, id, answered: false, mayWait: type === 'mcp_approval_request' })
    } else if (outputs.has(type)) yield* answer(calls, type, id)
  }
  for (const { answered, id, mayWait, type } of calls)
    if (!answered && !mayWait)
      yield { message: `No tool output found for ${kindName(type)} call ${id}.`, param: 'input' }
}

function* answer(calls: readonly Call[], type: string, id: string): Generator<ResponsesRefusal> {
  const call = calls.find((candidate) => candidate.id === id && answeredBy[candidate.type]?.includes(type))
  if (call === undefined) {
    const kind = type === 'mcp_approval_response' ? 'approval response' : `${kindName(type)} call output`
    yield { message: `No tool call found for ${kind} with call_id ${id}.`, param: 'input' }
  } else if (call.answered) {
    yield {
      message: `Duplicate ${type} for call_id '${id}'. Each call must have exactly one matching output`,
      param: 'input',
    }
  } else call.answered = true
}
