import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'

type Fields = Readonly<Record<string, unknown>>

interface Row {
  /** The field of the item with the call's input; the entry has it under the same name in its `args`. */
  readonly asked: string
  /** The name of the call when the item has none. */
  readonly name?: string
  /** The field of an entry that makes the package send it as such an item. */
  readonly mark: string
}

/**
 * Items of calls that tool messages answer, other than function calls, as `parseCustomToolCall` and its like in @langchain/openai read
 * them.
 */
const rows: Readonly<Record<string, Row>> = {
  custom_tool_call: { asked: 'input', mark: 'isCustomTool' },
  computer_call: { asked: 'action', name: 'computer_use', mark: 'isComputerTool' },
}

/** Whether an item of the Responses API is a call that a tool message answers. */
export function isItemCall({ type }: Fields): boolean {
  return type === 'function_call' || rowOf(type) !== undefined
}

/** The name and arguments of an entry of `tool_calls` for such an item; undefined for a function call. */
export function askedByItem(item: Fields): { readonly name: unknown; readonly args: unknown } | undefined {
  const row = rowOf(item['type'])
  return row && { name: row.name ?? item['name'], args: { [row.asked]: item[row.asked] } }
}

/** The fields that mark an entry as such an item; none for any other item. */
export function marksOfItem(item: unknown): Fields {
  const row = isRecord(item) ? rowOf(item['type']) : undefined
  return row ? { [row.mark]: true, call_id: (item as Fields)['id'] } : {}
}

/** The item with the entry's present input; undefined for a function call. */
export function itemOfEntry(item: Fields, { args, id, name }: Fields): Fields | undefined {
  const row = rowOf(item['type'])
  if (row === undefined) return undefined
  const asked = isRecord(args) ? args[row.asked] : undefined
  return { ...item, call_id: id, ...('name' in item && { name }), [row.asked]: asked ?? item[row.asked] }
}

/** Whether a call is one of a custom tool: its result has to carry the same mark. */
export function isOfCustomTool(call: unknown): boolean {
  return isRecord(call) && (call['isCustomTool'] === true || call['type'] === 'custom_tool_call')
}

function rowOf(type: unknown): Row | undefined {
  return typeof type === 'string' ? ownValue(rows, type) : undefined
}
