import type { Format } from '../../src/formats/format.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { typeWords } from './shape-lines.ts'
import { told } from './told.ts'

/** Where a medium may say what it is, or hold itself. */
const mediaFields = `image_url input_audio file file_id file_data file_url filename data source url image audio video_url mediaType
  media_type mimeType mime_type fileUri file_uri displayName name title format base64 id source_type bytes s3Location
`
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const heldValues: readonly unknown[] = [
  png,
  `data:image/png;base64,${png}`,
  'data:,',
  'https://example.org/a.png',
  'png',
  'image/png',
  '',
  null,
  {},
  { url: `data:image/jpeg;base64,${png}` },
  { url: 'https://example.org/a.png' },
  { data: png, format: 'wav' },
  { data: '', format: '' },
  { file_data: png, filename: 'a.pdf' },
  { file_id: 'file_1' },
  { type: 'base64', media_type: 'image/png', data: png },
  { type: 'url', url: 'https://example.org/a.png' },
  { type: 'text', media_type: 'text/plain', data: 'said' },
  { type: 'file', file_id: 'file_1' },
  { type: 'content', content: [{ type: 'text', text: 'said' }] },
  { bytes: png },
  { bytes: new Uint8Array([137, 80, 78, 71]) },
  { s3Location: { uri: 's3://a/b.png' } },
  { text: 'said' },
]

/** The media of each type of block that may hold some, one field set at a time and beside a former one, and what takes their place. */
export function mediaLines(format: Format): readonly string[] {
  const rules = format.rules({})
  const fields = mediaFields.trim().split(/\s+/)
  const looks = (raw: object): unknown => {
    const { blocks } = format.read({ role: 'user', [format.contentField]: [raw] }, 0, rules)
    return blocks.map((block) => {
      const media = format.media(block)
      const written = media.flatMap((item) =>
        [{ mediaType: 'image/png', name: 'a.png' }, { mediaType: 'image/png', data: 'bmV3' }, { text: 'gone' }].map(
          (replacement) => format.write.withMedia(block, new Map([[item, replacement]])),
        ),
      )
      return [media, written, format.canonical?.(block, rules)]
    })
  }
  const lines: string[] = []
  for (const word of new Set(typeWords.trim().split(/\s+/))) {
    const forms: readonly ((inner: object) => object)[] = [
      (inner) => ({ type: word, ...inner }),
      (inner) => ({ [word]: inner }),
    ]
    for (const [at, form] of forms.entries()) {
      const [block] = format.read({ role: 'user', [format.contentField]: [form({})] }, 0, rules).blocks
      if (block?.kind !== 'media') continue
      const seen = fields.flatMap((field) =>
        heldValues.flatMap((value) => [
          told(() => looks(form({ [field]: value }))),
          told(() =>
            looks(form({ source: { bytes: png }, mimeType: 'image/png', media_type: 'image/png', [field]: value })),
          ),
        ]),
      )
      lines.push(`${word}${at === 0 ? '' : ' as a key'} with media: ${shortHash(JSON.stringify(seen))}`)
    }
  }
  return lines
}
