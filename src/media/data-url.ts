/** What an address carries in itself: its media type as written, empty where none is, and the text behind the comma. */
export type DataUrl = { mediaType: string; isBase64: boolean; data: string }

const head = /^data:([^;,]*)((?:;[^;,]*)*),/i
/** Types and parameters are short: of a payload without a comma nothing more is read. */
const longestHead = 200

/**
 * Takes a `data:` URL apart (RFC 2397); `undefined` where a text is none. Nothing is decoded.
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
