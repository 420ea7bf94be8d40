/**
 * Where the APIs and frameworks put the parts of a call and of its result: `{ id, name, input }` of Anthropic, `{ toolUseId, name, input }`
 * of Converse, `{ call_id, name, arguments }` of Responses, `{ id, name, args }` of LangChain and Gemini, `{ toolCallId, toolName, input }`
 * of the AI SDK. In the order in which they are looked for.
 */
export const toolSpellings = {
  id: ['call_id', 'toolCallId', 'tool_call_id', 'toolUseId', 'tool_use_id', 'id'],
  name: ['name', 'toolName', 'tool_name'],
  call: ['arguments', 'args', 'input', 'parameters'],
  result: ['output', 'content', 'response', 'result'],
} as const

/** What stands under the first of some names. */
export function firstOf(fields: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const named = names.find((name) => fields[name] !== undefined)
  return named === undefined ? undefined : fields[named]
}
