import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { spacesOf } from './tool-spaces.ts'

/** The namespaces of functions that tool searches in the list have loaded, by the function's name. */
export const loadedNamespaces: (transcript: Transcript) => ReadonlyMap<unknown, unknown> = readOnce(
  ({ messages }: Transcript) =>
    spacesOf(
      messages.flatMap(({ raw }) =>
        isRecord(raw) && raw['type'] === 'tool_search_output' ? listOf(raw['tools']) : [],
      ),
    ),
)
