import { listOf } from '../../json/list-of.ts'
import type { RequestBody } from '../format.ts'
import { isRecord } from '../../json/is-record.ts'

/** Adds system texts to the `instructions` of a call (`system` before AI SDK 7). */
export function liftInstructions(request: RequestBody, texts: readonly string[]): RequestBody {
  const field = typeof request['system'] === 'string' ? 'system' : 'instructions'
  const before = request[field]
  if (typeof before !== 'string' && before !== undefined)
    return { [field]: [...[before].flat(), ...texts.map((content) => ({ role: 'system', content }))] }
  return { [field]: [...(before ? [before] : []), ...texts].join('\n\n') }
}

/** Adds minimal definitions: to the list of a language model call, or to the tool set of `generateText`. */
export function defineTools(request: RequestBody, names: readonly string[]): RequestBody {
  const tools = request['tools']
  const schema = { type: 'object' }
  if (isRecord(tools)) {
    const added = names.map((name) => [name, { inputSchema: { jsonSchema: schema } }])
    return { tools: { ...tools, ...Object.fromEntries(added) } }
  }
  const added = names.map((name) => ({ type: 'function', name, inputSchema: schema }))
  return { tools: [...listOf(tools), ...added] }
}

/** Names of the tools of a call, in either form. */
export function definedTools(request: RequestBody): ReadonlySet<string> | null {
  const tools = request['tools']
  if (Array.isArray(tools)) return new Set(tools.flatMap((tool) => (isRecord(tool) ? [String(tool['name'])] : [])))
  return isRecord(tools) ? new Set(Object.keys(tools)) : null
}
