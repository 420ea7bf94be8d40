/**
 * What a table holds under a name that comes from outside. It may be named like a method of all objects, which no table means.
 *
 * @example
 * ownValue({ gzip }, 'gzip') // gzip
 * ownValue({ gzip }, 'constructor') // undefined
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
