/** A table that has 1 for the bytes of these characters. */
function bytesOf(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(characters)) table[byte] = 1
  return table
}

const digits = '0123456789'

/** The characters of numbers, `true`, `false` and `null`; only `JSON.parse` checks their syntax. */
export const literals: string = `${digits}abcdefghijklmnopqrstuvwxyz-+.E`

export const hexBytes: Uint8Array = bytesOf(`${digits}abcdefABCDEF`)
export const literalBytes: Uint8Array = bytesOf(literals)
/** The bytes that may follow a backslash, besides `u` with its four digits. */
export const escapedBytes: Uint8Array = bytesOf(String.raw`"\/bfnrt`)

/** The structural bytes of JSON that matter here. */
export const mark = {
  quote: 0x22,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** White space of JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
