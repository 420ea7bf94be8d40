const inline = /\bdata:[\w.+-]+\/[\w.+-]+[;,]/i
const markup = /^\s*<(?:\?xml|svg|!doctype)\b/i
const base64 = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[\w+/-]{32,}={0,2}$/
/** Encoded lines are at least this long, and words within prose are shorter. */
const line = 16

/**
 * Whether a text carries the bytes or the source of a medium: a `data:` URL at any place in it, base64 as one line or several, SVG.
 *
 * @example
 * isPayload('See data:image/png;base64,iVBORw0KGgo=') // true
 * isPayload('The wall') // false
 */
export function isPayload(text: string): boolean {
  const lines = text.trim().split(/\s+/)
  const data = lines.join('')
  return inline.test(text) || markup.test(text) || (data.length >= lines.length * line && base64.test(data))
}
