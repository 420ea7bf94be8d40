/** How an API writes a call and its result: as messages of its own, and as blocks. */
export interface ForeignForm {
  readonly name: string
  calls(ids: readonly string[], input: unknown): readonly object[]
  results(ids: readonly string[], output: string): readonly object[]
  /** The same in the content of another API's message. */
  readonly callBlock?: (id: string, input: unknown) => object
  readonly resultBlock?: (id: string, output: string) => object
}

const tool = 'read'
const text = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input ?? {}))

const blocks: Readonly<Record<string, Required<Pick<ForeignForm, 'callBlock' | 'resultBlock'>>>> = {
  'Messages API': {
    callBlock: (id, input) => ({ type: 'tool_use', id, name: tool, input }),
    resultBlock: (id, output) => ({ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: output }] }),
  },
  Converse: {
    callBlock: (id, input) => ({ toolUse: { toolUseId: id, name: tool, input } }),
    resultBlock: (id, output) => ({ toolResult: { toolUseId: id, content: [{ text: output }], status: 'success' } }),
  },
  Gemini: {
    callBlock: (id, input) => ({ functionCall: { id, name: tool, args: input } }),
    resultBlock: (id, output) => ({ functionResponse: { id, name: tool, response: { output } } }),
  },
  Responses: {
    callBlock: (id, input) => ({ type: 'function_call', call_id: id, name: tool, arguments: text(input) }),
    resultBlock: (id, output) => ({ type: 'function_call_output', call_id: id, output }),
  },
  'AI SDK': {
    callBlock: (id, input) => ({ type: 'tool-call', toolCallId: id, toolName: tool, input }),
    resultBlock: (id, value) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: tool,
      output: { type: 'text', value },
    }),
  },
}

const chatCall = (id: string, input: unknown): object => ({
  id,
  type: 'function',
  function: { name: tool, arguments: text(input) },
})
const listCall = (id: string, args: unknown): object => ({ id, type: 'tool_call', name: tool, args })

/** What an agent leaves in the history that has changed its provider, or its framework. */
export const foreignForms: readonly ForeignForm[] = [
  {
    name: 'Messages API',
    ...blocks['Messages API'],
    calls: (ids, input) => [
      { role: 'assistant', content: ids.map((id) => blocks['Messages API']!.callBlock(id, input)) },
    ],
    results: (ids, output) => [
      { role: 'user', content: ids.map((id) => blocks['Messages API']!.resultBlock(id, output)) },
    ],
  },
  {
    name: 'Converse',
    ...blocks['Converse'],
    calls: (ids, input) => [{ role: 'assistant', content: ids.map((id) => blocks['Converse']!.callBlock(id, input)) }],
    results: (ids, output) => [{ role: 'user', content: ids.map((id) => blocks['Converse']!.resultBlock(id, output)) }],
  },
  {
    name: 'Gemini',
    ...blocks['Gemini'],
    calls: (ids, input) => [{ role: 'model', parts: ids.map((id) => blocks['Gemini']!.callBlock(id, input)) }],
    results: (ids, output) => [{ role: 'user', parts: ids.map((id) => blocks['Gemini']!.resultBlock(id, output)) }],
  },
  {
    name: 'Gemini without ids',
    calls: (ids, args) => [{ role: 'model', parts: ids.map(() => ({ functionCall: { name: tool, args } })) }],
    results: (ids, output) => [
      { role: 'user', parts: ids.map(() => ({ functionResponse: { name: tool, response: { output } } })) },
    ],
  },
  {
    name: 'Chat Completions',
    calls: (ids, input) => [{ role: 'assistant', content: null, tool_calls: ids.map((id) => chatCall(id, input)) }],
    results: (ids, output) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: output })),
    callBlock: chatCall,
  },
  {
    name: 'Chat Completions with words',
    calls: (ids, input) => [
      { role: 'assistant', content: 'I look.', tool_calls: ids.map((id) => chatCall(id, input)) },
    ],
    results: (ids, output) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: output })),
  },
  {
    name: 'Chat Completions before tools',
    calls: (ids, input) =>
      ids.slice(0, 1).map(() => ({
        role: 'assistant',
        content: null,
        function_call: { name: tool, arguments: text(input) },
      })),
    results: (ids, content) => ids.slice(0, 1).map(() => ({ role: 'function', name: tool, content })),
  },
  {
    name: 'Responses',
    ...blocks['Responses'],
    calls: (ids, input) => ids.map((id) => blocks['Responses']!.callBlock(id, input)),
    results: (ids, output) => ids.map((id) => blocks['Responses']!.resultBlock(id, output)),
  },
  {
    name: 'AI SDK',
    ...blocks['AI SDK'],
    calls: (ids, input) => [{ role: 'assistant', content: ids.map((id) => blocks['AI SDK']!.callBlock(id, input)) }],
    results: (ids, output) => [{ role: 'tool', content: ids.map((id) => blocks['AI SDK']!.resultBlock(id, output)) }],
  },
  {
    name: 'LangChain',
    calls: (ids, input) => [{ type: 'ai', content: '', tool_calls: ids.map((id) => listCall(id, input)) }],
    results: (ids, content) => ids.map((id) => ({ type: 'tool', tool_call_id: id, content })),
    callBlock: listCall,
  },
]

/** The part of a UIMessage, which is a call and its result at once. */
export function uiPart(id: string, input: unknown, output: string): object {
  return { type: `tool-${tool}`, toolCallId: id, state: 'output-available', input, output }
}
