import { heldIn } from '../json/held-in.ts'
import { isRecord } from '../json/is-record.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'

/** How a format writes the parts of a result. */
export interface PartWriter {
  /** Whether the provider takes the part as it is. */
  readonly isPart: (part: unknown) => boolean
  /** The part rewritten in this format, when it evidently means one of its parts; else undefined. */
  readonly canonical: (part: unknown) => unknown
  readonly text: (text: string) => unknown
}

/**
 * The parts of a result as the provider takes them: an unknown part becomes the text that it says, and what a tool put beside a text stays
 * with it (I4). Tool servers (MCP) answer with parts of their own, which programs pass on unchanged. Null for a list without parts: such
 * data becomes one text.
 */
export function readableParts(
  parts: readonly unknown[],
  { canonical, isPart, text }: PartWriter,
): readonly unknown[] | null {
  if (!parts.some(isPartLike)) return null
  return parts.flatMap((part) => {
    if (isPart(part)) return [part]
    const meant = canonical(part)
    if (meant !== undefined) return [meant]
    const said = saidBy(part)
    return said.trim() === '' ? [] : [text(said)]
  })
}

/** The parts of a content, in wrapper objects or in a list; null when it holds none or they cannot be read. */
export function partsIn(payload: unknown, writer: PartWriter): readonly unknown[] | null {
  return wrappedParts(payload, writer) ?? (Array.isArray(payload) ? readableParts(payload, writer) : null)
}

/** The parts in the wrapper objects of a content that is no list of parts; null when there are none. */
function wrappedParts(payload: unknown, { canonical, isPart }: PartWriter): readonly unknown[] | null {
  // A tool's data may have a `text` as well; only a `type` marks a part.
  const held = heldIn(payload, (value) => 'type' in value && (isPart(value) || canonical(value) !== undefined))
  return held.length === 0 ? null : held.map((part) => (isPart(part) ? part : canonical(part)))
}

/** Whether a part of a result is a blank text. */
export function isBlankText(part: unknown): boolean {
  return isRecord(part) && part['type'] === 'text' && isBlank(part['text'])
}

/**
 * Whether a part is a text part without anything in it, such as `{ type: 'text' }` whose text a store has lost. A part with neither a
 * type nor a text is data of a tool, in which a field without a value says something: `{ user: null }` (I4).
 */
export function isBlankPart(part: unknown): boolean {
  if (!isRecord(part)) return false
  const { type, ...rest } = part
  return (Boolean(type) || 'text' in part) && textTypes.has(type) && Object.values(rest).every(isBlank)
}

function isBlank(value: unknown): boolean {
  const said = value ?? ''
  return typeof said === 'string' && said.trim() === ''
}

function isPartLike(part: unknown): boolean {
  return isRecord(part) && (typeof part['type'] === 'string' || typeof part['text'] === 'string')
}

/** The types that formats give to text parts; a part without a type may be one. */
const textTypes: ReadonlySet<unknown> = new Set([undefined, null, 'text', 'input_text', 'output_text'])

/** The text that a part says; a part that is no text becomes its JSON. */
export function saidBy(part: unknown): string {
  if (typeof part === 'string') return part
  if (isBlankPart(part)) return ''
  if (!isRecord(part)) return part === null || part === undefined ? '' : JSON.stringify(part)
  const { text, type, ...rest } = part
  if (typeof text === 'string' && (textTypes.has(type) || Object.keys(rest).length === 0))
    return [text, ...sayingsIn(rest)].join('\n')
  const said = [...(text === undefined || text === null ? [] : [JSON.stringify(text)]), ...sayingsIn(rest)].join('\n')
  // A tool's data carries its content under field names of its own.
  const isData = said === '' && text === undefined && type === undefined
  return isData || !textTypes.has(type) ? JSON.stringify(part) : said
}
