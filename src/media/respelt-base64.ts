const notOfAlphabet = /[^A-Za-z0-9+/]/

/**
 * Base64 as each decoder takes it, of a text that some take and others refuse: in lines, in the alphabet of addresses, or without the
 * signs that fill its end up. Undefined where it is so already, or no base64.
 *
 * @example
 * respeltBase64('iVBORw0K\nGgo') // 'iVBORw0KGgo='
 */
export function respeltBase64(text: string): string | undefined {
  const bare = text.replace(/\s+/g, '').replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  if (bare === '' || bare.length % 4 === 1 || notOfAlphabet.test(bare)) return undefined
  const filled = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
  return filled === text ? undefined : filled
}
