import { readDataUrl } from '../media/data-url.ts'
import { mediaIn } from './media-in.ts'

/**
 * The payloads and addresses of the media in a raw value, as texts that can be compared: bytes are written out in base64.
 *
 * @example
 * payloadsIn({ image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }) // ['iVBORw0KGgo=']
 */
export function payloadsIn(raw: unknown): string[] {
  return mediaIn(raw).map((medium) =>
    payloadOf(typeof medium === 'string' ? medium : Buffer.from(medium).toString('base64')),
  )
}

/**
 * What a repair takes out of an address, and out of one within it, is the same medium; so is base64 however it is spelt. What is no
 * longer than an id, and an address itself, stand in a text as they are.
 */
function payloadOf(address: string): string {
  const inline = readDataUrl(address)
  return inline
    ? payloadOf(inline.data)
    : address
        .replace(/[\r\n]|=+$/g, '')
        .replace(/^[\w-]{48,}$/, (bytes) => bytes.replaceAll('-', '+').replaceAll('_', '/'))
}
