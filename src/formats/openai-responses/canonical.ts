import { isRecord } from '../../json/is-record.ts'
import { dataUrlOf, type ForeignMedium, foreignMedium, namedImage } from '../../media/foreign-medium.ts'
import { asFunction } from './as-function.ts'
import { completion } from './completions.ts'
import type { Rules } from '../rules.ts'
import { mendedFields, otherThan } from '../mend.ts'
import { hostedMends } from './hosted-mends.ts'
import { itemMends, messageMends, ofUser, partMends } from './item-mends.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import { partedThought } from './parted-thought.ts'
import { saidFields, withoutNull, withoutNulls } from './strict-items.ts'
import { withField } from '../../json/with-field.ts'

/** The actions of a web search that the API accepts; with some models it sends others, and then refuses them when they are sent back. */
const searchActions = new Set(['search', 'open_page', 'find_in_page'])

/** An item or part as the API writes it, from another role's or format's type, or with a missing field added; undefined when it is fine. */
export function canonical(block: Block, rules?: Rules, transcript?: Transcript): unknown {
  const { message, raw, shape } = block
  if (!isRecord(raw)) return undefined
  if (block.field === '') {
    const isStrict = rules?.strictItems === true
    const given = isStrict ? withoutNulls(raw) : withoutNull(raw, rules)
    const whole = canonicalItem(given, shape.type) ?? completed(given, shape.type, rules, transcript)
    const item = isRecord(whole) ? whole : given
    return otherThan(raw, asFunction(item, shape.type, isStrict ? shape.type : rules?.refusedItem) ?? item)
  }
  const given = withoutNull(raw, rules)
  if (given !== raw) return given
  const isMisplaced = message.role !== 'unknown' && shape.roles?.includes(message.role) === false
  if (shape.kind === 'unknown' || isMisplaced)
    return rescue(block) === null ? canonicalPart(raw, message.role === 'assistant') : undefined
  if (raw['detail'] !== undefined && raw['detail'] === rules?.refusedCloseness) return withField(raw, 'detail', 'auto')
  if (shape.type === 'input_file' && rules?.demandedField?.field === 'filename' && (raw['filename'] ?? '') === '')
    return withField(raw, 'filename', 'file')
  if (rules?.strictItems === true && shape.type === 'output_text' && raw['annotations'] === undefined)
    return { ...raw, annotations: [] }
  return Object.hasOwn(partMends, shape.type) ? otherThan(raw, partMends[shape.type]!(raw)) : undefined
}

/** Fields of a message that have to change, with their new values. */
export function meantFields(message: Message, transcript: Transcript, rules: Rules): Readonly<Record<string, unknown>> {
  const { content, raw, role } = message
  if (content === 'none' || !isRecord(raw)) return {}
  // Only a message with a `type` can lack another field (`status`); one without a `type` can lack only that.
  const type = rules.demandedField?.field === 'type' ? 'message' : String(raw['type'])
  if (rules.strictItems === true) return saidFields(message, raw)
  if (withoutNull(raw, rules) !== raw) return { [rules.refusedNull!]: undefined }
  const mends = role === 'user' ? ofUser : messageMends
  return completion(raw, type, rules, transcript) ?? mendedFields(mends, (field) => raw[field])
}

/** The item with the field that an error has missed. */
function completed(raw: Record<string, unknown>, type: string, rules?: Rules, transcript?: Transcript): unknown {
  const missed = rules && completion(raw, type, rules, transcript)
  return missed === undefined ? undefined : { ...raw, ...missed }
}

function canonicalItem(raw: Record<string, unknown>, type: string): unknown {
  // Codex's own name for a compaction (github.com/openai/codex/pull/27289).
  if (type === 'context_compaction' && typeof raw['encrypted_content'] === 'string')
    return withField(raw, 'type', 'compaction')
  // An item reference needs no type.
  const isTyped = raw['type'] === type || type === '' || (type === 'item_reference' && (raw['type'] ?? null) === null)
  const typed = (isTyped ? raw : withField(raw, 'type', type)) as Record<string, unknown>
  if (type === 'web_search_call' && hasForeignAction(raw))
    return withField(typed, 'action', isRecord(raw['action']) ? asSearch(raw['action']) : undefined)
  const meant = Object.hasOwn(itemMends, type) ? itemMends[type]!(typed) : typed
  return otherThan(raw, Object.hasOwn(hostedMends, type) ? (hostedMends[type]!(meant) ?? meant) : meant)
}

/** A part of another role or format as this API writes it; undefined when it means none. */
export function canonicalPart(raw: Record<string, unknown>, isAssistant: boolean): unknown {
  const text = raw['type'] === 'refusal' ? raw['refusal'] : raw['text']
  if (typeof text === 'string') return { type: isAssistant ? 'output_text' : 'input_text', text }
  return isAssistant ? undefined : canonicalMedium(raw)
}

/** Images and files in the form of other formats. */
function canonicalMedium(raw: Record<string, unknown>): unknown {
  const { file, image_url: link, source } = raw
  if (isRecord(link) && typeof link['url'] === 'string')
    return { type: 'input_image', detail: link['detail'] ?? 'auto', image_url: link['url'] }
  if (raw['type'] === 'image_url' && typeof link === 'string')
    return { type: 'input_image', detail: 'auto', image_url: link }
  if (isRecord(file)) return { type: 'input_file', ...file }
  if (raw['type'] === 'image' && isRecord(source) && typeof source['url'] === 'string')
    return { type: 'input_image', detail: 'auto', image_url: source['url'] }
  const medium = foreignMedium(raw)
  if (medium === undefined) return undefined
  if (medium.mediaType.startsWith('image/')) return writtenImage(medium)
  return { type: 'input_file', filename: medium.name ?? 'file', file_data: dataUrlOf(medium) }
}

function writtenImage(medium: ForeignMedium): unknown {
  return { type: 'input_image', detail: 'auto', image_url: dataUrlOf(medium) }
}

/** An image with a name: images have no name field here, so a text before it gives the name (I4). */
export function rescue(block: Block): readonly unknown[] | null {
  const { kind, message, raw } = block
  if (kind === 'thinking') return partedThought(block)
  const medium = kind === 'unknown' && message.role === 'user' ? namedImage(raw) : undefined
  return medium === undefined ? null : [{ type: 'input_text', text: medium.name }, writtenImage(medium)]
}

/** A search action whose type is lost, recognised by its other fields. */
function asSearch({ pattern, type, url, ...action }: Record<string, unknown>): unknown {
  if (type !== undefined || typeof url !== 'string') return { ...action, type: 'search' }
  return typeof pattern === 'string' ? { type: 'find_in_page', url, pattern } : { type: 'open_page', url }
}

function hasForeignAction(raw: unknown): boolean {
  const action = isRecord(raw) ? raw['action'] : undefined
  return action !== undefined && !(isRecord(action) && searchActions.has(String(action['type'])))
}
