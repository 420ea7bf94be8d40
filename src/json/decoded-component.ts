/**
 * The text that a part of a URL stands for; undefined where one of its codes is cut or wrong, which `decodeURIComponent` throws for.
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
