/** A call and its result in the words of each API, and what is told of them. */

type Fields = Readonly<Record<string, unknown>>

export const mark: string = '[session-recovery] '
export const toldResult: string = `${mark}The result of a tool call, written as another API does:\n`
export const toldCall: string = `${mark}A tool call of the assistant, written as another API does: `
export const asked: Fields = { role: 'user', content: 'a' }
export const answered: Fields = { role: 'assistant', content: 'b' }
export const shown: Fields = { role: 'user', parts: [{ text: 'a' }] }
export const spoken: Fields = { role: 'model', parts: [{ text: 'b' }] }
export const converse: Fields = { role: 'user', content: [{ text: 'a' }] }
export const conversed: Fields = { role: 'assistant', content: [{ text: 'b' }] }
export const input: Fields = { path: 'p' }
export const json: string = '{"path":"p"}'

export const toolUse: Fields = { type: 'tool_use', id: 'x', name: 'f', input }
export const toolResult: Fields = { type: 'tool_result', tool_use_id: 'x', content: 'from a file' }
export const chatCalls: readonly Fields[] = [{ id: 'x', type: 'function', function: { name: 'f', arguments: json } }]
export const chatCall: Fields = { role: 'assistant', content: null, tool_calls: chatCalls }
export const chatResult: Fields = { role: 'tool', tool_call_id: 'x', content: 'from a file' }
export const item: Fields = { type: 'function_call', call_id: 'x', name: 'f', arguments: json }
export const itemOutput: Fields = { type: 'function_call_output', call_id: 'x', output: 'from a file' }
export const converseCall: Fields = { toolUse: { toolUseId: 'x', name: 'f', input } }
export const converseResult: { readonly toolResult: Fields } = {
  toolResult: { toolUseId: 'x', content: [{ text: 'from a file' }] },
}
export const geminiCall: Fields = { functionCall: { id: 'x', name: 'f', args: input } }
export const geminiResult: Fields = { functionResponse: { id: 'x', name: 'f', response: { output: 'from a file' } } }
export const langchainCall: Fields = { id: 'x', type: 'tool_call', name: 'f', args: input }
