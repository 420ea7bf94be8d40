/** The fields of an object that has been checked to be one. */
export type Fields = Readonly<Record<string, unknown>>

const visible = /\S/

/** How many fields a value has that JSON would write. */
export function countFields(value: object): number {
  let count = 0
  for (const _ in value) count += 1
  return count
}

/** The value as an object with fields; null when it is none. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** Text that no rule of any format refuses: visible, and whole Unicode. */
export function isPlainText(text: unknown): boolean {
  if (typeof text !== 'string') return false
  const first = text.charCodeAt(0)
  return ((first > 32 && first < 127) || visible.test(text)) && text.isWellFormed()
}

/** A token that the rule takes as it is. */
export function isLegalToken(
  token: unknown,
  rule: { readonly pattern: RegExp; readonly maxLength: number; readonly exactLength?: number },
): token is string {
  if (typeof token !== 'string' || token === '' || token.length > rule.maxLength) return false
  if (rule.exactLength !== undefined && token.length !== rule.exactLength) return false
  return rule.pattern.test(token) && token.isWellFormed()
}
