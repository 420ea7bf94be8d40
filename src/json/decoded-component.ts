/**
 * The decoded text of a URL component; undefined when one of its escapes is cut or wrong, for which `decodeURIComponent` throws.
 *
 * @example
 * decodedComponent('a%20b') // 'a b'
 * decodedComponent('100%') // undefined
 */
export function decodedComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
