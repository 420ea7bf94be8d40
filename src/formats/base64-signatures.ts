import { absentValue } from './absent-value.ts'

/** Signatures that the provider decodes: both alphabets of base64 are read. */
export const base64Signatures: RegExp = new RegExp(`^(?!${absentValue})[A-Za-z0-9+/_-]*={0,2}$`)

/** "Base64 decoding failed": one character alone is no byte, so a part is missing (github.com/openclaw/openclaw/pull/82995). */
export function isCutBase64(signature: string): boolean {
  let { length } = signature
  while (signature.charCodeAt(length - 1) === 0x3d) length -= 1
  return length % 4 === 1
}
