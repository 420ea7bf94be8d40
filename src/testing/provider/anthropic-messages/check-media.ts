import { readImageHeader } from '../shared/image-header.ts'
import { asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, nestedBlocks, type PlacedBlock } from './conversation.ts'
import type { JudgedModel } from './models.ts'
import type { Refusal } from './refusal.ts'

/** Documented limits of vision: 10 MB of base64, 8000 px, 2000 px with more than 20 images; the number of images depends on the model. */
const maxBytes = 10_485_760
const maxPixels = 8000
const manyImages = 20
const manyImagePixels = 2000

const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/

function* checkImage(path: string, source: JsonRecord, limit: number): Generator<Refusal> {
  const data = asText(source['data'])
  const mediaType = asText(source['media_type'])
  const size = data.length
  if (size > maxBytes) yield { message: `${path}: image exceeds 10 MB maximum: ${size} bytes > ${maxBytes} bytes` }
  if (data.length % 4 !== 0 || !isBase64.test(data)) {
    yield { message: 'Could not process image' }
    return
  }
  const header = readImageHeader(Buffer.from(data, 'base64'))
  if (!header) return yield { message: 'Could not process image' }
  if (header.mediaType !== mediaType)
    yield { message: `${path}.data: Image does not match the provided media type ${mediaType}` }
  const longest = Math.max(header.width, header.height)
  if (longest > maxPixels)
    yield { message: `${path}.data: At least one of the image dimensions exceed max allowed size: ${maxPixels} pixels` }
  if (longest > limit)
    yield {
      message: `${path}.data: At least one of the image dimensions exceed max allowed size for many-image requests: ${limit} pixels`,
    }
}

function* checkPdf(path: string, source: JsonRecord): Generator<Refusal> {
  const start = Buffer.from(asText(source['data']).slice(0, 8), 'base64').toString('latin1')
  if (!start.startsWith('%PDF')) yield { message: `${path}.pdf.source.base64.data: The PDF specified was not valid.` }
}

const sourceOf = (block: PlacedBlock): JsonRecord | null => {
  const source = block.value['source']
  return isRecord(source) && source['type'] === 'base64' ? source : null
}

/** Wordings: corpus, image_* and document_invalid. */
export function* checkMedia(conversation: Conversation, { maxImages }: JudgedModel): Generator<Refusal> {
  const media = [...nestedBlocks(conversation.blocks)].filter(
    (block) => block.type === 'image' || block.type === 'document',
  )
  const images = media.filter((block) => block.type === 'image')
  if (images.length > maxImages)
    yield {
      message: `too many images and documents: ${images.length} + ${media.length - images.length} > ${maxImages}`,
    }
  const limit = images.length > manyImages ? manyImagePixels : maxPixels
  for (const block of media) {
    const { source: held } = block.value
    if (isRecord(held) && held['type'] === 'url' && !/^https?:\/\//.test(asText(held['url'])))
      yield { message: `${block.path}.${block.type}.source.url.url: Only HTTPS URLs are supported.` }
    const source = sourceOf(block)
    if (!source) continue
    if (block.type === 'image') yield* checkImage(`${block.path}.image.source.base64`, source, limit)
    else yield* checkPdf(block.path, source)
  }
}
