const notOfAlphabet = /[^A-Za-z0-9+/]/

/**
 * Base64 in the form that every decoder accepts: without line breaks, in the standard alphabet, with padding. Undefined when the text has
 * that form already, or is no base64.
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
