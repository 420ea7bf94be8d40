/** Controls that steer a terminal, and marks that turn the direction of writing; tabs and line feeds stay. */
const steering = /(?![\t\n])[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A text that can be shown anywhere: well-formed, and without anything that a terminal or a browser would obey. */
export function harmless(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(steering, '\uFFFD')
}
