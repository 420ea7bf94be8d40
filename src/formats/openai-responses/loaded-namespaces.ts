import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import type { Transcript } from '../../transcript/transcript.ts'

/**
 * The namespace of each function that the searches of a list have loaded, by its name; a function that stands in none is one by itself
 * (https://developers.openai.com/api/docs/guides/tools-tool-search).
 */
export const loadedNamespaces: (transcript: Transcript) => ReadonlyMap<unknown, unknown> = readOnce(
  ({ messages }: Transcript) => {
    const spaces = new Map<unknown, unknown>()
    for (const { raw } of messages)
      for (const tool of isRecord(raw) && raw['type'] === 'tool_search_output' ? listOf(raw['tools']) : []) {
        if (!isRecord(tool)) continue
        for (const member of tool['type'] === 'namespace' ? listOf(tool['tools']) : [tool])
          if (isRecord(member)) spaces.set(member['name'], tool['name'])
      }
    return spaces
  },
)
