/**
 * Whether a value says itself what JSON is made of it, as documents of a database and classes of a program do.
 *
 * @example
 * answersJson(new Date()) // true
 */
export function answersJson(value: unknown): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function'
}
