import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import { withField } from '../../json/with-field.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'

/**
 * A block whose documents or search results get citations enabled, because others of the request have them: "citations must be enabled on
 * all or none of the documents within a request", and likewise for search results. Enabling keeps earlier citations valid.
 */
export function citedAlike(block: Block, transcript: Transcript): unknown {
  const cited = citedIn(transcript)
  const parts = partsOf(block)
  const meant = parts.map((part) =>
    isRecord(part) && cited.has(part['type']) && !isCited(part)
      ? withField(part, 'citations', { enabled: true })
      : part,
  )
  if (meant.every((part, index) => part === parts[index])) return undefined
  return block.kind === 'tool_result' ? withField(block.raw, 'content', meant) : meant[0]
}

/** The types of parts that have citations enabled anywhere. */
const citedIn = readOnce(
  ({ messages }: Transcript): ReadonlySet<unknown> =>
    new Set(
      messages
        .flatMap(({ blocks }) => blocks)
        .flatMap(partsOf)
        .filter(isCited)
        .map((part) => part['type']),
    ),
)

function partsOf({ kind, payload, raw }: Block): readonly unknown[] {
  return kind === 'tool_result' ? listOf(payload) : [raw]
}

function isCited(part: unknown): part is Readonly<Record<string, unknown>> {
  return isRecord(part) && isRecord(part['citations']) && part['citations']['enabled'] === true
}
