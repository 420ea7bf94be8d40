/**
 * A function that computes its result once per object and remembers it while the object lives.
 *
 * @example
 * const lengthOf = readOnce((list: readonly unknown[]) => list.length)
 */
export function readOnce<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    let entry = known.get(key)
    if (entry === undefined) known.set(key, (entry = { value: read(key) }))
    return entry.value
  }
}
