import { absentValue } from './absent-value.ts'

const base64 = `^(?!${absentValue})[A-Za-z0-9+/_-]*={0,2}$`
const shortSignatures = new RegExp(base64)

/** Placeholders for a signature are shorter than this. */
const longSignature = 100

/** Of a long signature only its ends are read: the head shows a prefix (a maker's name, a scheme), the tail what was left behind it. */
const edges = { head: 16, tail: 8 } as const

const padding = '='

class Base64Signatures extends RegExp {
  override test(signature: string): boolean {
    return isBase64(signature)
  }
}

/** Signatures that the provider decodes as base64, in either of its alphabets. */
export const base64Signatures: RegExp = /* @__PURE__ */ new Base64Signatures(base64)

/**
 * "Base64 decoding failed". A long signature is not read in full. The damages on record show without it: characters were lost at the end,
 * or one character is left over, which makes no byte (github.com/openclaw/openclaw/pull/82995); the signature stands inside something else;
 * a second one was appended (github.com/MayDay-wpf/snow-cli/issues/84).
 */
function isBase64(signature: string): boolean {
  const { length } = signature
  const padded = signature.indexOf(padding)
  const end = padded < 0 ? length : padded
  if (end % 4 === 1) return false
  if (length < longSignature) return shortSignatures.test(signature)
  if (end < length - 2 || (end < length && !signature.endsWith(padding))) return false
  return isInAlphabet(signature, 0, edges.head) && isInAlphabet(signature, end - edges.tail, end)
}

const alphabet = new Uint8Array(128)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  alphabet[letter.charCodeAt(0)] = 1

function isInAlphabet(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (alphabet[text.charCodeAt(at)] !== 1) return false
  return true
}
