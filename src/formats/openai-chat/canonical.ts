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

/** How closely to look at an image is said within its address: a word for it that is refused gives way to the usual one, the field goes. */
function withoutDetail(raw: unknown, { refusedCloseness, refusedFields }: Rules): unknown {
  const image = isRecord(raw) ? raw['image_url'] : undefined
  if (!isRecord(image) || image['detail'] === undefined) return undefined
  if (refusedFields.has('detail')) return withField(raw, 'image_url', withField(image, 'detail', undefined))
  return image['detail'] === refusedCloseness ? withField(raw, 'image_url', { ...image, detail: 'auto' }) : undefined
}

/** What its bytes begin with tells the format of a sound, where it is none: a media type, or nothing. */
function canonicalSound(raw: Fields): unknown {
  const sound = raw['input_audio']
  if (!isRecord(sound) || typeof sound['data'] !== 'string') return undefined
  const { data, format } = sound
  if (typeof format === 'string' && /^[^/]+$/.test(format)) return undefined
  const known = soundHeads.find(([, head]) => head.test(data))
  return known && withField(raw, 'input_audio', withField(sound, 'format', known[0]))
}

/** In base64. */
const soundHeads: readonly (readonly [format: string, head: RegExp])[] = [
  ['wav', /^UklGR/],
  ['mp3', /^(?:SUQz|\/\/[tsvu])/],
]

function canonicalCall({ raw, shape }: Block, rules: Rules): unknown {
  const call = raw as Fields
  const type = shape.type === 'custom' ? 'custom' : 'function'
  // Who refuses a list of calls without saying more may miss it.
  const needsType = rules.callTypeOptional !== true || rules.callList === 'strict'
  const isTyped = call['type'] === type || (!needsType && call['type'] === undefined)
  if (isTyped && isRecord(call[type])) return isNumber(call, 'id') ? identified(call, 'id') : undefined
  return withField(nestedCall(call, type), 'type', type)
}

/** A database may give back a number for an id: the call and its result still have the same one. */
function isNumber(raw: unknown, field: string): boolean {
  return isRecord(raw) && typeof raw[field] === 'number'
}

function identified(raw: unknown, field: string): unknown {
  return withField(raw, field, String((raw as Fields)[field]))
}

/** A part of another format, or of a framework, as this API writes it; undefined where it means none. */
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
  // One of its own types holds its medium below it.
  return isRecord(raw[String(type)]) ? undefined : writtenMedium(foreignMedium(raw))
}

function writtenMedium(medium: ForeignMedium | undefined): unknown {
  if (medium === undefined) return undefined
  const address = dataUrlOf(medium)
  if (medium.mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url: address } }
  return { type: 'file', file: { filename: medium.name ?? 'file', file_data: address } }
}

/** An image has no field for a name: it is told before it (I4). */
export function rescue({ kind, raw }: Block): readonly unknown[] | null {
  const medium = kind === 'unknown' ? namedImage(raw) : undefined
  return medium === undefined ? null : [{ type: 'text', text: medium.name }, writtenMedium(medium)]
}

const textTypes: ReadonlySet<unknown> = new Set([undefined, null, 'input_text', 'output_text'])

/** The address of an image that is not written as this API writes it. */
function imageUrl({ type, image_url: image, source }: Fields): string | undefined {
  if ((type === 'image_url' || type === 'input_image') && typeof image === 'string') return image
  return type === 'image' && isRecord(source) && typeof source['url'] === 'string' ? source['url'] : undefined
}
