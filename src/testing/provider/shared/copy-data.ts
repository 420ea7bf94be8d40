/** A deep copy of plain data. Values that `structuredClone` refuses or need not copy (URLs, bytes, class instances) are shared. */
export function copyData<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyData) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyData(inner)])) as Value
}
