import { isRecord } from '../json/is-record.ts'

/** Fields in which the formats keep what somebody says; names, ids, types and signatures are no sayings. */
const sayingFields = new Set([
  'content',
  'parts',
  'text',
  'output',
  'response',
  'json',
  'result',
  'value',
  'error',
  'errorText',
  'message',
  'refusal',
  'context',
  'stdout',
  'stderr',
])

/** Whether the formats keep what somebody says in a field of that name. */
export function isSaying(field: string): boolean {
  return sayingFields.has(field)
}

/** Fields that say what something is called that somebody shows, or where it is. */
const titleFields = new Set([
  'title',
  'source',
  'filename',
  'displayName',
  'display_name',
  'url',
  'image_url',
  'file_url',
  'file_uri',
  'fileUri',
  'uri',
])

/** The texts that a raw value of any format says, in order; of an object inside `response` or `json` every string. */
export function sayingsIn(raw: unknown): string[] {
  const sayings: string[] = []
  collect(raw, true, sayings, sayingFields)
  return sayings
}

/** What the media, documents and findings in a raw value are called, and where they are; a payload that is written as a `data:` URL is no address. */
export function titlesIn(raw: unknown): string[] {
  const titles: string[] = []
  collect(raw, false, titles, titleFields)
  return titles.filter((title) => !title.startsWith('data:'))
}

/** Both: all that can be told of a raw value in words. */
export function tellingsIn(raw: unknown): string[] {
  return [...titlesIn(raw), ...sayingsIn(raw)]
}

type Fields = Pick<ReadonlySet<string>, 'has'>
const everyField: Fields = { has: () => true }
/** Fields in which a tool says what it wants under names of its own. */
const freeFields = new Set(['response', 'json'])

function collect(value: unknown, says: boolean, sayings: string[], fields: Fields): void {
  if (typeof value === 'string') {
    if (says && value.trim() !== '') sayings.push(value)
  } else if (value instanceof URL) {
    // Wherever it stands, an address is one.
    if (says || fields === titleFields) sayings.push(value.href)
  } else if (Array.isArray(value)) for (const item of value) collect(item, says, sayings, fields)
  else if (isRecord(value) && !(value instanceof Uint8Array)) {
    for (const [field, inner] of Object.entries(value)) {
      if (field === 'reasoningContent' || isOfModel(value)) continue
      const isPage = field === 'data' && value['type'] === 'text' && !isPicture(value)
      const isFree = fields === sayingFields && freeFields.has(field)
      // What has its places for keys is a list.
      const isSaid = fields.has(field) || (says && /^\d+$/.test(field)) || (isPage && fields === sayingFields)
      collect(inner, isSaid, sayings, isFree ? everyField : fields)
    }
  }
}

/** What says that it is a picture holds its bytes, whatever the type of its source. */
function isPicture({ media_type: mediaType }: Record<string, unknown>): boolean {
  return typeof mediaType === 'string' && mediaType.startsWith('image/')
}

const typesOfModel: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'compaction'])

/** Thoughts and summaries are the model's own, whoever's message they stand in. */
export function isOfModel({ thought, type }: Record<string, unknown>): boolean {
  return thought === true || typesOfModel.has(type)
}

/** A part that only messages have. Programs that put two turns together leave one in a thought: there it is as much said as elsewhere. */
export function isPartOfMessage({ type }: Record<string, unknown>): boolean {
  return /^(?:input_|output_text|refusal)/.test(String(type))
}
