import { isRecord } from '../../json/is-record.ts'
import { dataUrlOf, foreignMedium } from '../../media/foreign-medium.ts'
import { readImageHeader } from '../../media/image-header.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import type { Role } from '../../transcript/role.ts'
import type { PartWriter } from '../result-parts.ts'
import { addressOf } from './address-of.ts'
import { type ContentShapes, contentShape, repeatTypes } from './content-shapes.ts'
import type { StrictContent } from './for-strict.ts'
import { isAnyMedium, isMedia } from './media.ts'
import { resultParts } from './result-parts.ts'

type Fields = Readonly<Record<string, unknown>>

const texts: ReadonlySet<unknown> = new Set(['text'])
const shown: ReadonlySet<unknown> = new Set(['text', 'image_url'])

/** The content of a package, or of the API to which it passes content on, that accepts only these types. */
function taking(sent: Partial<Readonly<Record<Role, ReadonlySet<unknown>>>>): ContentShapes {
  return (type, role) =>
    sent[role]?.has(type) === false && !repeatTypes.has(type) ? unknownShape : contentShape(type, role)
}

/** An image at an address: these packages send no other medium. */
function picture(raw: unknown): unknown {
  const medium = isAnyMedium(raw) ? foreignMedium(raw) : undefined
  if (medium === undefined) return undefined
  const mediaType = readImageHeader(medium.data)?.mediaType ?? medium.mediaType
  if (!mediaType.startsWith('image/')) return undefined
  return { type: 'image_url', image_url: { url: dataUrlOf({ ...medium, mediaType }) } }
}

function isPicture(raw: Fields): boolean {
  return raw['type'] === 'image_url' && addressOf(raw) !== undefined
}

const thoughts: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'reasoning_content'])

const ofVendors: Omit<StrictContent, 'parts' | 'shapes'> = {
  isSent: isPicture,
  medium: (raw) => (isRecord(raw) && isPicture(raw) ? undefined : picture(raw)),
  repeats: repeatTypes,
  // These packages have no place for other providers' reasoning.
  rescue: ({ raw }) => {
    if (isRecord(raw) && thoughts.has(raw['type'])) return []
    const medium = picture(raw)
    return medium === undefined ? null : [medium]
  },
}

/** Parts of a tool message; whether images are legal is left to the media strategies. */
const parts: PartWriter = {
  ...resultParts,
  isPart: (part) => (isRecord(part) && isMedia(part) ? isPicture(part) : resultParts.isPart(part)),
  canonical: (part) => picture(part) ?? resultParts.canonical(part),
}

/** @langchain/mistralai: "Mistral only supports types "text" or "image_url" for complex message types." */
export const mistralContent: StrictContent = {
  ...ofVendors,
  parts,
  shapes: taking({ user: shown, assistant: shown, system: texts }),
}

/** @langchain/ollama: "Unsupported content type"; of an answer it sends only the texts. */
export const ollamaContent: StrictContent = {
  ...ofVendors,
  parts,
  shapes: taking({ user: shown, system: texts }),
}

/** @langchain/groq passes all content on: "Invalid value: 'thinking'." */
export const groqContent: StrictContent = {
  ...ofVendors,
  parts,
  sendsRawCalls: true,
  shapes: taking({ user: shown, assistant: texts, system: texts }),
}
