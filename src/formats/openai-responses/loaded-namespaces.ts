import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { spacesOf } from './tool-spaces.ts'

/** The namespace of each function that the searches of a list have loaded, by its name. */
export const loadedNamespaces: (transcript: Transcript) => ReadonlyMap<unknown, unknown> = readOnce(
  ({ messages }: Transcript) =>
    spacesOf(
      messages.flatMap(({ raw }) =>
        isRecord(raw) && raw['type'] === 'tool_search_output' ? listOf(raw['tools']) : [],
      ),
    ),
)
