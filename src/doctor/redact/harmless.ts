/** Controls that steer a terminal (C0, C1), separators of lines, and marks that turn the direction of writing; tabs and line feeds stay. */
const steering = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

/** A text that can be shown anywhere: well-formed, and without anything that a terminal or a browser would obey. */
export function harmless(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(steering, '\uFFFD')
}

/** As {@link harmless}, for one line: a line feed in a name cannot forge another line. */
export function harmlessLine(text: string): string {
  return harmless(text).replaceAll('\n', '\uFFFD')
}
