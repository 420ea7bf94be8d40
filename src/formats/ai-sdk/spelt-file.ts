import { readDataUrl } from '../../media/data-url.ts'
import { readImageHeader } from '../../media/image-header.ts'
import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { heldBy, isBase64, withBytes } from './file-bytes.ts'

/** Media types of text files, whose text may stand where the base64 of its bytes belongs. */
const texts = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript)\b|image\/svg\+xml)/
/** A note that a program leaves in place of a removed file; JSON may look the same. */
const note = /^(?:\[[^\n]{0,300}\]|\([^\n]{0,300}\)|<[^\n<>/]{0,300}>)$/

/** Stray characters before or behind base64: control characters, broken characters, quotes. */
const strays = /^[^\w+/=-]{1,4}|[^\w+/=-]{1,4}$/g

/**
 * A file as base64 whose bytes are written out as text, or as percent escapes in a data URL; `ai` would decode either as base64. Undefined
 * when the data is base64 already, or only points to a file.
 *
 * @example
 * withBytesOfWords({ type: 'file', mediaType: 'text/plain', data: 'Dear Ada,\n...' }) // { ..., data: 'RGVhciBBZGEsCi4uLg==' }
 */
export function withBytesOfWords(raw: unknown): unknown {
  if (!isRecord(raw) || (raw['type'] !== 'file' && raw['type'] !== 'image')) return undefined
  const held = heldBy(raw)
  if (typeof held !== 'string' || held === '') return undefined
  const inline = readDataUrl(held)
  if (inline !== undefined) {
    if (inline.isBase64 || inline.mediaType === '') return undefined
    const head = held.slice(0, held.length - inline.data.length - 1)
    return withAddress(raw, `${head};base64,${bytesOf(inline.data).toString('base64')}`)
  }
  if (raw['url'] !== undefined || /^\w+:\S+$/.test(held) || isBase64(held)) return undefined
  const { mediaType } = raw
  if (texts.test(String(mediaType)))
    return note.test(held) && mediaType !== 'application/json' ? undefined : withBytes(raw, encoded(held))
  const bytes = held.replace(strays, '')
  return isBase64(bytes) && readImageHeader(bytes) !== null ? withBytes(raw, bytes) : undefined
}

function withAddress(raw: Readonly<Record<string, unknown>>, address: string): unknown {
  return raw['url'] === undefined ? withBytes(raw, address) : withField(raw, 'url', address)
}

function encoded(words: string): string {
  return Buffer.from(words, 'utf8').toString('base64')
}

/** The bytes of a percent-encoded text, whatever they encode (an image, another charset); unescaped characters are UTF-8. */
function bytesOf(data: string): Buffer {
  const runs = data.split(/((?:%[\da-f]{2})+)/i)
  return Buffer.concat(
    runs.map((run, place) => (place % 2 === 0 ? Buffer.from(run) : Buffer.from(run.replaceAll('%', ''), 'hex'))),
  )
}
