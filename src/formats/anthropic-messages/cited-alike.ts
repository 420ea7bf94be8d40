import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import { withField } from '../../json/with-field.ts'
import { otherThan } from '../mend.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'

/**
 * A block whose documents or search results cannot be cited although others of the request can, with citations for them: "citations must be
 * enabled on all or none of the documents within a request", and so it is of search results. What was cited before stays valid so.
 */
export function citedAlike({ kind, raw, shape }: Block, transcript: Transcript): unknown {
  if (!isRecord(raw) || !citable.has(kind) || shape.server) return undefined
  const cited = citedIn(transcript)
  const alike = (part: unknown): unknown =>
    isRecord(part) && cited.has(part['type']) && !isCited(part) ? withField(part, 'citations', { enabled: true }) : part
  if (kind !== 'tool_result') return otherThan(raw, alike(raw))
  const parts = listOf(raw['content'])
  const meant = parts.map(alike)
  return meant.every((part, index) => part === parts[index]) ? undefined : withField(raw, 'content', meant)
}

const citable: ReadonlySet<string> = new Set(['media', 'search_result', 'tool_result'])

/** The types of what is cited somewhere. */
const citedIn = readOnce(
  ({ messages }: Transcript): ReadonlySet<unknown> =>
    new Set(
      messages.flatMap(({ blocks }) =>
        blocks
          .filter(({ kind, shape }) => citable.has(kind) && !shape.server)
          .flatMap(({ kind, payload, raw }) => (kind === 'tool_result' ? listOf(payload) : [raw]))
          .flatMap((part) => (isRecord(part) && isCited(part) ? [part['type']] : [])),
      ),
    ),
)

function isCited({ citations }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(citations) && citations['enabled'] === true
}
