import type { RequestBody } from '../format.ts'
import type { Rules } from '../rules.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'

/**
 * The functions of a request that are called by name alone, when it has others in namespaces, also ones that a tool search loads
 * (https://developers.openai.com/api/docs/guides/tools-tool-search). Undefined when no function is in a namespace.
 */
export function toolSpacesOf({ tools }: RequestBody): Rules['toolSpaces'] {
  const all = listOf(tools).filter(isRecord)
  if (!all.some(({ type }) => type === 'tool_search' || type === 'namespace')) return undefined
  return {
    alone: new Set(all.filter((tool) => tool['defer_loading'] !== true).map(({ name }) => name)),
    of: spacesOf(all.filter(({ type }) => type === 'namespace')),
  }
}

/** The namespaces of functions among tools, by function name; a function outside all namespaces forms its own. */
export function spacesOf(tools: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const spaces = new Map<unknown, unknown>()
  for (const tool of tools) {
    if (!isRecord(tool)) continue
    for (const member of tool['type'] === 'namespace' ? listOf(tool['tools']) : [tool])
      if (isRecord(member)) spaces.set(member['name'], tool['name'])
  }
  return spaces
}
