import { refused } from './scene.ts'

export const item = (type: string, id: unknown, more: object = {}): object => ({
  type,
  ...(id !== undefined && { id }),
  ...more,
})
export const said = (id: unknown, text = 'b'): object =>
  item('message', id, { role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] })
export const reasoning = (id: unknown, more: object = { encrypted_content: 'x' }): object =>
  item('reasoning', id, { summary: [], ...more })
export const asks = (id: unknown, callId: string): object =>
  item('function_call', id, { call_id: callId, name: 'f', arguments: '{}' })
export const output = (callId: string, value = 'ok'): object =>
  item('function_call_output', undefined, { call_id: callId, output: value })
export const pointer = (id: string): object => item('item_reference', id)
export const follows: { readonly request: Readonly<Record<string, unknown>> } = {
  request: { model: 'gpt-5', previous_response_id: 'resp_1' },
}
export const notStored: { readonly request: Readonly<Record<string, unknown>> } = {
  request: { model: 'gpt-5', store: false },
}
export const lacksReasoning = (id: string, type = 'function_call'): Error =>
  refused(`Item '${id}' of type '${type}' was provided without its required 'reasoning' item: 'rs_9'.`)
export const lacksFollower: Error = refused(
  "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
)
export const fitsNone: Error = Object.assign(
  new Error(
    '422 Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum ModelInput',
  ),
  { status: 422 },
)
export const notFound = (id: string): Error => refused(`Item with id '${id}' not found.`)
export const long = (prefix: string, length: number): string => prefix + 'a'.repeat(length - prefix.length)
