import type { RequestBody } from '../format.ts'
import type { Rules } from '../rules.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'

/**
 * Which functions of a request are known by their names alone, where it has others that are not: those of a namespace, and those that a
 * search loads into one (https://developers.openai.com/api/docs/guides/tools-tool-search). Undefined where all are.
 */
export function toolSpacesOf({ tools }: RequestBody): Rules['toolSpaces'] {
  const all = listOf(tools).filter(isRecord)
  if (!all.some(({ type }) => type === 'tool_search' || type === 'namespace')) return undefined
  return {
    alone: new Set(all.filter((tool) => tool['defer_loading'] !== true).map(({ name }) => name)),
    of: spacesOf(all.filter(({ type }) => type === 'namespace')),
  }
}

/** The namespace of each function among tools, by its name; a function that stands in none is one by itself. */
export function spacesOf(tools: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const spaces = new Map<unknown, unknown>()
  for (const tool of tools) {
    if (!isRecord(tool)) continue
    for (const member of tool['type'] === 'namespace' ? listOf(tool['tools']) : [tool])
      if (isRecord(member)) spaces.set(member['name'], tool['name'])
  }
  return spaces
}
