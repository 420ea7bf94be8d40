import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { sayingsIn } from '../../transcript/sayings-in.ts'
import type { Mend } from '../mend.ts'
import { dataOf } from './read-content.ts'
import { spellings } from './spelling.ts'

/** `FunctionResponsePart` and what it holds (@google/genai 3.1). */
const partFields = new Set(spellings('inlineData', 'fileData', 'mediaProcessing'))
const mediumFields = new Set(spellings('mimeType', 'data', 'displayName', 'fileUri'))

/**
 * A function's response and the parts beside it as the API reads them: only media, with known fields that it has not refused (`displayName`
 * is Vertex's); texts beside it move into the response (I4). Itself when all parts are fine.
 */
export function withReadableParts(inner: unknown, refused: ReadonlySet<string>, mend: Mend): unknown {
  if (!isRecord(inner) || inner['parts'] === undefined || inner['parts'] === null) return inner
  const { parts, response } = inner
  const given = Array.isArray(parts) ? parts : [parts]
  const read = given.map((part) => readPart(part, refused, mend))
  if (given === parts && read.every((part, index) => part !== undefined && part === given[index])) return inner
  const media = read.filter((part) => part !== undefined)
  const said = given.filter((_, index) => read[index] === undefined).flatMap(sayingsIn)
  const bare = withField(inner, 'parts', media.length === 0 ? undefined : media)
  if (said.length === 0) return bare
  const saying = isRecord(response) ? response : response === undefined || response === null ? {} : { output: response }
  return withField(bare, 'response', { ...saying, ['output' in saying ? 'parts' : 'output']: said.join('\n') })
}

/** One medium; undefined when the part is none. */
function readPart(part: unknown, refused: ReadonlySet<string>, mend: Mend): unknown {
  const held = isRecord(part) ? dataOf(part) : null
  if (held === null || (held.data !== 'inlineData' && held.data !== 'fileData')) return undefined
  const { [held.shape.type]: medium, ...beside } = part as Record<string, unknown>
  const known = knownOf(mend(medium) as Record<string, unknown>, mediumFields, refused)
  const rest = knownOf(beside, partFields, refused)
  return known === medium && rest === beside ? part : { ...rest, [held.shape.type]: known }
}

/** The object without fields that the API does not read; itself when it has none of them. */
function knownOf(
  fields: Record<string, unknown>,
  known: ReadonlySet<string>,
  refused: ReadonlySet<string>,
): Record<string, unknown> {
  const kept = Object.entries(fields).filter(
    ([name, value]) => value === undefined || (known.has(name) && !refused.has(name)),
  )
  return kept.length === Object.keys(fields).length ? fields : Object.fromEntries(kept)
}
