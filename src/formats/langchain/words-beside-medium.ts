import { isSaidBeside } from '../../media/is-said-beside.ts'
import { textPart } from '../text-part.ts'
import { isMedia } from './media.ts'

/** Names of fields with a medium's type, location, name and settings, in the packages and their APIs. */
const ofMedia: ReadonlySet<string> = new Set(
  (
    'type source_type format mimeType mime_type mediaType media_type detail status phase data bytes url uri image_url ' +
    'file_url fileUri file_uri file_data source image id fileId file_id name filename title context'
  ).split(' '),
)

/**
 * A medium with text beside it, as that text and the medium without it; undefined for any other part. No package sends such text: some
 * silently omit it, others pass it to an API that refuses the field.
 */
export function wordsBesideMedium(raw: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (!isMedia(raw) || raw['source_type'] === 'text') return undefined
  const fields = Object.entries(raw)
  const words = fields.filter(isWord)
  if (words.length === 0) return undefined
  const medium = Object.fromEntries(fields.filter((field) => !isWord(field)))
  return [...words.map(([, text]) => textPart(text)), medium]
}

function isWord(entry: [field: string, value: unknown]): entry is [field: string, said: string] {
  const [field, value] = entry
  return !ofMedia.has(field) && isSaidBeside(field, value)
}
