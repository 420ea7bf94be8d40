/**
 * Whether a value defines its own JSON form, as documents of a database and instances of classes do.
 *
 * @example
 * answersJson(new Date()) // true
 */
export function answersJson(value: unknown): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function'
}
