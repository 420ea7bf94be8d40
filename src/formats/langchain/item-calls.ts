import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'

type Fields = Readonly<Record<string, unknown>>

interface Row {
  /** The field of the item that tells what is asked. Its entry has it under the same name in its `args`. */
  readonly asked: string
  /** The name of the call where the item has none. */
  readonly name?: string
  /** What tells the package to send an entry as such an item. */
  readonly mark: string
}

/** Calls that tool messages answer and that are none of functions, as `parseCustomToolCall` and its like of @langchain/openai read them. */
const rows: Readonly<Record<string, Row>> = {
  custom_tool_call: { asked: 'input', mark: 'isCustomTool' },
  computer_call: { asked: 'action', name: 'computer_use', mark: 'isComputerTool' },
}

/** Whether an item of the Responses API is a call that a tool message answers. */
export function isItemCall({ type }: Fields): boolean {
  return type === 'function_call' || rowOf(type) !== undefined
}

/** The name and the arguments that an entry of `tool_calls` has of such an item; undefined for the call of a function. */
export function askedByItem(item: Fields): { readonly name: unknown; readonly args: unknown } | undefined {
  const row = rowOf(item['type'])
  return row && { name: row.name ?? item['name'], args: { [row.asked]: item[row.asked] } }
}

/** What an entry of such an item has beside what each has; nothing for any other. */
export function marksOfItem(item: unknown): Fields {
  const row = isRecord(item) ? rowOf(item['type']) : undefined
  return row ? { [row.mark]: true, call_id: (item as Fields)['id'] } : {}
}

/** The item with what its entry says now; undefined for the call of a function. */
export function itemOfEntry(item: Fields, { args, id, name }: Fields): Fields | undefined {
  const row = rowOf(item['type'])
  if (row === undefined) return undefined
  const asked = isRecord(args) ? args[row.asked] : undefined
  return { ...item, call_id: id, ...('name' in item && { name }), [row.asked]: asked ?? item[row.asked] }
}

/** Whether a call is one of a custom tool: its result has to tell that, too. */
export function isOfCustomTool(call: unknown): boolean {
  return isRecord(call) && (call['isCustomTool'] === true || call['type'] === 'custom_tool_call')
}

function rowOf(type: unknown): Row | undefined {
  return typeof type === 'string' ? ownValue(rows, type) : undefined
}
