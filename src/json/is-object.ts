/** Whether a value is an object, lists included. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
