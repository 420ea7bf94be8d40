/** The parts of a `data:` URL: its media type as written (empty when it has none), and the text behind the comma. */
export type DataUrl = { mediaType: string; isBase64: boolean; data: string }

const head = /^data:([^;,]*)((?:;[^;,]*)*),/i
/** Media types and parameters are short, so a payload without a comma is not searched any further. */
const longestHead = 200

/**
 * Splits a `data:` URL (RFC 2397); `undefined` for any other text. Nothing is decoded.
 *
 * @example
 * readDataUrl('data:image/png;base64,iVBORw0KGgo=') // { mediaType: 'image/png', isBase64: true, data: 'iVBORw0KGgo=' }
 * readDataUrl('https://example.com/a.png') // undefined
 */
export function readDataUrl(text: string): DataUrl | undefined {
  const found = head.exec(text.slice(0, longestHead))
  if (found === null) return undefined
  const [whole, mediaType = '', parameters = ''] = found
  return { mediaType, isBase64: /;base64$/i.test(parameters), data: text.slice(whole.length) }
}
