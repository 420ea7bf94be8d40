/** Whether a value has an identity, lists included. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
