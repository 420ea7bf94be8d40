import { isRecord } from '../../json/is-record.ts'
import { parsedContainer } from '../../json/parsed-container.ts'
import { dataUrlOf, type ForeignMedium, foreignMedium, namedImage } from '../../media/foreign-medium.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { Rules } from '../rules.ts'
import { nestedCall } from './nested-call.ts'

type Fields = Record<string, unknown>

/**
 * The form that the API wants of a block which evidently means something legal: a call without its type, a part of the
 * Responses API or of a framework. Undefined when the block is fine, or means nothing that is known.
 */
export function canonical(block: Block, rules: Rules): unknown {
  if (block.kind === 'tool_result')
    return isNumber(block.raw, 'tool_call_id') ? identified(block.raw, 'tool_call_id') : undefined
  if (block.index < 0) return undefined
  if (block.kind === 'tool_call') return canonicalCall(block, rules)
  if (block.field !== 'content' || rescue(block) !== null) return undefined
  if (block.shape.type === 'input_audio') return canonicalSound(block.raw as Fields)
  return canonicalPart(block.raw) ?? withoutDetail(block.raw, rules)
}

/** The part without a refused `detail` of its image: a refused value becomes the default, a refused field is removed. */
function withoutDetail(raw: unknown, { refusedCloseness, refusedFields }: Rules): unknown {
  const image = isRecord(raw) ? raw['image_url'] : undefined
  if (!isRecord(image) || image['detail'] === undefined) return undefined
  if (refusedFields.has('detail')) return withField(raw, 'image_url', withField(image, 'detail', undefined))
  return image['detail'] === refusedCloseness ? withField(raw, 'image_url', { ...image, detail: 'auto' }) : undefined
}

/** A sound part whose format is missing or a media type gets the one that its bytes show. */
function canonicalSound(raw: Fields): unknown {
  const sound = raw['input_audio']
  if (!isRecord(sound) || typeof sound['data'] !== 'string') return undefined
  const { data, format } = sound
  if (typeof format === 'string' && /^[^/]+$/.test(format)) return undefined
  const known = soundHeads.find(([, head]) => head.test(data))
  return known && withField(raw, 'input_audio', withField(sound, 'format', known[0]))
}

/** The first base64 characters of each format. */
const soundHeads: readonly (readonly [format: string, head: RegExp])[] = [
  ['wav', /^UklGR/],
  ['mp3', /^(?:SUQz|\/\/[tsvu])/],
]

function canonicalCall({ raw, shape }: Block, rules: Rules): unknown {
  const call = raw as Fields
  const type = shape.type === 'custom' ? 'custom' : 'function'
  // A server that refuses a list of calls without a reason may miss the type.
  const needsType = rules.callTypeOptional !== true || rules.callList === 'strict'
  const isTyped = call['type'] === type || (!needsType && call['type'] === undefined)
  if (isTyped && isRecord(call[type])) return isNumber(call, 'id') ? identified(call, 'id') : undefined
  return withField(nestedCall(call, type), 'type', type)
}

/** A database may return an id as a number; call and result still agree. */
function isNumber(raw: unknown, field: string): boolean {
  return isRecord(raw) && typeof raw[field] === 'number'
}

function identified(raw: unknown, field: string): unknown {
  return withField(raw, field, String((raw as Fields)[field]))
}

/** A part of another format or a framework as this API writes it; undefined when it means none. */
export function canonicalPart(raw: unknown): unknown {
  if (typeof raw === 'string') return { type: 'text', text: raw }
  if (!isRecord(raw)) return undefined
  const { type, text } = raw
  const written = typeof raw['image_url'] === 'string' ? parsedContainer(raw['image_url']) : undefined
  if (isRecord(written)) return { ...raw, type: 'image_url', image_url: written }
  if (typeof text === 'string' && textTypes.has(type)) return { type: 'text', text }
  if ((type ?? null) === null && isRecord(raw['image_url'])) return withField(raw, 'type', 'image_url')
  const url = imageUrl(raw)
  if (url !== undefined) return { type: 'image_url', image_url: { url } }
  // A part of this API keeps its medium below its type.
  return isRecord(raw[String(type)]) ? undefined : writtenMedium(foreignMedium(raw))
}

function writtenMedium(medium: ForeignMedium | undefined): unknown {
  if (medium === undefined) return undefined
  const address = dataUrlOf(medium)
  if (medium.mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url: address } }
  return { type: 'file', file: { filename: medium.name ?? 'file', file_data: address } }
}

/** An image with a name: images have no name field here, so a text before it gives the name (I4). */
export function rescue({ kind, raw }: Block): readonly unknown[] | null {
  const medium = kind === 'unknown' ? namedImage(raw) : undefined
  return medium === undefined ? null : [{ type: 'text', text: medium.name }, writtenMedium(medium)]
}

const textTypes: ReadonlySet<unknown> = new Set([undefined, null, 'input_text', 'output_text'])

/** The address of an image that another API's form holds. */
function imageUrl({ type, image_url: image, source }: Fields): string | undefined {
  if ((type === 'image_url' || type === 'input_image') && typeof image === 'string') return image
  return type === 'image' && isRecord(source) && typeof source['url'] === 'string' ? source['url'] : undefined
}
